import { emoji, type Face, graphemesOf, ideograph, widthInEm } from "./letter-widths.ts";
import { writingOf } from "./writing.ts";

// A name in lines that are each as wide as the sheet, as on a printed bill, each of its own size. Nothing is measured where
// it is shown: the widths of letters are known well enough.

/** As much of a name as no line divides. */
interface Word {
  text: string;
  /** Its width, in multiples of its size. */
  em: number;
  /** It goes on within a word. */
  isGlued: boolean;
}

/** A word longer than this is taken apart, into pieces of about the second length: both in em. */
interface Longest {
  whole: number;
  piece: number;
}

const joined = (words: Word[]) =>
  words.map(({ text, isGlued }, at) => (at > 0 && !isGlued ? ` ${text}` : text)).join("");

const isUnspaced = (text: string) => /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text);
const segmenter = new Intl.Segmenter("ja", { granularity: "word" });

function wordsOf(name: string, face: Face, { whole, piece }: Longest): Word[] {
  return name
    .split(/\s+/u)
    .filter(Boolean)
    .flatMap((word) => {
      const em = widthInEm(word, face);
      const count = em > whole && writingOf(word).dir !== "rtl" ? Math.ceil(em / piece) : 1;
      // Between Chinese and Japanese words there are no spaces.
      const texts = isUnspaced(word) ? unspacedWords(word) : evenPieces(graphemesOf(word), count);
      return texts.map((text, at) => ({ text, em: widthInEm(text, face), isGlued: at > 0 }));
    });
}

/** A name's words where there are no spaces between them, each with its place in the name; any other name whole. */
export function wordsWithoutSpaces(name: string): { at: number; text: string }[] {
  if (!isUnspaced(name)) return [{ at: 0, text: name }];
  let end = 0;
  return unspacedWords(name).map((text) => {
    const at = end;
    end += text.length;
    return { at, text };
  });
}

function unspacedWords(text: string): string[] {
  return [...segmenter.segment(text)].reduce<string[]>((all, { segment, isWordLike }) => {
    // A mark stays with the word before it.
    if (!isWordLike && all.length > 0) all.push((all.pop() ?? "") + segment);
    else all.push(segment);
    return all;
  }, []);
}

function evenPieces(letters: string[], count: number): string[] {
  const length = Math.ceil(letters.length / count);
  return Array.from({ length: count }, (_, at) =>
    letters.slice(at * length, (at + 1) * length).join(""),
  ).filter(Boolean);
}

/** What sums of widths may be wrong by. */
const trace = 1e-6;

/** The words in this many lines or fewer, the longest of which is as short as can be. */
function balanced(words: Word[], count: number): Word[][] {
  const fill = (width: number) =>
    words.reduce<{ lines: Word[][]; left: number }>(
      ({ lines, left }, word) => {
        const line = lines.at(-1);
        if (!line || word.em > left + trace) return { lines: [...lines, [word]], left: width - word.em };
        line.push(word);
        return { lines, left: left - word.em };
      },
      { lines: [], left: 0 },
    ).lines;
  const widest = Math.max(...words.map(({ em }) => em));
  let [low, high] = [widest, words.reduce((sum, { em }) => sum + em, 0)];
  for (let step = 0; step < 12; step += 1) {
    const middle = (low + high) / 2;
    if (fill(middle).length <= Math.max(1, count)) high = middle;
    else low = middle;
  }
  return fill(high);
}

// On the screen: in the letters the artist writes, and in two ways at once, for wide screens and for phones.

/** A line of a name, and the lines that it becomes on a narrow screen. */
export interface NameLine extends NamePart {
  parts: NamePart[];
}

export interface NamePart extends Word {
  /** The room that it needs above and below its line, in multiples of its size. */
  above: number;
  below: number;
}

export interface NameLines {
  lines: NameLine[];
  /** The height of a line, in multiples of its size. */
  lineHeight: number;
  /** The height of all lines, each as wide as the others, in multiples of that width; and of the parts. */
  ratio: number;
  narrowRatio: number;
}

/** How high the whole name is at best, in multiples of its width: on a wide screen, and on a phone. */
const bestRatio = { wide: 0.36, narrow: 0.95 };
const headlineRatio = 0.5;
/** A longer word would be small print on a phone. */
const longestOnScreen: Longest = { whole: 9, piece: 9 };
/** A shorter one, such as 'The' or '&', stands on no line of its own: it would be the largest of all. */
const leastWord = 1.5;

/**
 * Sets a name in as many lines as fill a sheet best. Words stay whole where they are of a reasonable length.
 */
