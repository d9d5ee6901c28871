import { isLanguage, sourceLanguage } from "~/shared/languages";
import { setTranslation, type Texts, withoutContext } from "~/shared/t";
import { formatMessage } from "./message-format.ts";

const catalogues = import.meta.glob<Texts>("../../languages/*.json", { import: "default" });

/** Lets React's screens speak the document's language, once its texts are here. English has none to wait for. */
export async function speakScreensLanguage(): Promise<void> {
  const { lang } = document.documentElement;
  const language = isLanguage(lang) ? lang : sourceLanguage;
  const texts = (await catalogues[`../../languages/${language}.json`]?.()) ?? {};
  const translation = {
    language,
    texts,
    translate(text: string, values = {}) {
      const known = texts[text];
      // A text that isn't among them is said in English, plural forms as well.
      return known === undefined
        ? formatMessage(withoutContext(text), values, sourceLanguage)
        : formatMessage(known, values, language);
    },
  };
  setTranslation(() => translation);
}
