import { onTestFinished } from "vitest";
import { isLanguage, type Language, languages } from "../../app/shared/languages.ts";
import { setTranslation, type Texts } from "../../app/shared/t.ts";
import { translationInto } from "../../app/shared/translation.ts";
import { currentLanguage } from "../../server/language.ts";

/** Has texts said in a language that isn't offered, until the test ends. @param tag of none of the languages there are */
export function offerLanguage(tag: string, texts: Texts): Language {
  if (isLanguage(tag)) throw new TypeError(`${tag} is offered already.`);
  const known: Record<string, string> = languages;
  const before = globalThis.handbillTranslation;
  known[tag] = tag;
  onTestFinished(() => {
    delete known[tag];
    globalThis.handbillTranslation = before;
  });
  const offered: string = tag;
  if (!isLanguage(offered)) throw new TypeError(`${tag} isn't known.`);
  const translation = translationInto(offered, texts);
  const english = translationInto("en", {});
  setTranslation(() => (currentLanguage() === offered ? translation : english));
  return offered;
}
