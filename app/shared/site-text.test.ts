import { expect, test } from "vitest";
import { sectionsOf } from "./site-text.ts";
import { standardTexts } from "./standard-texts.ts";

/** The text as an outline: headings, paragraphs, items. */
const outline = (text: string) =>
  sectionsOf(text, "Nightboard").flatMap(({ heading, blocks }) => [
    ...(heading === null ? [] : [`# ${heading}`]),
    ...blocks.map(({ kind, lines }) =>
      [
        kind,
        ...lines.map((line) => line.map(({ text, href }) => (href ? `<${href}>${text}` : text)).join("")),
      ].join("|"),
    ),
  ]);

test("a text has headings, paragraphs and lists, and says the site's name", () => {
  const text =
    "{site} is ours.\r\nAll of it.\n\n\n## Rules\nBe kind:\n- to {site}\n- to us\nThank you.\n\n##  Where\n\nHere.";
  expect(outline(text)).toEqual([
    "paragraph|Nightboard is ours.|All of it.",
    "# Rules",
    "paragraph|Be kind:",
    "list|to Nightboard|to us",
    "paragraph|Thank you.",
    "# Where",
    "paragraph|Here.",
  ]);
});

test("marks within a line, and what looks like HTML, are text; only web addresses lead anywhere", () => {
  expect(
    outline("A ## b - c\n##none\n-none\n<b>x</b> [us](https://us.example) [no](javascript:alert)"),
  ).toEqual(["paragraph|A ## b - c|##none|-none|<b>x</b> <https://us.example>us [no](javascript:alert)"]);
  expect(outline(" \n\n ")).toEqual([]);
});

test("the standard texts begin with an introduction, and have no paragraph that is a mark by mistake", () => {
  for (const text of Object.values(standardTexts)) {
    const sections = sectionsOf(text, "Nightboard");
    expect(sections[0]?.heading).toBeNull();
    expect(sections.length).toBeGreaterThan(4);
    for (const { blocks } of sections) expect(blocks.length).toBeGreaterThan(0);
    expect(outline(text).join("\n")).not.toMatch(/Handbill|\{site\}|\n(paragraph\|)?(##|- )/);
  }
});
