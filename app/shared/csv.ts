/**
 * A table as CSV [RFC 4180], with a byte order mark, without which spreadsheets take its letters for others. A text
 * that a spreadsheet would calculate as a formula begins with an apostrophe.
 */
export function csvOf(rows: (string | number)[][]): string {
  return `\ufeff${csvLines(rows)}`;
}

/** Further lines of such a table, for one that is written in pieces. */
export function csvLines(rows: (string | number)[][]): string {
  return rows.map((row) => `${row.map(fieldOf).join(",")}\r\n`).join("");
}

function fieldOf(value: string | number): string {
  if (typeof value === "number") return String(value);
  const harmless = /^\s*[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/.test(value) ? `'${value}` : value;
  return /^\s|[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
