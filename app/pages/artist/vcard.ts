import { contentLines, escapedText } from "~/shared/content-lines";

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
    `FN:${escapedText(name)}`,
    `N:;${escapedText(name)};;;`,
    "TITLE:Musician",
    ...(location ? [`ADR;TYPE=WORK:;;;${escapedText(location)};;;`] : []),
    ...urls.map((url) => `URL:${url}`),
    ...(photoUrl ? [`PHOTO;VALUE=URI:${photoUrl}`] : []),
    ...(note ? [`NOTE:${escapedText(note)}`] : []),
    "END:VCARD",
  ];
  return contentLines(lines);
}

/** The artist name with non-alphanumerics replaced by underscores, plus _contact.vcf. [1 §2] */
export function contactFileName(artistName: string): string {
  return `${artistName.replace(/[^\p{L}\p{N}]/gu, "_")}_contact`;
}
