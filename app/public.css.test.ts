import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const app = import.meta.dirname;
const patterns = [
  "pages/artist/*.tsx",
  "features/*/public.tsx",
  "artist-theme/background.tsx",
  "public-ui/*.tsx",
  "layouts/public-frame.tsx",
];
const read = (file: string) => readFileSync(join(app, file), "utf8");

test("the public pages' styles hold those of every part that these pages are made of", () => {
  const pages = globSync(patterns, { cwd: app });
  const parts = pages.flatMap((page) =>
    [...read(page).matchAll(/from "~\/(ui\/[a-z-]+)"/g)].map(([, name]) => name),
  );
  const styled = new Set(
    parts.map((name) => (existsSync(join(app, `${name}.tsx`)) ? `${name}.tsx` : `${name}.ts`)),
  );
  const sources = [...read("public.css").matchAll(/@source "\.\/(ui\/[^"]+)"/g)].map(([, file]) => file);
  expect(sources).toEqual(expect.arrayContaining([...styled]));
});

// A browser can't look up elements without a name: whatever the page gets or loses, it works out the styles of all of it.
test("what a rule with :has() changes has a name", () => {
  const styles = globSync(
    ["{document,public,site*,theme}.css", "{artist-theme,public-ui,features,pages}/**/*.css"],
    { cwd: app },
  );
  const selectors = styles.flatMap((file) =>
    [...read(file).matchAll(/^ *([^@{}\n]*:has\(.*) ?[,{]$/gm)].map(
      ([, selector = ""]) => `${file}: ${selector}`,
    ),
  );
  expect(selectors.length).toBeGreaterThan(10);
  const isNamed = (selector: string) =>
    /^([&\w.#[]|:root)/.test(
      withoutArguments(selector)
        .trim()
        .split(/[\s>+~]+/)
        .at(-1) ?? "",
    );
  expect(selectors.filter((selector) => !isNamed(selector))).toEqual([]);
});

/** `.a:has(> b):not(.c) d` as `.a:has:not d`. */
function withoutArguments(selector: string): string {
  const shorter = selector.replace(/\([^()]*\)/g, "");
  return shorter === selector ? selector : withoutArguments(shorter);
}
