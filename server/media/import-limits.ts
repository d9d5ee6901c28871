/** The limits of a file that is brought in from elsewhere. */
export const importLimits = {
  /** Bytes of a file of text. */
  textBytes: 20 * 1024 * 1024,
  /** Lines of a table, events of a calendar, links of a page. */
  rows: 5_001,
  columns: 100,
  /** Characters of one field. */
  fieldLength: 10_000,
  /** Bytes of one picture within a page, as it is written there. */
  pictureLength: 700_000,
  /** Characters of all that is kept of a file. */
  contentLength: 7_000_000,
};