export function nameLines(name: string, face: Face): NameLines {
  const words = screenWords(name, face);
  const lineHeight = lineHeightOf(name);
  const em = widthInEm(name, face);
  const count = (ratio: number) => Math.round(Math.sqrt((ratio * em) / lineHeight));
  const lines = balanced(words, count(bestRatio.wide)).map((line) => {
    const own = partOf(line, face);
    const parts = balanced(line, Math.round((count(bestRatio.narrow) * own.em) / em));
    return { ...own, parts: parts.map((part) => partOf(part, face)) };
  });
  const ratioOf = (all: NamePart[]) =>
    all.reduce((sum, { em, above, below }) => sum + (lineHeight + above + below) / em, 0);
  return {
    lines,
    lineHeight,
    ratio: ratioOf(lines),
    narrowRatio: ratioOf(lines.flatMap(({ parts }) => parts)),
  };
}

/** The width of the widest line of a name that stands as a headline beside other things. */
export function widestLine(name: string, face: Face): number {
  const count = Math.round(Math.sqrt((headlineRatio * widthInEm(name, face)) / lineHeightOf(name)));
  return Math.max(...balanced(screenWords(name, face), count).map((line) => partOf(line, face).em));
}

function screenWords(name: string, face: Face): Word[] {
  const all: Word[] = [];
  const words = wordsOf(name, face, longestOnScreen);
  words.forEach((word, at) => {
    const last = all.at(-1);
    const isLoose = last && (last.em < leastWord || (at === words.length - 1 && word.em < leastWord));
    if (isLoose) all.splice(-1, 1, wordOf([last, word], face));
    else all.push(word);
  });
  return all;
}

function wordOf(words: Word[], face: Face): Word {
  const text = joined(words);
  return { text, em: widthInEm(text, face), isGlued: words[0]?.isGlued ?? false };
}

function partOf(words: Word[], face: Face): NamePart {
  const word = wordOf(words, face);
  return { ...word, ...roomOf(word.text) };
}

/** The height of a line: as tight as type goes, unless signs fill their square or have marks above and below. */
function lineHeightOf(name: string): number {
  if (/[\p{Script=Arabic}\p{Script=Thai}\p{Script=Devanagari}]/u.test(name)) return 1.4;
  return isTight(name) ? 0.82 : 1.15;
}

function isTight(text: string): boolean {
  return /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{N}\p{P}\p{Sc}\p{Sm}\p{Z}\p{M}]*$/u.test(
    text,
  );
}

/** What a tight line needs besides, where letters go below it or accents stand on capitals. */
function roomOf(text: string): Pick<NamePart, "above" | "below"> {
  if (!isTight(text)) return { above: 0, below: 0 };
  return {
    above: /[À-ÖØ-ÞĀ-Ž]/u.test(text) ? 0.16 : 0,
    below: /[gjpqyçşţýÿQ,;()[\]\p{Script=Cyrillic}\p{Script=Greek}]/u.test(text) ? 0.22 : 0,
  };
}

// On paper: in capitals, within a height, and what the guess leaves over the browser gives to the letters.

/** What a name is set in on paper: a font whose letters can be of many widths, or a common one. */
export type PaperFace = "archivo-capitals" | "common-capitals";

/** One line on paper, in em of its own letters. */
export interface FittedLine {
  /** Which of the lines it is, from 0. */
  at: number;
  text: string;
  /** How wide it is set, and how far it reaches above and below the line that the letters stand on. */
  width: number;
  above: number;
  below: number;
  /** The font's width in percent, of 62 to 125. */
  stretch: number;
  /** How much of the measure it takes: 1 unless that would make it too tall. */
  share: number;
  /** A small word between others, as on old playbills. */
  isCatchword: boolean;
}

type Line = Omit<FittedLine, "at">;

const narrowest = 62;
const widest = 125;
/** How much wider letters can get. */
const widening: Record<PaperFace, number> = { "archivo-capitals": 1.85, "common-capitals": 1 };
const capitalHeight = 0.69;
const longestOnPaper: Longest = { whole: 14, piece: 9 };
const mostLines = 5;

const catchwords = new Set([
  "THE",
  "AND",
  "&",
  "+",
  "OF",
  "WITH",
  "FEAT.",
  "UND",
  "ET",
  "Y",
  "E",
  "OCH",
  "OG",
]);
/** As tall as a catchword's line is, in shares of the measure. */
const catchwordHeight = 0.045;
/** Between two lines. */
export const lineGap = 0.016;
/** With more of them between others, small words are words like all. */
const mostGroups = 4;

/**
 * How wide a text is in capitals of the narrowest letters, in em: a line of one size is as long as this times the size.
 */
export function narrowWidth(text: string): number {
  return widthInEm(text.toUpperCase(), "archivo-capitals");
}

