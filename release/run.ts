import { mkdir, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { ensureBuilt } from "../server/build.ts";
import { StartError } from "../server/errors.ts";
import { version } from "../server/version.ts";
import { assemble, pack } from "./archive.ts";
import { targets } from "./contents.ts";
import { makePackage } from "./debian.ts";
import { execute } from "./execute.ts";
import { makeImage } from "./image.ts";

// Makes what others install:
//   npm run release [-- [archive] [deb] [image] [--arch x64|arm64] [--base IMAGE] [--to FOLDER]]
// Without a word all three, for both kinds of processor; the image for this machine's.

const root = join(import.meta.dirname, "..");
const kinds = ["archive", "deb", "image"];

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { arch: { type: "string" }, base: { type: "string" }, to: { type: "string", default: "dist" } },
  });
  const unknown = positionals.find((kind) => !kinds.includes(kind));
  if (unknown !== undefined) throw new StartError(`There is no ${unknown}: ${kinds.join(", ")}.`);
  const wanted = new Set(positionals.length ? positionals : kinds);
  const chosen = targets.filter(({ arch }) => values.arch === undefined || arch === values.arch);
  if (!chosen.length) throw new StartError(`There is no ${values.arch}: x64, arm64.`);
  // Before the long work.
  if (wanted.has("deb")) await execute("dpkg-deb", ["--version"]);
  if (wanted.has("image")) await execute("buildah", ["--version"]);
  process.umask(0o022);

  const to = resolve(root, values.to);
  await mkdir(to, { recursive: true });
  await ensureBuilt(say);
  const made = Number(await execute("git", ["log", "-1", "--format=%ct"], { cwd: root }));
  for (const target of chosen) {
    const name = `handbill-${version}-linux-${target.arch}`;
    const folder = join(to, name);
    const finished = async (file: string, from: number) => {
      const seconds = Math.round((Date.now() - from) / 1000);
      say(`${file}: ${Math.round((await stat(join(to, file))).size / 1e6)} MB in ${seconds} s`);
    };
    let from = Date.now();
    await assemble(target, folder, made);
    say(`${name}: assembled in ${Math.round((Date.now() - from) / 1000)} s`);
    if (wanted.has("archive")) {
      from = Date.now();
      await pack(folder, join(to, `${name}.tar.gz`), made);
      await finished(`${name}.tar.gz`, from);
    }
    if (wanted.has("deb")) {
      from = Date.now();
      const file = `handbill_${version}_${target.debian}.deb`;
      await makePackage(target, folder, { version, file: join(to, file), made });
      await finished(file, from);
    }
    if (wanted.has("image") && target.arch === process.arch) {
      from = Date.now();
      const file = `${name}-image.tar`;
      await makeImage(target, folder, { version, file: join(to, file), base: values.base, made });
      await finished(file, from);
    }
  }
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

try {
  await main();
} catch (error) {
  if (!(error instanceof StartError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
