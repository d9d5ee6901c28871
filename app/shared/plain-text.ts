// Invisible characters that change what others read: a line break forges a second line where one is shown,
// and an override such as U+202E turns the letters after it, so that 'gpj.exe' reads as 'exe.jpg'. The marks of scripts
// that run from right to left (U+061C, U+200E, U+200F) and the joiners of emoji turn nothing and stay.

const turning = "\\u202A-\\u202E\\u2066-\\u2069";
const unfitInLine = new RegExp(`[\\p{Cc}\\u2028\\u2029${turning}]`, "u");
const turns = new RegExp(`[${turning}]`, "gu");

/** Whether a text has one line and turns no letters. */
export function isPlainLine(text: string): boolean {
  return !unfitInLine.test(text);
}

/**
 * A line from a text that no user typed, such as the name of a file or the tag of a song, without unfit characters.
 * @param limit in whole characters, as the database counts
 */
export function plainLine(text: string, limit: number): string {
  const line = text
    .toWellFormed()
    .replace(turns, " ")
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim();
  return [...line].slice(0, limit).join("").trim();
}

/** A text of several lines without what isn't meant to be seen: its line breaks and tabs stay. */
export function plainText(text: string): string {
  return text
    .replace(/\r\n?|[\u2028\u2029]/g, "\n")
    .replace(/[^\P{Cc}\n\t]/gu, "")
    .replace(turns, "")
    .trim();
}
