import { expect, test } from "vitest";
import { parseForm } from "../../shared/forms.ts";
import { newPasswordSchema, resetRequestSchema, signInSchema, signUpSchema } from "./schema.ts";

function form(fields: Record<string, string>): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.set(name, value);
  return data;
}

function errorsOf(schema: Parameters<typeof parseForm>[0], fields: Record<string, string>) {
  const parsed = parseForm(schema, form(fields));
  return parsed.ok ? {} : parsed.errors;
}

const good = {
  email: "ada@example.org",
  password: "correct horse",
  confirmPassword: "correct horse",
  terms: "on",
};

test.each([
  [
    { email: "", password: "" },
    { email: "Email is required", password: "Password is required" },
  ],
  [{}, { form: "You must provide either an email or phone number and a password" }],
  [{ email: "ada@example.org" }, { form: "You must provide either an email or phone number and a password" }],
  [{ email: "   ", password: "secret" }, { email: "Email is required" }],
  [{ email: "ada", password: "secret" }, { email: "Please enter a valid email address" }],
  [{ email: "ada@example", password: "secret" }, { email: "Please enter a valid email address" }],
  [{ email: "ada@example.org", password: "12345" }, { password: "Password must be at least 6 characters" }],
  [{ email: "ada@example.org", password: "123456" }, {}],
])("sign-in: %j", (fields, errors) => {
  expect(errorsOf(signInSchema, fields)).toEqual(errors);
});

test.each(["", " ", "ada", "ada@", "@example.org"])("reset request: %j is no address", (email) => {
  expect(errorsOf(resetRequestSchema, { email })).toEqual({ email: "Please enter a valid email address" });
});

test("reset request: an address passes", () => {
  expect(errorsOf(resetRequestSchema, { email: "ada@example.org" })).toEqual({});
});

test.each([
  [{ email: "" }, { email: "Email is required" }],
  [{ email: "ada@" }, { email: "Please enter a valid email address" }],
  [
    { password: "", confirmPassword: "" },
    { password: "Password is required", confirmPassword: "Please confirm your password" },
  ],
  [
    { password: "1234567", confirmPassword: "1234567" },
    { password: "Password must be at least 8 characters" },
  ],
  [{ confirmPassword: "" }, { confirmPassword: "Please confirm your password" }],
  [{ confirmPassword: "correct house" }, { confirmPassword: "Passwords do not match" }],
  [{ terms: "" }, { terms: "Please accept the terms and conditions" }],
  [
    { email: "", confirmPassword: "other" },
    { email: "Email is required", confirmPassword: "Passwords do not match" },
  ],
  [{}, {}],
])("sign-up with %j", (changed, errors) => {
  expect(errorsOf(signUpSchema, { ...good, ...changed })).toEqual(errors);
});

test("sign-up without credentials", () => {
  expect(errorsOf(signUpSchema, { terms: "on" })).toEqual({
    form: "You must provide either an email or phone number and a password",
  });
});

test("sign-up without the terms box", () => {
  const { terms, ...rest } = good;
  expect(errorsOf(signUpSchema, rest)).toEqual({ terms: "Please accept the terms and conditions" });
});

test.each([
  [{}, { password: "Password is required", confirmPassword: "Please confirm your password" }],
  [
    { password: "1234567", confirmPassword: "1234567" },
    { password: "Password must be at least 8 characters" },
  ],
  [{ password: "12345678", confirmPassword: "12345679" }, { confirmPassword: "Passwords do not match" }],
  [{ password: "12345678", confirmPassword: "12345678" }, {}],
])("new password: %j", (fields, errors) => {
  expect(errorsOf(newPasswordSchema, fields)).toEqual(errors);
});

test("an address is trimmed and put into lower case", () => {
  const parsed = parseForm(signInSchema, form({ email: "  Ada@Example.ORG ", password: "secret" }));
  expect(parsed).toEqual({
    ok: true,
    value: { email: "ada@example.org", password: "secret", remember: false },
  });
});

test("a password keeps its spaces", () => {
  const parsed = parseForm(signInSchema, form({ email: "a@b.org", password: "  secret  ", remember: "on" }));
  expect(parsed).toMatchObject({ ok: true, value: { password: "  secret  ", remember: true } });
});

// Each of these would be read as two addresses, or as another one, in the header of a mail.
test.each([
  "ada,bob@example.org",
  "<bob@example.org>",
  "ada;bob@example.org",
  '"ada" bob@example.org',
  "ada@example.org\r\nBcc: bob@example.org",
  "ada(bob)@example.org",
  "ada@exämple.org",
  `${"a".repeat(250)}@example.org`,
])("%j is no address of an account", (email) => {
  expect(errorsOf(resetRequestSchema, { email })).toEqual({ email: "Please enter a valid email address" });
});

// With a careless pattern these would run until the test's time is up.
test.each([`a@${"a-".repeat(100_000)}`, `a@${"a.".repeat(120)}!`])(
  "a hostile address is refused",
  (email) => {
    expect(errorsOf(resetRequestSchema, { email })).toEqual({ email: "Please enter a valid email address" });
  },
);
