import { readFileSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { dirname, join, relative, sep } from "node:path";

const root = join(import.meta.dirname, "..");

/**
 * Which room may use which, by the rooms' folders: `app/features/*` names each feature by itself.
 * layouts, pages -> features -> ui, public-ui, client, server -> shared. A feature never imports another.
 */
const allowed: Record<string, RegExp> = {
  "app/shared": /^app\/shared\//,
  "app/client": /^app\/(client|shared)\//,
  "app/ui": /^app\/(ui|client|shared)\//,
  "app/public-ui": /^app\/(public-ui|ui|client|shared)\//,
  "app/features/*":
    /^(app\/(ui|public-ui|client|shared)\/|app\/(forms|loaders|services|viewer)\.server|app\/layouts\/layouts|server\/)/,
  "app/pages": /^(app\/|server\/)/,
  "app/layouts": /^(app\/|server\/)/,
  server: /^(server|app\/shared)\//,
  demo: /^(demo|server|app\/shared)\//,
};

const exceptions = new Set([
  // The front takes what the features lend it, as types; the code itself arrives in `start.ts` with the build.
  "server/http/front.ts -> app/front.server.ts",
  "server/cli/front.ts -> app/front.server.ts",
  "server/cli/command.ts -> app/front.server.ts",
  // The start puts everything together.
  "server/start.ts -> demo/fill.ts",
]);

/** Every import that points the wrong way, as one line each. */
export async function wrongDirections(): Promise<string[]> {
  const wrong: string[] = [];
  for (const file of await sourceFiles()) {
    const room = roomOf(file);
    const rule = room && allowed[room.rule];
    if (!rule) continue;
    for (const target of importsOf(file)) {
      const own = target.startsWith(`${room.folder}/`);
      // React Router empties these modules in the server's build.
      const isEmptied = /\.client(\.ts)?$/.test(target) && !file.endsWith(".client.ts");
      const fine = !isEmptied && (own || rule.test(target) || exceptions.has(`${file} -> ${target}`));
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
      // A test may use the harness and other rooms' factories.
      if (entry.isFile() && /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path)) files.push(path);
    }
  }
  return files;
}

function roomOf(file: string): { rule: string; folder: string } | undefined {
  const feature = /^app\/features\/[^/]+/.exec(file)?.[0];
  if (feature) return { rule: "app/features/*", folder: feature };
  const folder = Object.keys(allowed).find((name) => file.startsWith(`${name}/`));
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
