/** As long as search engines show. */
const descriptionLength = 155;
const words = new Intl.Segmenter("en", { granularity: "word" });
const letters = new Intl.Segmenter("en", { granularity: "grapheme" });

/** The beginning of a text, in one line, cut between words: also where no spaces stand between them. */
export function shortened(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  if (line.length <= descriptionLength) return line;
  const cutAt = (by: Intl.Segmenter) => by.segment(line).containing(descriptionLength)?.index;
  return `${line.slice(0, cutAt(words) || cutAt(letters)).trimEnd()} …`;
}
