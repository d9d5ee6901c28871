import { writingOf } from "./writing.ts";

// Wood type: a name in lines that each fill the measure. It works without the font at hand, so that a sheet needs no
// script: letters' widths are known well enough, and what is left over the browser gives to the letters.

/** One line, in em of its own letters. */
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

/** Of a line that is set as narrow as the font goes. */
interface Extent {
  width: number;
  above: number;
  below: number;
}

/** A piece of a text that stays whole, and what stands before it unless it begins a line. */
interface Piece {
  text: string;
  before: string;
}

const narrowest = 62;
const widest = 125;
/** What a name is set in: how wide its letters are against Archivo's narrowest, and how much wider they can get. */
interface Face {
  width: number;
  widening: number;
}

/** Archivo, whose letters can be of many widths. */
export const woodType: Face = { width: 1, widening: 1.85 };
/** A common font's capitals. */
export const commonType: Face = { width: 1.43, widening: 1 };

/** Of Archivo's heaviest capitals at its narrowest, in hundredths of an em. */
const capitals: [width: number, characters: string][] = [
  [11, " "],
  [22, ".,:;’'|"],
  [26, "I!/-–"],
  [38, '17JF(){}[]*$"'],
  [43, "L02345689?"],
  [47, "EZSTVY+="],
  [49, "ABPRXK#"],
  [52, "CDGHNU&"],
  [56, "OQ"],
  [70, "MW@"],
  [75, "ÆŒ"],
];
const widths = new Map(capitals.flatMap(([width, all]) => [...all].map((one) => [one, width / 100])));
const capitalHeight = 0.69;
/** A letter of a common width. */
const usual = 0.49;

const ideograph =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff00-\uffef]/u;
const emoji = /\p{Extended_Pictographic}|\p{Regional_Indicator}/u;
const plain = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{N}\p{P}\p{S}\s]/u;
const characters = new Intl.Segmenter("en", { granularity: "grapheme" });
const words = new Intl.Segmenter("en", { granularity: "word" });
const ascii = /^[\x20-\x7e]*$/;
const graphemesOf = (text: string) =>
  ascii.test(text) ? [...text] : [...characters.segment(text)].map(({ segment }) => segment);

function extentOf(text: string, face = woodType): Extent {
  let extent: Extent = { width: 0, above: capitalHeight, below: 0 };
  const reach = (width: number, above: number, below: number) => {
    extent = {
      width: extent.width + width,
      above: Math.max(extent.above, above),
      below: Math.max(extent.below, below),
    };
  };
  for (const one of graphemesOf(text)) {
    const [base = "", ...marks] = one.normalize("NFD");
    if (emoji.test(one)) reach(1.3, 0.95, 0.25);
    else if (ideograph.test(one)) reach(1, 0.88, 0.12);
    else if (plain.test(base)) {
      const hangs = marks.some((mark) => /[\u0316-\u0333]/.test(mark)) || /[Q,;@(){}[\]|]/.test(base);
      reach((widths.get(base) ?? usual) * face.width, marks.length > 0 ? 0.92 : 0, hangs ? 0.2 : 0);
    } else reach(0.52, 1, 0.4);
  }
  return { ...extent, width: Math.max(extent.width, 0.2) };
}

/** How wide a text is in the narrowest letters, in em: a line of one size is as long as this times the size. */
export function narrowWidth(text: string): number {
  return extentOf(text.toUpperCase()).width;
}

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
/** A word longer than this is broken, into pieces of about the second length. */
const longestWord = 14;
const brokenWord = 9;
const mostLines = 5;
/** With more of them between others, small words are words like all. */
const mostGroups = 4;
/** So many pieces are tried in all ways; of a name with more, neighbours stay together. */
const mostPieces = 12;

function piecesOf(text: string): Piece[] {
  let pieces = wordsOf(text);
  while (pieces.length > mostPieces) {
    pieces = pieces.reduce<Piece[]>((all, piece, at) => {
      const last = all.at(-1);
      if (at % 2 === 0 || !last || piece.before === "\n") all.push(piece);
      else last.text += piece.before + piece.text;
      return all;
    }, []);
  }
  return pieces;
}

