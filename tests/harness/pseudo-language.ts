import { translationInto } from "../../app/shared/translation.ts";
import { allTexts } from "../translations.ts";
import { inPseudoLanguage } from "./pseudo-text.ts";

// Loaded before a server (`node --import`): what it would say in Arabic it says in the pseudo-language instead, so that a
// document is mirrored, too.

const texts = Object.fromEntries((await allTexts()).map((text) => [text, inPseudoLanguage(text)]));
const translation = translationInto("ar", texts);

let registered: typeof globalThis.handbillTranslation;
Object.defineProperty(globalThis, "handbillTranslation", {
  get: () =>
    registered && {
      current: () => (registered?.current().language === "ar" ? translation : registered?.current()),
      words: () => registered?.words(),
    },
  set: (translations: typeof globalThis.handbillTranslation) => {
    registered = translations;
  },
});
