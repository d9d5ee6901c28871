import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Field, TextAreaField } from "./field.tsx";
import { PasswordField } from "./password-field.tsx";

const attribute = (html: string, tag: string, name: string) =>
  html.match(new RegExp(`<${tag}\\b[^>]*\\s${name}="([^"]*)"`))?.[1];

test("the label belongs to the control", () => {
  for (const [tag, html] of [
    ["input", renderToStaticMarkup(<Field label="Email" name="email" type="email" />)],
    ["textarea", renderToStaticMarkup(<TextAreaField label="Bio" name="bio" />)],
    ["input", renderToStaticMarkup(<PasswordField label="Password" name="password" />)],
  ] as const) {
    expect(attribute(html, "label", "for")).toBe(attribute(html, tag, "id"));
    expect(attribute(html, tag, "aria-invalid")).toBeUndefined();
    expect(attribute(html, tag, "aria-describedby")).toBeUndefined();
  }
});

test("hint and error are read out with the control", () => {
  const html = renderToStaticMarkup(
    <Field label="Email" name="email" hint="As on your card" error="Email is required" />,
  );
  expect(attribute(html, "input", "aria-invalid")).toBe("true");
  const [hint, error] = attribute(html, "input", "aria-describedby")?.split(" ") ?? [];
  expect(html).toMatch(new RegExp(`id="${hint}"[^>]*>As on your card<`));
  expect(html).toMatch(new RegExp(`id="${error}"[^>]*>.*Email is required<`));
});

test("the counter starts with the initial value", () => {
  const html = renderToStaticMarkup(
    <TextAreaField label="Bio" name="bio" defaultValue="Hello" counter={500} />,
  );
  expect(html.replace(/<[^>]+>/g, "")).toContain("5/500");
});

test("the button of a password says which one it shows", () => {
  const html = renderToStaticMarkup(<PasswordField label="Confirm password" name="confirm" />);
  expect(attribute(html, "button", "aria-label")).toBe("Show confirm password");
});
