/** The mark on `<html>` when React has taken the document over: from then on it answers by itself. */
export const hydratedAttribute = "data-hydrated";
