import { type MessageFormatElement, parse, TYPE } from "@formatjs/icu-messageformat-parser";
import { printAST } from "@formatjs/icu-messageformat-parser/printer.js";
import { withoutContext } from "../../app/shared/t.ts";

// A pseudo-language: English with an accent on each letter, and two fifths longer. So what isn't translated shows.

const plain = "abcdefghijklmnopqrstuvwxyz";
const accented = "åƀçðéƒĝĥîĵķļɱñöþǫŕšţûṽŵẋýž";

function pseudo(text: string): string {
  return text.replace(/\p{L}+/gu, (word) => {
    const letters = word.replace(/[a-z]/gi, (letter) => {
      const other = accented[plain.indexOf(letter.toLowerCase())] ?? letter;
      return letter === letter.toLowerCase() ? other : other.toUpperCase();
    });
    return letters + "ö".repeat(Math.ceil(word.length * 0.4));
  });
}

function inPseudo(elements: MessageFormatElement[]): MessageFormatElement[] {
  return elements.map((element) => {
    if (element.type === TYPE.literal) return { ...element, value: pseudo(element.value) };
    if (element.type !== TYPE.plural && element.type !== TYPE.select) return element;
    const { other } = element.options;
    return other ? { ...element, options: { other: { ...other, value: inPseudo(other.value) } } } : element;
  });
}

/** A text in the pseudo-language, as a language's file would have it. */
export const inPseudoLanguage = (text: string) => printAST(inPseudo(parse(withoutContext(text))));
