import { contentLines, escapedText } from "~/shared/content-lines";
import { t } from "~/shared/t";

export interface Contact {
  name: string;
  location: string | null;
  note: string | null;
  /** The page itself first, then the artist elsewhere. */
  urls: string[];
  /** A JPEG. It stands in the card itself: an address book may be opened anywhere, and shows no other kind. */
  photo: Uint8Array | null;
}

/** A contact card that phones and address books take: vCard 3.0 (RFC 2426), lines folded at 75 bytes. */
export function vcard({ name, location, note, urls, photo }: Contact): string {
  const lines = [
    "BEGIN:VCARD",
    "VERSION:3.0",
    `FN:${escapedText(name)}`,
    `N:;${escapedText(name)};;;`,
    `TITLE:${escapedText(t("Musician"))}`,
    ...(location ? [`ADR;TYPE=WORK:;;;${escapedText(location)};;;`] : []),
    ...urls.map((url) => `URL:${url}`),
    ...(photo ? [`PHOTO;ENCODING=b;TYPE=JPEG:${Buffer.from(photo).toString("base64")}`] : []),
    ...(note ? [`NOTE:${escapedText(note)}`] : []),
    "END:VCARD",
  ];
  return contentLines(lines);
}

/** The artist name with non-alphanumerics replaced by underscores, plus _contact.vcf. [1 §2] */
export function contactFileName(artistName: string): string {
  return `${artistName.replace(/[^\p{L}\p{N}]/gu, "_")}_contact`;
}
