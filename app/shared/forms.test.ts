import { expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { formValues, parseForm } from "./forms.ts";
import { setTranslation, type Values, withValues } from "./t.ts";
import { optionalLine, requiredLine } from "./text-fields.ts";

const schema = z.object({
  name: z.string().trim().min(1, "Name is required").max(5, "Name is too long"),
  newPassword: z.string().min(8, "Password is too short"),
});

function form(...fields: [string, string | Blob][]): FormData {
  const data = new FormData();
  for (const [name, value] of fields) data.append(name, value);
  return data;
}

test("valid fields come back as the schema makes them", () => {
  expect(parseForm(schema, form(["name", " Ada "], ["newPassword", "12345678"]))).toEqual({
    ok: true,
    value: { name: "Ada", newPassword: "12345678" },
  });
});

test("a refused form keeps what was typed, but no password", () => {
  expect(parseForm(schema, form(["name", "Ada Lovelace"], ["newPassword", "1234"]))).toEqual({
    ok: false,
    errors: { name: "Name is too long", newPassword: "Password is too short" },
    values: { name: "Ada Lovelace" },
  });
});

test("the first problem of a field counts", () => {
  const twice = z.object({ name: z.string().min(3, "too short").regex(/^\d+$/, "no number") });
  expect(parseForm(twice, form(["name", "a"]))).toMatchObject({ errors: { name: "too short" } });
});

test("a problem of the whole form stands under `form`", () => {
  const whole = schema.refine(() => false, "Something else is wrong");
  const parsed = parseForm(whole, form(["name", "Ada"], ["newPassword", "12345678"]));
  expect(parsed).toMatchObject({ ok: false, errors: { form: "Something else is wrong" } });
});

test("files are not echoed", () => {
  expect(formValues(form(["name", "Ada"], ["file", new Blob(["x"])]))).toEqual({ name: "Ada" });
});

test("a schema's texts are said in the reader's language, and what zod says of a forged form stays as it is", () => {
  const known = globalThis.handbillTranslation;
  onTestFinished(() => {
    globalThis.handbillTranslation = known;
  });
  const texts: Record<string, string> = {
    "Name is required": "Ein Name fehlt",
    "Please use at most {limit} characters": "Bitte höchstens {limit} Zeichen",
  };
  const translate = (text: string, values?: Values) => withValues(texts[text] ?? text, values);
  setTranslation(() => ({ language: "en", texts, translate }));
  const words = z.object({
    name: requiredLine("Name is required", 5),
    more: optionalLine(1_000),
    kind: z.enum(["a", "b"]),
  });
  const refused = parseForm(words, form(["name", " "], ["more", "x".repeat(1_001)], ["kind", "c"]));
  expect(refused).toMatchObject({
    errors: {
      name: "Ein Name fehlt",
      more: "Bitte höchstens 1,000 Zeichen",
      kind: 'Invalid option: expected one of "a"|"b"',
    },
  });
});
