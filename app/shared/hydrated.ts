/**
 * The mark on `<html>` when its script listens: React, which has taken the document over, or the script of one of
 * Handbill's own documents.
 */
export const hydratedAttribute = "data-hydrated";
