/** Reorders the characters after it, so that "cod.exe" can read "exe.doc". */
const bidirectionalMarks = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
const longestName = 150;

/**
 * The Content-Disposition of a download called `title`, any text at all, with `extension` (no dot) unless the title
 * has it already: RFC 6266, with a plain name for readers that don't know the encoded one. Never an invalid header.
 */
export function attachment(title: string, extension: string): string {
  const clean = title
    .toWellFormed()
    .replace(/\p{Cc}+/gu, " ")
    .replace(bidirectionalMarks, "")
    .trim();
  const bare = clean.toLowerCase().endsWith(`.${extension}`) ? clean.slice(0, -extension.length - 1) : clean;
  const name = `${[...bare].slice(0, longestName).join("") || "download"}.${extension}`;
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/gu, "_");
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
