import { IntlMessageFormat } from "intl-messageformat";
import type { Translation } from "../../app/shared/t.ts";
import { inPseudoLanguage } from "./pseudo-text.ts";

// Loaded before a server (`node --import`): what it would say in Arabic it says in the pseudo-language instead, so that a
// document is mirrored, too.

const translation: Translation = {
  language: "ar",
  texts: new Proxy({}, { get: (_, text) => (typeof text === "string" ? inPseudoLanguage(text) : undefined) }),
  translate: (text, values) => String(new IntlMessageFormat(inPseudoLanguage(text), "ar").format(values)),
};

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
