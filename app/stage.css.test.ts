import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const app = import.meta.dirname;
const read = (file: string) => readFileSync(join(app, file), "utf8");

test("the stage's styles hold those of every part that its pages are made of", () => {
  const pages = globSync(["pages/artist/*.tsx", "features/*/public.tsx", "layouts/public-frame.tsx"], {
    cwd: app,
  });
  const parts = pages.flatMap((page) =>
    [...read(page).matchAll(/from "~\/ui\/([a-z-]+)"/g)].map(([, name]) => name),
  );
  const styled = new Set(parts.map((name) => `ui/${name}.tsx`));
  const sources = [...read("stage.css").matchAll(/@source "\.\/(ui\/[^"]+)"/g)].map(([, file]) => file);
  expect(sources).toEqual(expect.arrayContaining([...styled]));
});
