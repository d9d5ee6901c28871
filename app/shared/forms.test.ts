import { expect, test } from "vitest";
import { z } from "zod";
import { formValues, parseForm } from "./forms.ts";

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
