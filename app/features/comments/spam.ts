import type { CommentForm } from "./schema.ts";

type Words = Pick<CommentForm, "author_name" | "content" | "subject">;

/**
 * Whether a comment is kept back until the artist has looked at it: because of links however they are disguised,
 * addresses to write to, absurd repetition or shouting, or a filled trap. [decisions: What visitors write]
 *
 * Wrong guesses cost little: a comment that is kept back isn't lost.
 * @param linksWait false where an admin lets links through on the whole site
 */
export function looksLikeSpam({ author_name, content, subject }: Words, linksWait = true): boolean {
  if (subject !== "") return true;
  const text = plain(`${author_name}\n${content}`);
  return (linksWait && leadsElsewhere(text)) || repeatsItself(text) || shouts(content);
}

/** Scripts that put no space between their words: there a word is found within others. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Khmer}\p{Script=Lao}]/u;

/**
 * Whether one of the artist's own blocked words or phrases stands in a comment or its author's name, as a whole word,
 * in whatever case or disguise.
 */
export function hasBlockedWord({ author_name, content }: Words, words: readonly string[]): boolean {
  const text = plain(`${author_name}\n${content}`).replace(/\s+/g, " ");
  return words.some((word) => {
    const sought = plain(word).replace(/\s+/g, " ").trim();
    if (sought === "") return false;
    if (unspaced.test(sought)) return text.includes(sought);
    const letters = sought.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
    return new RegExp(`(?<![\\p{L}\\p{N}])${letters}(?![\\p{L}\\p{N}])`, "u").test(text);
  });
}

/** Letters that look Latin and aren't, as a disguised address has them. */
const lookalikes: Record<string, string> = {
  а: "a",
  с: "c",
  е: "e",
  і: "i",
  ј: "j",
  м: "m",
  о: "o",
  р: "p",
  ѕ: "s",
  т: "t",
  у: "y",
  х: "x",
  ο: "o",
  ν: "v",
  ρ: "p",
};

/** Without disguise: wide and ornamental letters become plain ones, and invisible characters go. */
function plain(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/\p{Default_Ignorable_Code_Point}/gu, "")
    .replace(/[асеіјморѕтухονρ]/gu, (letter) => lookalikes[letter] ?? letter);
}

/** Endings of an address that begin no sentence, as after a full stop without a space, in any language we know. */
const endings =
  "com|net|org|info|biz|xyz|online|site|website|shop|store|club|click|casino|loan|vip|app|dev|tv|fm|gg|cc|ws|" +
  "ru|su|cn|tk|ml|ga|cf|gq|pw|uk|fr|nl|pl|br|jp|kr|vn|ua|ch|nz|pф|укp";

const links = [
  // Any scheme, also one that was made harmless to look at: hxxp.
  /\b[a-z][a-z0-9+.-]*:\/\//,
  /\bh(?:tt|xx)ps?\b\W/,
  /\bwww\d?\s?[.,]/,
  // Markup of a link.
  /< ?a\b[^>]*>|\bhref ?=|\[ ?url\b|\]\(/,
  // A name with an ending; with a comma for the dot, or a space before it; any short ending with a path behind it.
  new RegExp(`[\\p{L}\\p{N}][.。](?:${endings})(?![\\p{L}\\p{N}])`, "u"),
  /[\p{L}\p{N}](?:[,·•]|\s[.。]\s?)(?:com|ru)(?![\p{L}\p{N}])/u,
  /[\p{L}\p{N}-]\.(?:[a-z]{2}|gle|link|live|page|top)\/[\w~%?#-]/u,
  // E-mail addresses, and numbers with their country's.
  /[^\s@]@[^\s@]+\.\p{L}{2}/u,
  /\+\s?\d(?:[\s().-]?\d){8,}/,
];

const dotInWords = new RegExp(` dot (?=(?:${endings})(?![\\p{L}\\p{N}]))`, "gu");

function leadsElsewhere(text: string): boolean {
  const joined = text
    .replace(/\s+/g, " ")
    // example (dot) com, example[.]com, example dot com
    .replace(/ ?[([{<] ?(?:dot|\.) ?[)\]}>] ?/g, ".")
    .replace(dotInWords, ".")
    .replace(/ ?[([{<] ?at ?[)\]}>] ?/g, "@")
    // e x a m p l e . c o m
    .replace(/(?<![\p{L}\p{N}])(?:[\p{L}\p{N}.] ){4,}[\p{L}\p{N}](?![\p{L}\p{N}])/gu, (spaced) =>
      spaced.replaceAll(" ", ""),
    );
  return links.some((link) => link.test(joined));
}

function repeatsItself(text: string): boolean {
  if (/([\p{L}\p{N}\p{P}])\1{39}/u.test(text)) return true;
  if ((text.match(/\p{Extended_Pictographic}/gu)?.length ?? 0) > 100) return true;
  const words = text.match(/[\p{L}\p{N}]+/gu) ?? [];
  if (words.length >= 40 && new Set(words).size <= words.length / 8) return true;
  const lines = text.split("\n").filter((line) => line.length >= 10);
  return lines.length >= 5 && new Set(lines).size <= lines.length / 4;
}

/** Many words, nearly all in capitals. */
function shouts(text: string): boolean {
  const capitals = text.match(/\p{Lu}/gu)?.length ?? 0;
  const small = text.match(/\p{Ll}/gu)?.length ?? 0;
  return capitals > 150 && capitals > 9 * small;
}
