/**
 * The mark on `<html>` when its script listens: React, which has taken the document over, or the script of one of
 * Handbill's own documents.
 */
export const hydratedAttribute = "data-hydrated";

/** The mark on a part that React hasn't taken over with the document: its code comes later (ui/late.tsx). */
export const lateAttribute = "data-late";
