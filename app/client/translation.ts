import { type DocumentTexts, textsId } from "~/shared/document-texts";
import { setTranslation, type Translation, withoutContext, withValues } from "~/shared/t";

/** Lets the scripts of a public document speak its language, with the texts that came within it; without any, English. */
export function speakDocumentsLanguage(): void {
  const element = document.getElementById(textsId);
  if (!element) return;
  const { language, texts }: DocumentTexts = JSON.parse(element.textContent);
  const translation: Translation = {
    language,
    texts,
    translate: (text, values) => withValues(texts[text] ?? withoutContext(text), values),
  };
  setTranslation(() => translation);
}
