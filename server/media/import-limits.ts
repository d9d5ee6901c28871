/** The limits of a file that is brought in from elsewhere. */
export const importLimits = {
  /** Bytes of a file of text. */
  textBytes: 20 * 1024 * 1024,
  /** Lines of a table, events of a calendar, links of a page. */
  rows: 5_001,
  columns: 100,
  /** Characters of one field of a table or a calendar. */
  fieldLength: 10_000,
  /** Characters of a text within JSON: more than lyrics may have, so that longer ones are told apart. */
  textLength: 25_000,
  /** Bytes of one picture within a page, as it is written there. */
  pictureLength: 700_000,
  /** Characters of all that is kept of a file. */
  contentLength: 7_000_000,
  /** Bytes of all that is in a zip. */
  unpackedBytes: 2 * 1024 ** 3,
  /** Folders counted in. */
  archiveEntries: 2_000,
  /** Sounds and pictures that are looked into. */
  archiveFiles: 500,
  /** How much smaller than its content a file of more than a megabyte may be. Sounds and pictures hardly shrink. */
  packedTo: 1 / 100,
};
