/**
 * Marks a form that a document's script sends: where its answer is a redirect, the script gets the address and the browser
 * goes there.
 */
export const documentFormHeader = "X-Document-Form";
