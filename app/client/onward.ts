/** The way that lists of the document go on: 1 to the right, -1 to the left. */
export const onward = () => (document.dir === "rtl" ? -1 : 1);
