export interface Contact {
  name: string;
  location: string | null;
  note: string | null;
  /** The page itself first, then the artist elsewhere. */
  urls: string[];
  /** Absolute. */
  photoUrl: string | null;
}

/** A contact card that phones and address books take: vCard 3.0 (RFC 2426), lines folded at 75 bytes. */
export function vcard({ name, location, note, urls, photoUrl }: Contact): string {
  const lines = [
    "BEGIN:VCARD",
    "VERSION:3.0",
    `FN:${escaped(name)}`,
    `N:;${escaped(name)};;;`,
    "TITLE:Musician",
    ...(location ? [`ADR;TYPE=WORK:;;;${escaped(location)};;;`] : []),
    ...urls.map((url) => `URL:${url}`),
    ...(photoUrl ? [`PHOTO;VALUE=URI:${photoUrl}`] : []),
    ...(note ? [`NOTE:${escaped(note)}`] : []),
    "END:VCARD",
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join("");
}

/** The artist name with non-alphanumerics replaced by underscores, plus _contact.vcf. [1 §2] */
export function contactFileName(artistName: string): string {
  return `${artistName.replace(/[^\p{L}\p{N}]/gu, "_")}_contact`;
}

function escaped(text: string): string {
  return text
    .replace(/[\\;,]/g, (character) => `\\${character}`)
    .replace(/\r\n?|\n|\u2028|\u2029/g, "\\n")
    .replace(/\p{Cc}/gu, " ");
}

/** A continued line begins with a space; no character is cut in two. */
function folded(line: string): string {
  const parts = [""];
  let bytes = 0;
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (bytes + size > 74) {
      parts.push("");
      bytes = 0;
    }
    parts[parts.length - 1] += character;
    bytes += size;
  }
  return parts.join("\r\n ");
}
