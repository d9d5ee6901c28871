/** How long what was typed and not saved is kept when nobody goes on with it. */
export const draftDays = 30;
