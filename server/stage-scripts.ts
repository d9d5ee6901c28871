import { createHash } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { build, type Plugin } from "vite";

const virtual = "virtual:stage-scripts";
const folder = "assets";
const entries = { core: "app/pages/artist/core.ts", extras: "app/pages/artist/extras.ts" };

interface Bundle {
  code: string;
  /** Paths of all that is in it. */
  files: string[];
}

/**
 * Builds the two scripts of the stage, which stand beside React's bundle and know nothing of it: the core goes into
 * the page as text, the extras become one file with a name of its own. The server's build imports the core as
 * `virtual:stage-scripts`.
 */
export function stageScripts(): Plugin {
  const built = new Map<string, string>();
  let root = "";
  return {
    name: "handbill:stage-scripts",
    applyToEnvironment: (environment) => environment.name === "ssr",
    configResolved(config) {
      root = config.root;
    },
    resolveId: (id) => (id === virtual ? `\0${virtual}` : null),
    async load(id) {
      if (id !== `\0${virtual}`) return null;
      const { core, extras } = await bundleStage(root);
      built.set(extras.name, extras.code);
      for (const file of [...extras.files, ...core.files]) this.addWatchFile(file);
      return `export const core = ${JSON.stringify(core.code)};`;
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const code = built.get(request.url ?? "");
        if (code === undefined) return next();
        response.setHeader("Content-Type", "text/javascript; charset=utf-8").end(code);
      });
    },
    async writeBundle() {
      const directory = join(root, "build", "client");
      await mkdir(join(directory, folder), { recursive: true });
      for (const [name, code] of built) await writeFile(join(directory, name), code);
    },
  };
}

/**
 * Both scripts as they are served; the core learns the address of the extras as `__EXTRAS__`.
 * @param root the project's
 */
export async function bundleStage(
  root: string,
): Promise<{ core: Bundle; extras: Bundle & { name: string } }> {
  const extras = await bundle(root, entries.extras, "es", {});
  const name = `/${folder}/stage-${createHash("sha256").update(extras.code).digest("hex").slice(0, 8)}.js`;
  const core = await bundle(root, entries.core, "iife", { __EXTRAS__: JSON.stringify(name) });
  return { core, extras: { name, ...extras } };
}

async function bundle(
  root: string,
  entry: string,
  format: "es" | "iife",
  define: Record<string, string>,
): Promise<Bundle> {
  const result = await build({
    root,
    configFile: false,
    logLevel: "warn",
    define,
    resolve: { alias: { "~": join(root, "app") } },
    publicDir: false,
    build: {
      write: false,
      target: "es2022",
      modulePreload: false,
      rolldownOptions: { input: join(root, entry), output: { format } },
    },
  });
  if (!("output" in result)) throw new TypeError(`${entry} was not built once.`);
  const chunk = result.output[0];
  return { code: chunk.code.trim(), files: chunk.moduleIds.filter((id) => id.startsWith(root)) };
}
