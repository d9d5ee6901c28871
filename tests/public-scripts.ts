import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { builtScreensModule } from "../server/build.ts";
import { bundlePublicScripts } from "../server/public-scripts.ts";

// The scripts that a visitor's browser must run first: documents hold no package at all, and each script stays
// within its budget. So do those of a musician's first screen, which are React's and its router's for the most part. Reports only problems; with --table, after a build, the size of every page.

const root = join(import.meta.dirname, "..");
const module = z.object({ module: z.string(), imports: z.array(z.string()).default([]) });
const builtScreens = z.object({
  assets: z.object({
    entry: module,
    routes: z.record(z.string(), module.extend({ parentId: z.string().optional() })),
  }),
});

const isTable = process.argv.includes("--table");
let table = "";
let isOver = false;

/** @param budget in bytes as they are run, uncompressed: the figure of the day with a little room, raised on purpose */
function weigh(page: string, bytes: number, budget: number): void {
  isOver ||= bytes > budget;
  table += `${page.padEnd(36)}${bytes} bytes ${bytes > budget ? "OVER its budget of" : "of"} ${budget}\n`;
}

const { inline, copy, embed, deferred, hydration, site, passkeys } = await bundlePublicScripts(root);
weigh("an artist's page, in the document", Buffer.byteLength(inline.code), 14_450);
weigh("a copy of an artist's page", Buffer.byteLength(copy.code), 4_000);
weigh("an artist's page, once it is idle", Buffer.byteLength(deferred.code), 19_900);
weigh("a frame on another site", Buffer.byteLength(embed.code), 11_300);
weigh("a document of Handbill's own", Buffer.byteLength(site.code), 11_300);
weigh("the same, where it takes passkeys", Buffer.byteLength(passkeys.code), 11_400);
weigh("a page of React's, in the document", Buffer.byteLength(hydration.code), 2_900);
const loaded = [inline, copy, embed, deferred, hydration, site]
  .flatMap(({ files }) => files)
  .flatMap((file) => /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1] ?? []);
const packages = new Set(loaded);

if (isTable) {
  const scripts = await firstScripts("pages/dashboard.route");
  weigh("/dashboard, compressed", await compressedBytes(scripts), 110_000);
  count("/dashboard, requests", scripts, 12);
  // They come when the screen can be used already.
  const late = await withImports(["late"], scripts);
  weigh("what its bar and its links add", await compressedBytes(late), 14_200);
  const firstSteps = await withImports(["first-steps-list", "track-upload"], [...scripts, ...late]);
  weigh("what a new musician's steps add", await compressedBytes(firstSteps), 35_000);
  count("the same, requests", firstSteps, 8);
}

function count(page: string, files: string[], most: number): void {
  isOver ||= files.length > most;
  table += `${page.padEnd(36)}${files.length} of ${most}\n`;
}

/** The built files with these names and all that they import, but for those that are there already. */
async function withImports(names: string[], there: string[]): Promise<string[]> {
  const folder = join(root, "build", "client", "assets");
  const built = await readdir(folder);
  const found = new Set<string>();
  const add = async (file: string) => {
    if (found.has(file) || there.includes(file)) return;
    found.add(file);
    const code = await readFile(file, "utf8");
    for (const [, imported = ""] of code.matchAll(/(?:from|import)"\.\/([^"]+\.js)"/g))
      await add(join(folder, imported));
  };
  for (const name of names) {
    const file = built.find((file) => file.replace(/-.{8}\.js$/, "") === name);
    if (!file) throw new Error(`There is no built file ${name}.`);
    await add(join(folder, file));
  }
  return [...found];
}

/**
 * The files a page of React's loads before it can be used: the entry, the route and all around it, and their imports.
 */
async function firstScripts(leaf: string): Promise<string[]> {
  const { assets } = builtScreens.parse(await builtScreensModule());
  const scripts = new Set([assets.entry.module, ...assets.entry.imports]);
  for (let id: string | undefined = leaf; id; id = assets.routes[id]?.parentId) {
    const route = assets.routes[id];
    if (!route) throw new Error(`There is no route ${id}.`);
    for (const script of [route.module, ...route.imports]) scripts.add(script);
  }
  return [...scripts].map((path) => join(root, "build", "client", path));
}

/** As they travel: one that compressing would not make smaller is served as it is. */
async function compressedBytes(files: string[]): Promise<number> {
  const served = await Promise.all(files.map((file) => stat(`${file}.br`).catch(() => stat(file))));
  return served.reduce((sum, { size }) => sum + size, 0);
}

for (const name of packages) process.stderr.write(`a document would load the package ${name}\n`);
if (isTable || isOver) process.stderr.write(table);
if (packages.size > 0 || isOver) process.exitCode = 1;
