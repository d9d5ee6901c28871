import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import "#server/language.ts";
import { inLanguage } from "#server/reading.ts";
import { Listed } from "./listed.tsx";

test("elements stand between the marks of the reader's language", () => {
  const items = [<b key="1">Tide</b>, <b key="2">Harbour</b>, <b key="3">Lights</b>];
  const shown = () => renderToStaticMarkup(<Listed items={items} />);
  expect(inLanguage("en", shown)).toBe("<b>Tide</b>, <b>Harbour</b>, <b>Lights</b>");
  expect(inLanguage("de", shown)).toBe("<b>Tide</b>, <b>Harbour</b> und <b>Lights</b>");
  expect(inLanguage("ar", shown)).toBe("<b>Tide</b> و<b>Harbour</b> و<b>Lights</b>");
});
