import { textsId } from "~/shared/document-texts";
import { isLanguage } from "~/shared/languages";
import { setTranslation, type Texts, type Translation, withoutContext, withValues } from "~/shared/t";

/** Lets the scripts of a public document speak its language, with the texts that came within it. */
export function speakDocumentsLanguage(): void {
  const { lang } = document.documentElement;
  if (!isLanguage(lang)) return;
  const texts: Texts = JSON.parse(document.getElementById(textsId)?.textContent ?? "{}");
  const translation: Translation = {
    language: lang,
    texts,
    translate: (text, values) => withValues(lang, texts[text] ?? withoutContext(text), values),
  };
  setTranslation(() => translation);
}
