import { describe, expect, test } from "vitest";
import { language, pageLanguage, t } from "../app/shared/t.ts";
import { languageOf } from "../app/shared/writing.ts";
import { askedLanguage } from "./language.ts";
import { inLanguage, type Reader } from "./reading.ts";

describe("a visitor asks for a language", () => {
  test.each([
    ["/artist/nova?lang=ja", "ar", "fr", "ja"],
    ["/artist/nova?lang=xx", "ar", "fr", "ar"],
    ["/artist/nova?from=lang", "xx", "fr", "fr"],
    ["/", undefined, "nl, fr;q=0.5, en;q=0.8", "en"],
    ["/", undefined, "fr-CA,fr;q=0.9,en;q=0.8", "fr"],
    ["/", undefined, "AR-eg", "ar"],
    ["/", undefined, "pt-PT", "pt-BR"],
    ["/", undefined, "fr;q=0, nl", undefined],
    ["/", undefined, "*", undefined],
    ["/", undefined, "\u0000;;q=", undefined],
    ["/", undefined, undefined, undefined],
  ])("address %s, choice %s, settings %s: %s", (url, chosen, accepted, asked) => {
    expect(askedLanguage(url, chosen, accepted)).toBe(asked);
  });
});

describe("words are", () => {
  const reader: Reader = { asked: "fr", page: "ja" };

  test("the reader's in a document, and the page's for a reader of none of ours", () => {
    inLanguage(reader, () => {
      expect([language(), pageLanguage(), t("Sign In")]).toEqual(["fr", "ja", "Se connecter"]);
    });
    inLanguage({ ...reader, asked: undefined }, () => expect(language()).toBe("ja"));
  });

  test("English outside of any request", () => {
    expect(t("Sign In")).toBe("Sign In");
  });

  test("each request's own while several are under way", async () => {
    const said = (asked: Reader["asked"]) =>
      inLanguage({ ...reader, asked }, async () => {
        await new Promise(setImmediate);
        return t("Sign In");
      });
    expect(await Promise.all([said("fr"), said("en"), said("fr")])).toEqual([
      "Se connecter",
      "Sign In",
      "Se connecter",
    ]);
  });

  test("with values and plural forms", () => {
    inLanguage("fr", () => {
      expect(t("Made with {name}", { name: "<b>{x}</b>" })).toBe("Fait avec <b>{x}</b>");
    });
    const text = "{count, plural, one {# song} other {# songs}}";
    expect([1, 1234].map((count) => t(text, { count }))).toEqual(["1 song", "1,234 songs"]);
  });
});

describe("a text of the artist's carries its language where the words around are in another", () => {
  test.each([
    ["fr", "en", "Mends bicycles", "en"],
    ["fr", undefined, "Mends bicycles", ""],
    ["fr", "fr", "Répare des vélos", undefined],
    ["en", "fr", "Répare des vélos", "fr"],
    ["en", undefined, "Mends bicycles", undefined],
    ["en", "ja", "東京", "ja"],
    ["ja", "ja", "東京", undefined],
    ["ja", "en", "東京", ""],
    ["fr", "ar", "أغنية", "ar"],
    ["ar", "en", "سلام", ""],
  ] as const)("words in %s, a page in %s: %s", (asked, page, text, lang) => {
    inLanguage({ asked, page }, () => expect(languageOf(text)).toBe(lang));
  });
});
