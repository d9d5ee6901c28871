import type { Language } from "~/shared/languages";
import type { Values } from "~/shared/t";

/**
 * A text in ICU MessageFormat with its values, as the server's intl-messageformat says it; with the parser that brings along, it
 * would take a tenth of all that the dashboard's first screen loads. Knows places, `number`, `plural` and `select`; a test holds it against
 * the library for every text in every language.
 */
export function formatMessage(text: string, values: Values, language: Language): string {
  if (!/[{}']/.test(text)) return text;
  let at = 0;

  /** Up to `end`, which is passed. */
  const upTo = (end: RegExp): string => {
    const length = text.slice(at).search(end);
    const found = text.slice(at, at + length).trim();
    at += length + 1;
    return found;
  };

  /** Up to the brace that closes it. @param count what `#` stands for, within a plural */
  const said = (count?: number): string => {
    let result = "";
    for (; at < text.length && text[at] !== "}"; at++) {
      const [char = "", next = ""] = text.slice(at, at + 2);
      if (char === "{") {
        at++;
        result += place(count);
        at--;
      } else if (char === "#" && count !== undefined) {
        result += count.toLocaleString(language);
      } else if (char === "'" && next === "'") {
        result += "'";
        at++;
      } else if (char === "'" && /[{}<>#]/.test(next)) {
        at++;
        result += upTo(/'|$/);
        at--;
      } else result += char;
    }
    return result;
  };

  /** What stands between braces, the closing one included. */
  const place = (count?: number): string => {
    const name = upTo(/[,}]/);
    const value = values[name];
    if (text[at - 1] === "}") return String(value ?? `{${name}}`);
    const kind = upTo(/[,}]/);
    if (kind === "number") return Number(value).toLocaleString(language);
    const isPlural = kind === "plural";
    const own = isPlural ? Number(value) : count;
    const choices: Record<string, string> = {};
    for (let choice = upTo(/[{}]/); text[at - 1] === "{"; choice = upTo(/[{}]/)) {
      choices[choice] = said(own);
      at++;
    }
    const wanted = isPlural ? new Intl.PluralRules(language).select(Number(value)) : String(value);
    return choices[`=${value}`] ?? choices[wanted] ?? choices.other ?? "";
  };

  return said();
}
