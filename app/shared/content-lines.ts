// The common part of vCard (RFC 2426) and iCalendar (RFC 5545): lines of `NAME:value`.

/** A text as the value of a property: nothing in it ends the line, or divides it. */
export function escapedText(text: string): string {
  return text
    .replace(/[\\;,]/g, (character) => `\\${character}`)
    .replace(/\r\n?|\n|\u2028|\u2029/g, "\\n")
    .replace(/\p{Cc}/gu, " ");
}

/**
 * The lines as one file, each at most 75 bytes long: a continued one begins with a space, and no character is cut in
 * two.
 */
export function contentLines(lines: string[]): string {
  return lines.map((line) => `${folded(line)}\r\n`).join("");
}

function folded(line: string): string {
  const parts = [""];
  let bytes = 0;
  for (const character of line) {
    const size = new TextEncoder().encode(character).length;
    if (bytes + size > 74) {
      parts.push("");
      bytes = 0;
    }
    parts[parts.length - 1] += character;
    bytes += size;
  }
  return parts.join("\r\n ");
}
