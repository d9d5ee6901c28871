/** Of the element that holds what a document's scripts say in its language. */
export const textsId = "texts";
