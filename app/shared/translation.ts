import { IntlMessageFormat } from "intl-messageformat";
import { type Language, sourceLanguage } from "./languages.ts";
import { type Texts, type Translation, withoutContext } from "./t.ts";

/** Texts whose characters mean nothing to ICU MessageFormat need no parsing. */
const isPlain = (text: string) => !/[{}<']/.test(text);

/** A text that isn't among them is said in English. */
export function translationInto(language: Language, texts: Texts): Translation {
  const formats = new Map<string, IntlMessageFormat>();
  return {
    language,
    texts,
    translate(text, values) {
      const known = texts[text];
      const said = known ?? withoutContext(text);
      if (isPlain(said)) return said;
      let format = formats.get(text);
      if (!format) {
        format = new IntlMessageFormat(said, known === undefined ? sourceLanguage : language);
        formats.set(text, format);
      }
      return String(format.format(values));
    },
  };
}
