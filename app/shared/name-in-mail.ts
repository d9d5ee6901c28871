import { t } from "./t.ts";

// An artist may choose any name. In a sender, a subject or a greeting it speaks with the site's voice, to people who
// may never have heard of it.

/** Line breaks and other control characters, and those that turn, join or hide the letters around them. */
const unseen = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;
const misleading =
  /[\u00AD\u061C\u180E\u200B-\u200F\u202A-\u202E\u2060-\u2064\u2066-\u206F\uFEFF\uFFF9-\uFFFB]/gu;

/** A text as it may stand in a mail's head: one line, in the order in which it is read. */
export function oneLine(text: string): string {
  return text.replace(unseen, " ").replace(misleading, "").replace(/\s+/gu, " ").trim();
}

/** An e-mail address, or a web address that can be known by more than a dot. Of the compatible form of a text. */
const address =
  /\S@[\p{L}\p{N}]|:\/\/|\bwww[.。]|[\p{L}\p{N}][.。]\p{L}{2,}(:\d+)?\/|(\d{1,3}[.。]){3}\d{1,3}|[.。]\p{L}{2,}:\d/iu;
/** A part that mail programs take for a domain. A name of single letters between dots isn't one. */
const domainDot = /([\p{L}\p{N}-]{2,})[.。．｡](?=\p{L}{2,})/gu;

/** Stands in place of an artist's name that can't be in a mail. */
export const anArtist = (siteName: string) =>
  t("an artist on {siteName}|in place of a name, within a sentence", { siteName });

/**
 * A name as it may stand in a mail's sender, subject or greeting: without an address, on one line.
 * @param otherwise stands in its place where it carries an address, or nothing
 */
export function nameInMail(name: string | null | undefined, otherwise: string): string {
  const plain = oneLine(name ?? "");
  if (plain === "" || address.test(plain.normalize("NFKC"))) return otherwise;
  return plain.replace(domainDot, "$1. ");
}
