/** So many characters are searched for. */
export const wordsLimit = 100;
