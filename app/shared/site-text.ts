import { pieces, splitParagraphs } from "./paragraphs.ts";
import type { TextPiece } from "./text-pieces.ts";

// The texts that a site writes for itself: imprint, terms, privacy. They are written as plain text, with an empty
// line between paragraphs, '## ' before a heading, '- ' before each item of a list, and '{site}' for the site's name.

/** The most characters of each text, as the database has them. */
export const siteTextLimits = { imprint: 10_000, terms: 40_000, privacy: 40_000 } as const;

/** Lines of a paragraph, or of a list one item each. Nothing in them is ever HTML. */
export interface TextBlock {
  kind: "paragraph" | "list";
  lines: TextPiece[][];
}

/** A heading with what stands below it. What stands before the first heading has none. */
export interface TextSection {
  heading: string | null;
  blocks: TextBlock[];
}

const headingMark = /^## +/;
const itemMark = /^- +/;

/** A site's text by its headings. */
export function sectionsOf(text: string, siteName: string): TextSection[] {
  const sections: TextSection[] = [];
  const begin = (heading: string | null): TextSection => {
    const section = { heading, blocks: [] };
    sections.push(section);
    return section;
  };
  for (const paragraph of splitParagraphs(text.replaceAll("{site}", siteName))) {
    let block: TextBlock | undefined;
    for (const line of paragraph.split("\n")) {
      if (headingMark.test(line)) {
        begin(line.replace(headingMark, ""));
        block = undefined;
        continue;
      }
      const kind = itemMark.test(line) ? "list" : "paragraph";
      if (block?.kind !== kind) {
        block = { kind, lines: [] };
        (sections.at(-1) ?? begin(null)).blocks.push(block);
      }
      block.lines.push(pieces(line.replace(itemMark, "")));
    }
  }
  return sections;
}
