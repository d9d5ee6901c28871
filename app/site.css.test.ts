import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import routes from "./routes.ts";

const app = import.meta.dirname;
const read = (file: string) => readFileSync(join(app, file), "utf8");

interface Entry {
  file: string;
  children?: readonly Entry[] | undefined;
}

const filesOf = ({ file, children = [] }: Entry): string[] => [file, ...children.flatMap(filesOf)];

/** What a part imports of the folders whose parts bring classes. */
const partsOf = (file: string) =>
  [...read(file).matchAll(/from "~\/((?:ui|public-ui)\/[a-z-]+)"/g)].map(([, name]) => `${name}.tsx`);

test("the styles of Handbill's own documents hold those of every part that these are made of", () => {
  const pages = routes.filter(({ file }) => file === "layouts/site.tsx").flatMap(filesOf);
  expect(pages).toContain("features/auth/signin.route.tsx");
  const sources = [...read("site.css").matchAll(/@source "\.\/([^"]+)"/g)].flatMap(([, pattern = ""]) =>
    globSync([pattern, `${pattern}/*`], { cwd: app }),
  );
  const first = pages.flatMap(partsOf);
  const needed = [...pages, ...first, ...first.filter((file) => sources.includes(file)).flatMap(partsOf)];
  // These bring no class: the tab's title, and formats.
  const withClasses = needed.filter(
    (file) => globSync(file, { cwd: app }).length > 0 && /className/.test(read(file)),
  );
  expect(withClasses.filter((file) => !sources.includes(file))).toEqual([]);
});
