import { expect, test } from "vitest";
import { z } from "zod";
import { parseForm } from "./forms.ts";
import {
  translationInto,
  translationsField,
  translationsOf,
  translationsWith,
  translationValues,
} from "./row-translations.ts";

const columns = { lines: { title: 10 }, texts: { alt_text: 20 } };
const schema = z.object({ title: z.string(), translations: translationsField(columns) });

/** What becomes of a form with these fields. */
function sent(fields: Record<string, string>) {
  const form = new FormData();
  for (const [name, value] of Object.entries({ title: "New", ...fields })) form.set(name, value);
  return parseForm(schema, form);
}

test("a form's fields are taken by languages, without those that are empty", () => {
  const form = sent({
    "translations.de.title": " Neu ",
    "translations.de.alt_text": "Eine\r\nGitarre",
    "translations.ja.title": "",
    "translations.ja.alt_text": " \u200b",
    "translations.is.title": "Nýtt",
  });
  expect(form).toEqual({
    ok: true,
    value: {
      title: "New",
      translations: { de: { title: "Neu", alt_text: "Eine\nGitarre" }, is: { title: "Nýtt" } },
    },
  });
});

test("a form without such fields says nothing of them; one whose fields are empty takes all away", () => {
  expect(sent({})).toEqual({ ok: true, value: { title: "New" } });
  expect(sent({ "translations.de.title": "" })).toEqual({
    ok: true,
    value: { title: "New", translations: {} },
  });
});

test.each([
  ["translations.de.title", "x".repeat(11), "Please use at most 10 characters"],
  ["translations.de.title", "x\ny", "Please leave out line breaks and invisible control characters"],
  ["translations.de.alt_text", "x".repeat(21), "Please use at most 20 characters"],
])("%s with %j is refused beside its own field", (name, text, error) => {
  expect(sent({ [name]: text, "translations.ja.title": "新" })).toMatchObject({
    ok: false,
    errors: { [name]: error },
    values: { "translations.ja.title": "新" },
  });
});

test("what is no language, no field, too many or too long altogether is refused", () => {
  const errorsOf = (fields: Record<string, string>) => {
    const form = sent(fields);
    return form.ok ? {} : form.errors;
  };
  expect(errorsOf({ "translations.German.title": "x" })).toEqual({ translations: expect.any(String) });
  expect(errorsOf({ "translations.de.slug": "x" })).toEqual({ translations: expect.any(String) });
  expect(errorsOf({ translations: "x" })).toEqual({ translations: expect.any(String) });
  expect(errorsOf({ "translations.__proto__.title": "x" })).toEqual({});
  const many = Array.from({ length: 21 }, (_, at) => [`translations.de-${10 + at}.title`, "x"]);
  expect(errorsOf(Object.fromEntries(many))).toEqual({ translations: "Please use at most 20 languages" });
  const long = { texts: { body: 500_000 } };
  const whole = translationsField(long).safeParse({ ja: { body: "新".repeat(200_000) } });
  expect(whole.error?.issues[0]?.message).toBe("The translations are too long altogether");
});

test("a form holds a field for each language of ours, and for each that something is written in", () => {
  const values = translationValues({ de: { title: "Neu" }, is: { title: "Nýtt" } }, columns);
  expect(values).toMatchObject({
    "translations.de.title": "Neu",
    "translations.de.alt_text": "",
    "translations.pt-BR.title": "",
    "translations.is.title": "Nýtt",
  });
});

test("of a row whose columns two forms have, each has its own, and saving one keeps the other's", () => {
  const row = { de: { title: "Neu", bio: "Lieder" }, fr: { bio: "Chansons" }, is: { title: "Nýtt" } };
  expect(translationsOf(row, columns)).toEqual({ de: { title: "Neu" }, is: { title: "Nýtt" } });
  expect(translationsOf(undefined, columns)).toEqual({});
  expect(
    translationsWith(row, columns, { de: { alt_text: "Eine Gitarre" }, fr: { title: "Nouveau" } }),
  ).toEqual({
    de: { alt_text: "Eine Gitarre", bio: "Lieder" },
    fr: { title: "Nouveau", bio: "Chansons" },
  });
  expect(translationsWith(row, columns, {})).toEqual({ de: { bio: "Lieder" }, fr: { bio: "Chansons" } });
});

test("a reader gets what is written in their language, if its artist still writes in it", () => {
  const translations = { de: { title: "Neu", alt_text: "Eine Gitarre" }, fr: { title: "Nouveau" } };
  expect(translationInto("de", translations, ["de"])).toEqual({ title: "Neu", altText: "Eine Gitarre" });
  expect(translationInto("fr", translations, ["de"])).toEqual({});
  expect(translationInto("ja", translations, ["ja"])).toEqual({});
  expect(translationInto("constructor", translations, ["constructor"])).toEqual({});
});