function wordsOf(text: string): Piece[] {
  return text
    .split(/\s+/)
    .filter(Boolean)
    .flatMap((word): Piece[] => {
      const { width } = extentOf(word);
      if (ideograph.test(word) && width > 3) {
        const parts = [...words.segment(word)].reduce<string[]>((all, { segment, isWordLike }) => {
          // A mark stays with the word before it.
          if (!isWordLike && all.length > 0) all.push((all.pop() ?? "") + segment);
          else all.push(segment);
          return all;
        }, []);
        return parts.map((part, at) => ({ text: part, before: at === 0 ? " " : "" }));
      }
      if (width <= longestWord || writingOf(word).dir === "rtl") return [{ text: word, before: " " }];
      const letters = graphemesOf(word);
      const each = Math.ceil(letters.length / Math.ceil(width / brokenWord));
      return Array.from({ length: Math.ceil(letters.length / each) }, (_, at) => {
        const isLast = (at + 1) * each >= letters.length;
        const part = letters.slice(at * each, (at + 1) * each).join("");
        return { text: isLast || ideograph.test(word) ? part : `${part}-`, before: at === 0 ? " " : "\n" };
      });
    });
}

/** Every way to set the pieces in lines. */
function* settings(pieces: readonly Piece[], lines: number): Generator<string[]> {
  const [first, ...others] = pieces;
  if (!first) {
    yield [];
    return;
  }
  let line = first.text;
  for (let taken = 0; ; taken += 1) {
    const rest = others.slice(taken);
    if (lines > 1 || rest.length === 0) {
      for (const below of settings(rest, lines - 1)) yield [line, ...below];
    }
    const [next] = rest;
    // A part of a broken word ends its line.
    if (!next || next.before === "\n") return;
    line += next.before + next.text;
  }
}

/** @param tallest how tall a line may be, in shares of the measure */
function lineOf(text: string, { width, above, below }: Extent, tallest: number, { widening }: Face): Line {
  const height = above + below;
  // As wide as it must be to fill the measure at that height, as far as the font goes.
  const wider = Math.min(Math.max(1, height / tallest / width), widening);
  const size = Math.min(1 / (width * wider), tallest / height);
  return {
    text,
    width: width * wider,
    above,
    below,
    stretch: Math.round(narrowest + ((wider - 1) / (woodType.widening - 1)) * (widest - narrowest)),
    share: Math.min(1, width * wider * size),
    isCatchword: false,
  };
}

const heightOf = ({ width, above, below, share, isCatchword }: Line) =>
  isCatchword ? catchwordHeight : ((above + below) / width) * share;

/**
 * A name in capitals, in lines that fill the measure, together as tall as they get within the height.
 * @param height all that the lines may take, in shares of the measure
 */
export function fittedLines(name: string, height: number, face = woodType): FittedLine[] {
  const text = name.toUpperCase();
  const pieces = piecesOf(text);
  const isSmall = ({ text: word }: Piece) => catchwords.has(word);
  const parted = groupsOf(pieces, isSmall);
  const groups = pieces.every(isSmall) || parted.length > mostGroups ? [pieces] : parted;
  const tallest = height * 0.62;
  const extents = new Map<string, Extent>();
  const line = (words: string) => {
    const extent = extents.get(words) ?? extentOf(words, face);
    extents.set(words, extent);
    return lineOf(words, extent, tallest, face);
  };
  const set = (group: Piece[]): Line[][] => {
    const [only] = group;
    if (groups.length > 1 && only && group.every(isSmall)) {
      return [[{ ...line(group.map((piece) => piece.text).join(" ")), isCatchword: true }]];
    }
    const broken = group.filter(({ before }) => before === "\n").length;
    return [...settings(group, mostLines + broken)].map((lines) => lines.map(line));
  };
  const totalOf = (lines: Line[]) =>
    lines.reduce((sum, line) => sum + heightOf(line), 0) + (lines.length - 1) * lineGap;
  // Each group by itself, with its part of the height: the number of all ways together would be their product.
  const broad = groups.filter((group) => !group.every(isSmall)).length;
  const room = (height - (groups.length - broad) * (catchwordHeight + lineGap)) / Math.max(1, broad);
  const lines = groups.flatMap((group) => {
    const fitting = set(group).toSorted((one, other) => totalOf(other) - totalOf(one));
    return fitting.find((one) => totalOf(one) <= room) ?? fitting.at(-1) ?? [];
  });
  const fixed =
    lines.filter(({ isCatchword }) => isCatchword).length * catchwordHeight + (lines.length - 1) * lineGap;
  const excess = Math.max(1, (totalOf(lines) - fixed) / (height - fixed));
  return lines.map((one, at) => ({ ...one, at, share: one.share / excess }));
}

/** Runs of small words, and of the others. */
function groupsOf(pieces: Piece[], isSmall: (piece: Piece) => boolean): Piece[][] {
  return pieces.reduce<Piece[][]>((groups, piece) => {
    const last = groups.at(-1);
    const [first] = last ?? [];
    if (last && first && isSmall(first) === isSmall(piece)) last.push(piece);
    else groups.push([piece]);
    return groups;
  }, []);
}
