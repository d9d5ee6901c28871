// How wide a text runs in the font it is set in, so that the server can choose its size and its lines.

/**
 * The advance of each character from the space to '~', in hundredths of the size, at the weight of names. Measured in
 * Chromium.
 */
const advances = {
  "league-gothic":
    "15 18 26 61 31 50 42 15 27 27 33 52 15 22 16 35 35 24 36 35 35 34 34 31 34 34 18 18 52 52 52 34 43 39 36 36 37 33 30 36 38 19 21 38 30 48 40 36 35 36 36 34 33 37 36 51 37 36 32 26 39 26 54 59 50 32 30 30 32 30 23 35 31 16 17 30 16 47 31 30 30 30 24 30 23 31 29 44 30 30 30 34 17 34 60",
  "abril-fatface":
    "18 38 33 61 57 77 82 19 35 35 53 53 26 35 27 35 66 43 55 57 60 54 62 51 61 62 27 26 53 53 53 58 88 69 66 69 76 62 59 72 75 36 52 73 60 84 67 75 63 75 72 60 68 68 69 102 71 64 61 33 35 33 56 50 50 55 59 48 59 52 38 52 62 32 31 62 32 89 62 54 59 59 50 43 39 61 53 83 60 53 52 38 32 38 53",
  inter:
    "22 36 59 66 66 103 68 35 38 38 58 69 35 47 35 40 69 44 64 66 69 63 66 59 66 66 35 36 69 69 69 58 104 77 67 74 72 61 59 75 75 29 59 74 57 94 77 77 65 78 66 66 68 73 77 106 76 75 68 38 40 38 49 48 38 59 64 60 64 60 41 64 64 28 28 59 28 93 64 62 64 64 42 57 38 64 62 86 59 62 58 49 39 49 69",
  roboto:
    "25 27 32 59 58 74 67 16 35 35 46 54 26 42 30 36 58 58 58 58 58 58 58 58 58 58 29 28 51 58 52 50 90 68 64 66 65 56 55 68 71 30 56 64 54 88 70 69 65 69 65 62 63 66 66 87 64 62 61 28 42 28 44 44 34 53 56 52 56 54 36 57 56 27 27 54 27 86 56 56 56 56 37 51 34 56 51 73 51 51 51 33 25 33 64",
  "open-sans":
    "26 29 52 66 58 95 80 29 36 36 54 59 31 32 29 44 59 59 59 59 59 59 59 59 59 59 29 30 59 59 59 51 90 73 67 65 73 55 54 74 77 35 35 69 58 97 83 80 63 80 68 58 59 76 69 104 72 66 61 32 44 32 53 50 42 62 64 54 64 62 41 61 67 33 32 66 32 100 67 64 64 64 47 52 46 67 61 91 63 61 51 43 51 43 59",
  montserrat:
    "29 30 46 73 65 90 75 24 37 37 45 61 28 39 28 42 69 41 60 60 70 61 65 63 67 65 28 28 61 61 61 60 104 79 77 73 83 67 64 77 81 34 56 75 61 95 81 85 74 85 74 65 64 79 77 118 74 69 68 39 42 39 61 50 60 63 70 60 70 64 41 71 70 31 32 68 31 105 70 67 70 70 44 55 45 69 62 96 62 62 56 41 31 41 61",
  poppins:
    "24 35 36 89 65 83 78 20 49 49 52 67 25 58 26 49 65 36 57 60 66 64 64 55 64 63 26 32 58 74 57 54 105 72 64 77 72 53 53 77 72 28 57 66 46 90 74 79 61 79 64 61 58 70 71 102 69 64 58 50 76 50 68 79 27 68 68 60 68 62 35 68 66 28 28 58 28 105 66 64 68 68 40 55 39 66 60 84 54 61 48 51 31 51 59",
  lato: "19 36 42 58 58 80 71 24 30 30 40 58 23 36 23 39 58 58 58 58 58 58 58 58 58 58 27 27 58 58 58 42 82 71 65 67 75 57 56 72 76 31 44 70 52 93 76 80 63 80 66 54 60 73 71 105 68 66 62 30 39 30 58 39 32 52 57 48 57 54 35 52 57 27 27 55 27 84 57 57 57 57 41 44 39 57 53 79 54 53 47 30 30 30 58",
  nunito:
    "28 26 48 60 60 95 75 26 38 38 45 60 26 44 26 33 60 60 60 60 60 60 60 60 60 60 26 26 60 60 60 47 95 75 70 68 77 61 57 74 78 30 37 69 57 88 75 80 66 80 70 64 63 74 73 112 69 63 62 38 33 38 60 50 39 56 61 48 61 55 38 62 60 27 27 56 33 89 60 59 61 61 41 49 40 59 53 86 56 53 48 41 30 41 60",
  "source-sans":
    "20 35 56 53 53 86 68 31 35 35 46 53 31 34 31 34 53 53 53 53 53 53 53 53 53 53 31 31 53 53 53 47 91 58 61 58 64 55 53 64 68 31 51 62 52 77 67 69 60 69 62 56 56 67 56 82 58 54 54 35 34 35 53 50 56 53 58 47 58 52 35 54 58 28 28 56 29 86 58 56 58 58 41 45 39 57 53 79 53 53 47 35 27 35 53",
  raleway:
    "23 33 43 74 64 82 73 25 33 32 35 42 24 42 24 74 61 52 58 57 58 56 61 58 61 59 27 28 52 44 52 49 85 67 68 69 72 60 57 73 75 30 49 68 59 86 76 76 62 76 67 62 62 75 67 106 65 66 63 34 66 34 60 46 27 59 64 57 65 60 39 64 61 27 27 57 34 94 61 61 64 64 40 50 40 63 56 85 54 55 49 34 29 34 59",
  "work-sans":
    "27 31 46 71 65 97 66 26 41 41 59 60 30 53 30 48 65 45 60 60 66 58 62 63 63 62 30 30 60 60 60 63 92 68 69 68 72 63 61 72 75 33 64 71 60 93 74 73 69 73 70 65 67 71 70 101 69 69 64 41 48 41 63 54 50 58 63 57 63 58 42 57 62 30 30 64 33 94 62 60 63 63 44 54 44 62 58 92 61 58 51 45 35 45 62",
  // For paper, where names stand in capitals: Archivo's heaviest at its narrowest, and those of a common font.
  "archivo-capitals":
    "11 26 38 49 38 49 52 22 38 38 38 47 22 26 22 26 43 38 43 43 43 43 43 38 43 43 22 22 49 47 49 43 70 49 49 52 52 47 38 52 52 26 38 49 43 70 52 56 49 56 49 47 47 52 47 70 49 47 47 38 49 38 49 49 49 49 49 52 52 47 38 52 52 26 38 49 43 70 52 56 49 56 49 47 47 52 47 70 49 47 47 38 22 38 49",
  "common-capitals":
    "16 37 54 70 54 70 74 31 54 54 54 67 31 37 31 37 61 54 61 61 61 61 61 54 61 61 31 31 70 67 70 61 100 70 70 74 74 67 54 74 74 37 54 70 61 100 74 80 70 80 70 67 67 74 67 100 70 67 67 54 70 54 70 70 70 70 70 74 74 67 54 74 74 37 54 70 61 100 74 80 70 80 70 67 67 74 67 100 70 67 67 54 31 54 70",
};

