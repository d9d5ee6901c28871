import { createHash } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { build, type Plugin } from "vite";
import { sourceTexts } from "./source-texts.ts";

const virtual = "virtual:public-scripts";
const folder = "assets";
const entries = {
  inline: "app/pages/artist/inline.client.ts",
  deferred: "app/pages/artist/deferred.client.ts",
  copy: "app/pages/artist/copy-player.client.ts",
  hydration: "app/client/hydration-script.ts",
  site: "app/pages/site.client.ts",
  passkeys: "app/client/passkeys.ts",
  embed: "app/pages/embed/embed.client.ts",
};

interface Bundle {
  code: string;
  /** Paths of all that is in it. */
  files: string[];
}

/** A script that is a file of its own, named by its hash. */
interface ScriptFile extends Bundle {
  /** Its address. */
  name: string;
}

/**
 * Builds the scripts that stand apart from React's bundle. Of the public pages' two, the inline script goes into the
 * page as text, the deferred script becomes one file. So do the script of Handbill's own documents and what
 * that loads to use a passkey. As text go the only script of a page's static copy, that of a frame on another site, and the
 * hydration script, into the pages that React takes over. The server's build imports the scripts' text, the files'
 * addresses, and what the scripts say in the reader's language, from `virtual:public-scripts`.
 */
export function publicScripts(): Plugin {
  const built = new Map<string, string>();
  let root = "";
  return {
    name: "handbill:public-scripts",
    applyToEnvironment: (environment) => environment.name === "ssr",
    configResolved(config) {
      root = config.root;
    },
    resolveId: (id) => (id === virtual ? `\0${virtual}` : null),
    async load(id) {
      if (id !== `\0${virtual}`) return null;
      const { inline, copy, deferred, hydration, site, passkeys, embed } = await bundlePublicScripts(root);
      for (const { name, code } of [deferred, site, passkeys]) built.set(name, code);
      const files = [inline, copy, deferred, hydration, site, passkeys, embed].flatMap(
        (script) => script.files,
      );
      for (const file of files) this.addWatchFile(file);
      const texts = {
        inlineScript: inline.code,
        copyScript: copy.code,
        embedScript: embed.code,
        hydrationScript: hydration.code,
        siteScript: site.name,
      };
      const scriptTexts = {
        page: await textsOf(inline, deferred),
        copy: await textsOf(copy),
        embed: await textsOf(embed),
        site: await textsOf(site, passkeys),
      };
      const exported = { ...texts, scriptTexts };
      return `export const { ${Object.keys(exported).join(", ")} } = ${JSON.stringify(exported)};`;
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
 * The scripts as they are served; the inline script gets the address of the deferred one as `__DEFERRED_SCRIPT__`.
 * @param root the project's
 */
export async function bundlePublicScripts(
  root: string,
): Promise<
  Record<"inline" | "copy" | "embed" | "hydration", Bundle> &
    Record<"deferred" | "site" | "passkeys", ScriptFile>
> {
  const deferred = named("public", await bundle(root, entries.deferred, "es", {}));
  const inline = await bundle(root, entries.inline, "iife", {
    __DEFERRED_SCRIPT__: JSON.stringify(deferred.name),
  });
  const embed = await bundle(root, entries.embed, "iife", {});
  const copy = await bundle(root, entries.copy, "iife", {});
  const hydration = await bundle(root, entries.hydration, "iife", {});
  const passkeys = named("passkeys", await bundle(root, entries.passkeys, "es", {}));
  const site = named(
    "site",
    await bundle(root, entries.site, "es", { __PASSKEYS_SCRIPT__: JSON.stringify(passkeys.name) }),
  );
  return { inline, copy, embed, deferred, hydration, site, passkeys };
}

/** The texts that scripts say in the reader's language. */
async function textsOf(...scripts: Bundle[]): Promise<string[]> {
  const files = new Set(scripts.flatMap((script) => script.files));
  const own = [...files].filter((file) => /\.tsx?$/.test(file) && !file.includes("/node_modules/"));
  const found = await Promise.all(
    own.map(async (file) => sourceTexts(file, await readFile(file, "utf8")).map(({ text }) => text)),
  );
  return [...new Set(found.flat())];
}

function named(start: string, script: Bundle): ScriptFile {
  const hash = createHash("sha256").update(script.code).digest("hex").slice(0, 8);
  return { name: `/${folder}/${start}-${hash}.js`, ...script };
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
      rolldownOptions: {
        input: join(root, entry),
        output: { format },
        // What is imported of it is known to the page alone.
        preserveEntrySignatures: "allow-extension",
      },
    },
  });
  if (!("output" in result)) throw new TypeError(`${entry} was not built once.`);
  const chunk = result.output[0];
  return { code: chunk.code.trim(), files: chunk.moduleIds.filter((id) => id.startsWith(root)) };
}
