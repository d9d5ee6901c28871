import { z } from "zod";
import { paragraphsOf } from "~/shared/paragraphs";
import { language, t } from "~/shared/t";
import { isBlank } from "~/shared/text-fields";
import { piecesOf, type TextPiece } from "~/shared/text-pieces";

// What a newsletter issue holds: the one model that its mail, its plain text and its page are made of. Nothing in it is
// ever HTML.

export const blockLimit = 1_000;
/** Of pictures, tracks, releases and shows: with 20,000 characters, a mail of so many is less than Gmail cuts off. */
export const partLimit = 30;
export const altLimit = 300;

/** Words that look alike, on one line or several. */
export interface Words {
  text: string;
  bold?: true | undefined;
  italic?: true | undefined;
  /** Begins with http:, https: or mailto:. */
  href?: string | undefined;
}

/** What of the artist's page a block shows, by its id. */
export type CardKind = "track" | "release" | "show";

export type Block =
  | { kind: "paragraph" | "heading"; words: Words[] }
  | { kind: "picture"; id: string; alt: string }
  | { kind: CardKind; id: string };

/** An address that words may lead to, as it is to be written; null for any other. */
export function linkAddressOf(typed: string): string | null {
  const text = typed.trim();
  const parsed = URL.parse(
    /^[a-z][a-z0-9+.-]*:/i.test(text) ? text : text.includes("@") ? `mailto:${text}` : `https://${text}`,
  );
  if (!parsed || !["http:", "https:", "mailto:"].includes(parsed.protocol)) return null;
  // The text before an @ looks like the link's target, and isn't.
  if (parsed.username || parsed.password) return null;
  if (parsed.protocol === "mailto:" ? !parsed.pathname.includes("@") : !parsed.hostname.includes("."))
    return null;
  return parsed.href.length <= 2000 ? parsed.href : null;
}

const control = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu;

const words = z
  .array(
    z.strictObject({
      text: z
        .string()
        .max(20_000)
        .transform((text) => text.replace(control, (found) => (found === "\n" ? found : ""))),
      bold: z.literal(true).optional(),
      italic: z.literal(true).optional(),
      href: z
        .string()
        .max(2000)
        .refine((href) => linkAddressOf(href) === href)
        .optional(),
    }),
  )
  .max(2_000);

/** The blocks as they are stored and sent. */
export const blocksSchema: z.ZodType<Block[]> = z
  .array(
    z.discriminatedUnion("kind", [
      z.strictObject({ kind: z.enum(["paragraph", "heading"]), words }),
      z.strictObject({ kind: z.literal("picture"), id: z.uuid(), alt: z.string().max(altLimit) }),
      z.strictObject({ kind: z.enum(["track", "release", "show"]), id: z.uuid() }),
    ]),
  )
  .max(blockLimit, {
    error: () => t("Please use at most {limit} paragraphs", { limit: blockLimit.toLocaleString(language()) }),
  })
  .refine((blocks) => blocks.filter((block) => !("words" in block)).length <= partLimit, {
    error: () => t("Please use at most {limit} pictures, tracks, releases and shows", { limit: partLimit }),
  });

/** The blocks of a row of `letters`, in the order of keys that their form has. */
export function storedBlocks(value: unknown): Block[] | null {
  return value === null ? null : blocksSchema.parse(value);
}

/** The blocks in a form's field; null where there are none, or none that can be read. */
export function blocksIn(json: string): Block[] | null {
  try {
    return blocksSchema.safeParse(JSON.parse(json)).data ?? null;
  } catch {
    return null;
  }
}

/** The blocks of an issue; one that was written as text alone has a paragraph for each of the text's. */
export function blocksOf({ blocks, body }: { blocks: Block[] | null; body: string }): Block[] {
  return (
    blocks ??
    paragraphsOf(body).map((lines) => ({
      kind: "paragraph",
      words: lines.flatMap((pieces, line) => [...(line > 0 ? [{ text: "\n" }] : []), ...pieces]),
    }))
  );
}

/** The words of the blocks as a text that is written without them: `[words](https://…)` is a link. */
export function textOf(blocks: readonly Block[]): string {
  return blocks
    .flatMap((block) => ("words" in block ? [block.words.map(asWritten).join("").trim()] : []))
    .filter((paragraph) => !isBlank(paragraph))
    .map((paragraph) => paragraph.replace(/\n{2,}/g, "\n"))
    .join("\n\n");
}

/**
 * The blocks with another text, as it was written without the editor: paragraphs that stayed keep how they look, and
 * what isn't text keeps its place among them.
 */
export function withText(blocks: readonly Block[], body: string): Block[] {
  const read = (text: string) => text.replace(/\s+/g, " ").trim();
  if (read(textOf(blocks)) === read(body)) return [...blocks];
  const changed: Block[] = [];
  let at = 0;
  for (const paragraph of blocksOf({ blocks: null, body })) {
    const text = read(textOf([paragraph]));
    const same = blocks.findIndex((block, index) => index >= at && read(textOf([block])) === text);
    if (same === -1) {
      changed.push(paragraph);
      continue;
    }
    changed.push(
      ...blocks.slice(at, same + 1).filter((block, index) => !("words" in block) || at + index === same),
    );
    at = same + 1;
  }
  return [...changed, ...blocks.slice(at).filter((block) => !("words" in block))];
}

/**
 * An issue's blocks in another language: each paragraph of the translation stands in the place of the issue's own, further ones
 * after the last; what isn't text stays.
 */
export function translatedBlocks(
  issue: { blocks: Block[] | null; body: string },
  body: string | undefined,
): Block[] {
  const blocks = blocksOf(issue);
  if (body === undefined) return blocks;
  const paragraphs = blocksOf({ blocks: null, body });
  const last = blocks.findLastIndex((block) => "words" in block && !isEmpty(block));
  return blocks.flatMap((block, at) => {
    if (!("words" in block)) return [block];
    if (isEmpty(block)) return [];
    const [paragraph, ...further] = at === last ? paragraphs : paragraphs.splice(0, 1);
    return paragraph && "words" in paragraph ? [{ ...block, words: paragraph.words }, ...further] : [];
  });
}

const asWritten = ({ text, href }: Words) =>
  href && href !== text && /^https?:[^\s()<>"]+$/.test(href) && !/[[\]\n]/.test(text)
    ? `[${text}](${href})`
    : text;

/** A block's words by lines: an address that stands among them leads there, too. */
export function linesOf(all: readonly Words[]): Words[][] {
  const lines: Words[][] = [[]];
  for (const { text, ...look } of all) {
    for (const [at, line] of text.split("\n").entries()) {
      if (at > 0) lines.push([]);
      const found: TextPiece[] = look.href ? [{ text: line }] : piecesOf(line, { withNames: true });
      lines.at(-1)?.push(...found.filter((piece) => piece.text).map((piece) => ({ ...look, ...piece })));
    }
  }
  return lines;
}

/** Whether a block shows nothing, as an empty paragraph does. */
export function isEmpty(block: Block): boolean {
  return "words" in block && isBlank(block.words.map(({ text }) => text).join(""));
}

/** The ids that blocks of this kind name, each once. */
export function idsOf(blocks: readonly Block[], kind: CardKind | "picture"): string[] {
  return [...new Set(blocks.flatMap((block) => (block.kind === kind && "id" in block ? [block.id] : [])))];
}