/** A typeface whose letters are known. */
export type Face = keyof typeof advances;

const tables = new Map<Face, number[]>();

function tableOf(face: Face): number[] {
  const known = tables.get(face) ?? advances[face].split(" ").map(Number);
  tables.set(face, known);
  return known;
}

export const ideograph =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー\u3000-\u303f\uff00-\uff60]/u;
export const emoji = /\p{Extended_Pictographic}|\p{Regional_Indicator}/u;

/**
 * What letters take that are not in the table, at most: those of another script are drawn by whatever font the
 * visitor has.
 */
const otherWidths: [RegExp, number][] = [
  [emoji, 1.38],
  [ideograph, 1.02],
  [/\p{Script=Arabic}/u, 0.62],
];
/** On paper they are made to fit, so there it is what they take on average. */
const otherWidth: Partial<Record<Face, number>> = { "archivo-capitals": 0.49, "common-capitals": 0.7 };
const otherWidthAtMost = 0.78;

const segmenter = new Intl.Segmenter("en", { granularity: "grapheme" });
const ascii = /^[\x20-\x7e]*$/;

/** What a reader takes for one character each. */
export function graphemesOf(text: string): string[] {
  return ascii.test(text) ? [...text] : [...segmenter.segment(text)].map(({ segment }) => segment);
}

/** The width of a text in multiples of its size; never less than it takes, short of a trace. */
export function widthInEm(text: string, face: Face): number {
  const table = tableOf(face);
  const sum = graphemesOf(text).reduce((width, one) => {
    // An accent takes no room of its own.
    const own = table[(one.normalize("NFD").codePointAt(0) ?? 0) - 32];
    const other = () =>
      otherWidths.find(([those]) => those.test(one))?.[1] ?? otherWidth[face] ?? otherWidthAtMost;
    return width + (own ? own / 100 : other());
  }, 0);
  return Math.ceil(sum * 101) / 100;
}
