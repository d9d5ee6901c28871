import { globSync, readFileSync } from "node:fs";
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
  const styled = new Set(parts.map((name) => `${name}.tsx`));
  const sources = [...read("public.css").matchAll(/@source "\.\/(ui\/[^"]+)"/g)].map(([, file]) => file);
  expect(sources).toEqual(expect.arrayContaining([...styled]));
});