/**
 * A name in capitals, in lines that fill the measure, together as tall as they get within the height.
 * @param height all that the lines may take, in shares of the measure
 */
export function fittedLines(
  name: string,
  height: number,
  face: PaperFace = "archivo-capitals",
): FittedLine[] {
  const words = wordsOf(name.toUpperCase(), face, longestOnPaper);
  const isSmall = ({ text }: Word) => catchwords.has(text);
  const parted = groupsOf(words, isSmall);
  const groups = words.every(isSmall) || parted.length > mostGroups ? [words] : parted;
  const set = (group: Word[]): Line[][] => {
    if (groups.length > 1 && group.every(isSmall)) {
      return [[{ ...paperLine(joined(group), height, face), isCatchword: true }]];
    }
    const most = mostLines + group.filter(({ isGlued }) => isGlued).length;
    return Array.from({ length: Math.min(group.length, most) }, (_, at) =>
      balanced(group, at + 1).map((line, which, lines) =>
        paperLine(joined(line) + hyphenBefore(lines[which + 1]), height, face),
      ),
    );
  };
  const totalOf = (lines: Line[]) =>
    lines.reduce((sum, line) => sum + heightOf(line), 0) + (lines.length - 1) * lineGap;
  // Tall lines are worth little where one of them, a single sign, doesn't fill the measure.
  const worthOf = (lines: Line[]) => totalOf(lines) * Math.min(...lines.map(({ share }) => share));
  // Each group by itself, with its part of the height.
  const broad = groups.filter((group) => !group.every(isSmall)).length;
  const room = (height - (groups.length - broad) * (catchwordHeight + lineGap)) / Math.max(1, broad);
  const lines = groups.flatMap((group) => {
    const fitting = set(group).toSorted((one, other) => worthOf(other) - worthOf(one));
    const lowest = fitting.toSorted((one, other) => totalOf(one) - totalOf(other))[0];
    return fitting.find((one) => totalOf(one) <= room) ?? lowest ?? [];
  });
  const fixed =
    lines.filter(({ isCatchword }) => isCatchword).length * catchwordHeight + (lines.length - 1) * lineGap;
  const excess = Math.max(1, (totalOf(lines) - fixed) / (height - fixed));
  return lines.map((one, at) => ({ ...one, at, share: one.share / excess }));
}

const heightOf = ({ width, above, below, share, isCatchword }: Line) =>
  isCatchword ? catchwordHeight : ((above + below) / width) * share;

/** Where the next line goes on within a word. */
function hyphenBefore([next]: Word[] = []): string {
  return next?.isGlued && !isUnspaced(next.text) ? "-" : "";
}

/** Runs of small words, and of the others. */
function groupsOf(words: Word[], isSmall: (word: Word) => boolean): Word[][] {
  return words.reduce<Word[][]>((groups, word) => {
    const last = groups.at(-1);
    const [first] = last ?? [];
    if (last && first && isSmall(first) === isSmall(word)) last.push(word);
    else groups.push([word]);
    return groups;
  }, []);
}

/** @param height all that the lines may take; one of them takes no more than the larger part */
function paperLine(text: string, height: number, face: PaperFace): Line {
  const tallest = height * 0.62;
  const { above, below } = reachOf(text);
  const em = Math.max(widthInEm(text, face), 0.2);
  const own = above + below;
  // As wide as it must be to fill the measure at that height, as far as the font goes.
  const wider = Math.min(Math.max(1, own / tallest / em), widening[face]);
  const size = Math.min(1 / (em * wider), tallest / own);
  return {
    text,
    width: em * wider,
    above,
    below,
    stretch: Math.round(
      narrowest + ((wider - 1) / (widening["archivo-capitals"] - 1)) * (widest - narrowest),
    ),
    share: Math.min(1, em * wider * size),
    isCatchword: false,
  };
}

const plain = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{N}\p{P}\p{S}\s]/u;

/** How far a line of capitals reaches above and below what it stands on. */
function reachOf(text: string): { above: number; below: number } {
  return graphemesOf(text).reduce(
    (reach, one) => {
      const [base = "", ...marks] = one.normalize("NFD");
      const [above, below] = emoji.test(one)
        ? [0.95, 0.25]
        : ideograph.test(one)
          ? [0.88, 0.12]
          : !plain.test(base)
            ? [1, 0.4]
            : [
                marks.length > 0 ? 0.92 : 0,
                marks.some((mark) => /[\u0316-\u0333]/.test(mark)) || /[Q,;@(){}[\]|]/.test(base) ? 0.2 : 0,
              ];
      return { above: Math.max(reach.above, above), below: Math.max(reach.below, below) };
    },
    { above: capitalHeight, below: 0 },
  );
}
