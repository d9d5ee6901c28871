import { readFileSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { dirname, join, relative, sep } from "node:path";

const root = join(import.meta.dirname, "..");

/** Of `app/` itself: what a request carries with it, how forms and loaders answer, which routes a feature may bring. */
const contracts = [
  "app/services.server",
  "app/viewer.server",
  "app/forms.server",
  "app/loaders.server",
  "app/feature-routes",
];
const parts = ["app/ui/", "app/public-ui/", "app/client/", "app/shared/"];

/**
 * The beginnings of the paths that each folder may import, itself apart:
 * layouts, pages -> features -> artist-theme -> ui, public-ui, client, server -> shared. `app/features/*` stands for each
 * feature by itself, and so no feature imports another. The remaining files of `app/` put everything together.
 */
const allowed: Record<string, readonly string[]> = {
  "app/pages": ["app/layouts/", "app/features/", "app/artist-theme/", ...parts, ...contracts, "server/"],
  // The root is the outermost layout: its data say who is signed in.
  "app/layouts": [
    "app/root.tsx",
    "app/features/",
    "app/artist-theme/",
    "app/fonts/",
    ...parts,
    ...contracts,
    "server/",
  ],
  "app/features/*": ["app/artist-theme/", ...parts, ...contracts, "server/"],
  "app/artist-theme": [...parts, ...contracts, "server/"],
  "app/public-ui": ["app/ui/", "app/client/", "app/shared/"],
  "app/ui": ["app/client/", "app/shared/"],
  "app/client": ["app/shared/", "languages/"],
  "app/shared": [],
  ...Object.fromEntries(contracts.map((contract) => [contract, ["server/", "app/shared/"]])),
  // An owner's action asks who is signed in.
  "app/forms.server": ["app/services.server", "app/viewer.server", "server/", "app/shared/"],
  server: ["app/shared/"],
  demo: ["server/", "app/shared/"],
};

const exceptions = new Set([
  // The server takes what the app exports to it, as types; the code itself arrives in `start/screens.ts` with the build.
  "server/http/request-listener.ts -> app/server-exports.server.ts",
  "server/cli/command.ts -> app/server-exports.server.ts",
  // The start puts everything together.
  "server/start/background.ts -> demo/fill.ts",
  // The one screen of all imports finds what each feature declares, and knows none by name.
  "app/features/imports/kinds.server.ts -> app/features/*/imports.server.ts",
  // Where the version stands.
  "server/version.ts -> package.json",
]);

/** Every import that points the wrong way, as one line each. */
export async function wrongDirections(): Promise<string[]> {
  const wrong: string[] = [];
  for (const file of await sourceFiles()) {
    const place = placeOf(file);
    const rule = place && allowed[place.rule];
    if (!rule) continue;
    for (const target of importsOf(file)) {
      const own = target.startsWith(`${place.folder}/`);
      // React Router empties these modules in the server's build.
      const isEmptied = /\.client(\.ts)?$/.test(target) && !file.endsWith(".client.ts");
      const isAllowed = rule.some((start) => target.startsWith(start));
      const fine = !isEmptied && (own || isAllowed || exceptions.has(`${file} -> ${target}`));
      if (!fine) wrong.push(`${file} must not import ${target}`);
    }
  }
  return wrong;
}

/** Every group of modules that import each other in a circle, types included, as one line each. */
export async function circles(): Promise<string[]> {
  const files = new Set(await sourceFiles());
  const moduleOf = (path: string) => ["", ".ts", ".tsx"].map((end) => path + end).find((at) => files.has(at));
  const imports = new Map(
    [...files].map((file) => [file, importsOf(file).flatMap((target) => moduleOf(target) ?? [])]),
  );
  const found: string[] = [];
  const done = new Set<string>();
  const visit = (file: string, way: readonly string[]) => {
    const from = way.indexOf(file);
    if (from >= 0) found.push(`a circle of imports: ${[...way.slice(from), file].join(" -> ")}`);
    if (from >= 0 || done.has(file)) return;
    for (const target of imports.get(file) ?? []) visit(target, [...way, file]);
    done.add(file);
  };
  for (const file of files) visit(file, []);
  return found;
}

async function sourceFiles(): Promise<string[]> {
  const files: string[] = [];
  for (const folder of ["app", "server", "demo"]) {
    const entries = await readdir(join(root, folder), { recursive: true, withFileTypes: true }).catch(
      () => [],
    );
    for (const entry of entries) {
      const path = relative(root, join(entry.parentPath, entry.name)).split(sep).join("/");
      // A test may use the harness and other features' factories.
      if (entry.isFile() && /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path)) files.push(path);
    }
  }
  return files;
}

function placeOf(file: string): { rule: string; folder: string } | undefined {
  const feature = /^app\/features\/[^/]+/.exec(file)?.[0];
  if (feature) return { rule: "app/features/*", folder: feature };
  const folder = Object.keys(allowed).find((name) => file.startsWith(`${name}/`) || file === `${name}.ts`);
  return folder ? { rule: folder, folder } : undefined;
}

/** The project's modules that a file imports, as paths from the root. Packages are left out. */
function importsOf(file: string): string[] {
  const text = readFileSync(join(root, file), "utf8");
  const found = text.matchAll(/(?:from\s+|import\s*\(?\s*|glob[^(]*\(\s*)["']([^"']+)["']/g);
  return [...found].flatMap(([, source = ""]) => {
    if (source.startsWith("./+types/import-directions")) return [];
    if (source.startsWith("~/")) return [source.replace("~/", "app/")];
    if (source.startsWith("#server/")) return [source.replace("#server/", "server/")];
    if (source.startsWith(".")) return [join(dirname(file), source).split(sep).join("/")];
    return [];
  });
}

if (import.meta.main) {
  const wrong = [...(await wrongDirections()), ...(await circles())];
  for (const line of wrong) process.stderr.write(`${line}\n`);
  process.exitCode = wrong.length === 0 ? 0 : 1;
}
