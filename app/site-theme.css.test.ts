import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const css = readFileSync(join(import.meta.dirname, "site-theme.css"), "utf8");

type Colours = Record<string, { light: string; dark: string }>;

/** The colours that one rule sets, as what they are in the light and in the dark. */
function coloursOf(selector: string): Colours {
  const start = css.indexOf(`\n${selector} {`);
  const rule = css.slice(start, css.indexOf("\n}", start));
  const found = rule.matchAll(/--([a-z-]+): (?:light-dark\((#\w{6}), (#\w{6})\)|(#\w{6}));/g);
  return Object.fromEntries(
    [...found].map(([, name, light = "", dark = "", both]) => [
      name,
      { light: both ?? light, dark: both ?? dark },
    ]),
  );
}

const dashboard = coloursOf(":root");
const siteThemes = {
  dashboard,
  site: { ...dashboard, ...coloursOf(':root:has([data-site-theme="site"])') },
};

/** WCAG 2.2 */
function contrast(a: string, b: string): number {
  const [darker = 0, lighter = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(colour: string): number {
  const channel = (at: number) => {
    const value = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5);
}

const backgrounds = ["canvas", "surface", "sunken"];
const pairs: [text: string, background: string, least: number][] = [
  ...["foreground", "muted", "danger", "success", "info"].flatMap((text) =>
    backgrounds.map((background): [string, string, number] => [text, background, 4.5]),
  ),
  ["edge", "canvas", 3],
  ["edge", "surface", 3],
  ["focus", "canvas", 3],
  ["focus", "surface", 3],
  ["focus", "sheet", 3],
  ["on-sheet", "sheet", 4.5],
  ["on-accent", "accent", 4.5],
  ["on-primary", "primary", 4.5],
  ["on-primary", "primary-hover", 4.5],
  ["on-danger", "danger-fill", 4.5],
  ["on-danger", "danger-fill-hover", 4.5],
  ["danger", "danger-soft", 4.5],
  ["success", "success-soft", 4.5],
  ["info", "info-soft", 4.5],
];

for (const [theme, colours] of Object.entries(siteThemes)) {
  for (const scheme of ["light", "dark"] as const) {
    test.each(pairs)(`${theme}, ${scheme}: %s stands out from %s`, (text, background, least) => {
      const [front, back] = [colours[text]?.[scheme], colours[background]?.[scheme]];
      expect([front, back]).not.toContain(undefined);
      expect(contrast(front ?? "", back ?? "")).toBeGreaterThanOrEqual(least);
    });
  }
}
