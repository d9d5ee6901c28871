import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

/** A part of a font that writes some of a text's letters: a file of its own, as @fontsource cuts large fonts. */
export interface FontPart {
  name: string;
  file: string;
}

const others = [
  "noto-sans-arabic",
  "noto-sans-hebrew",
  "noto-sans-devanagari",
  "noto-sans-bengali",
  "noto-sans-tamil",
  "noto-sans-thai",
  "noto-sans-georgian",
  "noto-sans-armenian",
  "noto-sans-ethiopic",
  "noto-emoji",
];

/** Letters, digits and marks that every artist's font has, or the one that stands in for it. */
const everyFont =
  /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{ASCII}\u00a0-\u00ff\u2010-\u203a\u20a0-\u20bf]$/u;
/** Characters that join or change the letter before them: that letter's font has them too. */
const joining = /^[\p{Mn}\p{Cf}\p{Emoji_Modifier}\p{Zs}]$/u;

/**
 * The parts of the Noto fonts that write what an ordinary font of this site can't. Letters that no part has come out
 * as empty boxes: `unwritable` says how many.
 */
export async function scriptFontsFor(text: string): Promise<{ parts: FontPart[]; unwritable: number }> {
  const families = [...others, ...hanFamiliesFor(text)];
  const parts = new Map<string, FontPart>();
  let unwritable = 0;
  for (const letter of new Set(text)) {
    if (everyFont.test(letter) || joining.test(letter)) continue;
    const part = await partFor(letter.codePointAt(0) ?? 0, families);
    if (part) parts.set(part.name, part);
    else unwritable++;
  }
  return { parts: [...parts.values()], unwritable };
}

/** Chinese, Japanese and Korean draw the same characters differently: kana and hangul tell which is meant. */
function hanFamiliesFor(text: string): string[] {
  const families = ["noto-sans-sc", "noto-sans-tc", "noto-sans-jp", "noto-sans-kr"];
  const meant = /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)
    ? "noto-sans-jp"
    : /\p{Script=Hangul}/u.test(text)
      ? "noto-sans-kr"
      : undefined;
  return meant ? [meant, ...families.filter((family) => family !== meant)] : families;
}

async function partFor(codePoint: number, families: string[]): Promise<FontPart | undefined> {
  for (const family of families) {
    const part = (await partsOf(family)).find(({ ranges }) =>
      ranges.some(([first, last]) => first <= codePoint && codePoint <= last),
    );
    if (part) return part;
  }
  return undefined;
}

interface PartWithRanges extends FontPart {
  /** Code points, both ends included. */
  ranges: [number, number][];
}

const loaded = new Map<string, Promise<PartWithRanges[]>>();

/** The parts of a family, and the characters of each, read once in the process. */
function partsOf(family: string): Promise<PartWithRanges[]> {
  const known = loaded.get(family) ?? readParts(family);
  loaded.set(family, known);
  return known;
}

/** Those cut for the family's own script; the others, such as `symbols`, promise letters that they don't have. */
async function readParts(family: string): Promise<PartWithRanges[]> {
  const fileOf = (path: string) =>
    fileURLToPath(import.meta.resolve(`@fontsource-variable/${family}/${path}`));
  const parts: Record<string, string> = JSON.parse(await readFile(fileOf("unicode.json"), "utf8"));
  return Object.entries(parts)
    .map(([key, ranges]) => ({ part: key.replace(/[[\]]/g, ""), ranges }))
    .filter(({ part }) => /^\d+$/.test(part) || family.endsWith(`-${part}`))
    .map(({ part, ranges }) => {
      const name = `${family}-${part}`;
      return {
        name,
        file: fileOf(`files/${name}-wght-normal.woff2`),
        ranges: ranges.split(",").map(rangeOf),
      };
    });
}

/** `U+4e00-4eff`, or `U+4e00` for one. */
function rangeOf(text: string): [number, number] {
  const [first = "", last = first] = text.replace("U+", "").split("-");
  return [Number.parseInt(first, 16), Number.parseInt(last, 16)];
}
