import { type Xml, xml } from "~/shared/xml";
import { type Block, isEmpty, linesOf, type Words } from "./issue-document.ts";

/** The words of an issue as plain HTML, for readers of feeds; its pictures and cards are on its page. */
export function issueHtml(blocks: readonly Block[]): Xml {
  const parts = blocks.flatMap((block) => {
    if (!("words" in block) || isEmpty(block)) return [];
    const lines = linesOf(block.words).map(
      (line, at) => xml`${at > 0 ? xml`<br/>` : null}${line.map(marked)}`,
    );
    return [block.kind === "heading" ? xml`<h2>${lines}</h2>` : xml`<p>${lines}</p>`];
  });
  return xml`${parts}`;
}

function marked({ text, bold, italic, href }: Words): Xml {
  const linked = href ? xml`<a href="${href}">${text}</a>` : xml`${text}`;
  const slanted = italic ? xml`<em>${linked}</em>` : linked;
  return bold ? xml`<strong>${slanted}</strong>` : slanted;
}
