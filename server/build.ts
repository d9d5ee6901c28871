import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { totalmem } from "node:os";
import { extname, join, relative } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
import { StartError } from "./errors.ts";
import { makeFile, replaceFile, syncFiles } from "./files/whole-file.ts";
import { released } from "./released.ts";

const root = join(import.meta.dirname, "..");
const stampFile = join(root, "build", "stamp");
const lockFile = join(root, "node_modules", ".handbill-build.lock");
/** Measured, and rounded up. */
const buildMegabytes = 800;
/** Node collects late where the machine has room. The build fits into 320 MB; what its native parts take comes on top. */
const smallHeap = ["--max-old-space-size=400", "--max-semi-space-size=2"];
const waitForOthersMs = 5 * 60_000;
const compressible = new Set([".js", ".css", ".svg", ".json", ".txt"]);

/**
 * Builds the screens unless the present build was made from exactly these sources. Of several processes that start
 * together one builds and the others wait. A release is built already. @throws StartError
 */
export async function ensureBuilt(announce: (line: string) => void): Promise<void> {
  if (released) return;
  const sources = await digestOfSources();
  const isBuilt = async () => (await readFile(stampFile, "utf8").catch(() => "")) === sources;
  if (await isBuilt()) return;
  announce("Building the screens (only after an installation or a change) ...");
  await inTurn(async () => {
    if (await isBuilt()) return;
    const meminfo = await readFile("/proc/meminfo", "utf8").catch(() => "");
    const limit = process.constrainedMemory();
    const isLimited = limit > 0 && limit < totalmem();
    const warning = memoryWarning(process.availableMemory(), isLimited ? 0 : freeSwap(meminfo));
    if (warning) announce(warning);
    await rm(stampFile, { force: true });
    await runBuild(announce);
    await compress(join(root, "build", "client"));
    await syncFiles(join(root, "build"));
    await replaceFile(stampFile, sources);
  });
}

/** Which sources the present build was made from, as a hash. */
export function builtFrom(): Promise<string> {
  return readFile(stampFile, "utf8");
}

/** The screens as they were built last. */
export function builtScreensModule() {
  return import(pathToFileURL(join(root, "build", "server", "index.js")).href);
}

/** Runs the work while no other process does. A lock whose process is gone is free. */
async function inTurn(work: () => Promise<void>): Promise<void> {
  const deadline = Date.now() + waitForOthersMs;
  while (!(await makeFile(lockFile, String(process.pid)))) {
    const holder = Number(await readFile(lockFile, "utf8").catch(() => ""));
    if (holder > 0 && !isAlive(holder)) await rm(lockFile, { force: true });
    if (Date.now() > deadline) {
      throw new StartError(
        `Another process is building the screens and doesn't finish. If none is, remove ${lockFile}.`,
      );
    }
    await sleep(200);
  }
  try {
    await work();
  } finally {
    await rm(lockFile, { force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

async function digestOfSources(): Promise<string> {
  const files = ["package-lock.json", "vite.config.ts", "react-router.config.ts"];
  for (const folder of ["app", "languages", "public", "server"]) {
    const entries = await readdir(join(root, folder), { recursive: true, withFileTypes: true });
    for (const entry of entries) {
      if (!entry.isFile() || /\.test\.tsx?$/.test(entry.name)) continue;
      files.push(relative(root, join(entry.parentPath, entry.name)));
    }
  }
  const digest = createHash("sha256");
  for (const file of files.sort()) {
    digest.update(file).update(await readFile(join(root, file)));
  }
  return digest.digest("hex");
}

async function runBuild(announce: (line: string) => void): Promise<void> {
  const command = join(root, "node_modules", "@react-router", "dev", "bin.cjs");
  const child = spawn(process.execPath, [...smallHeap, command, "build"], {
    cwd: root,
    env: { ...process.env, NODE_ENV: "production" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const stopChild = () => child.kill();
  process.once("exit", stopChild);
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8");
    stream.on("data", (text: string) => {
      output += text;
    });
  }
  const [code, signal] = await once(child, "close");
  process.off("exit", stopChild);
  if (code === 0) return;
  announce(output.trim());
  throw new StartError(whyNotBuilt(code, signal, output));
}

/**
 * What is to be said before a build for which memory may not do.
 * @param available in bytes, within the container's limit
 * @param swap the machine's that is free, in bytes; how much of it a container may have isn't known
 */
export function memoryWarning(available: number, swap: number): string | undefined {
  const megabytes = Math.round((available + swap) / 1e6);
  if (megabytes >= buildMegabytes) return undefined;
  return (
    `This takes about ${buildMegabytes} MB of memory, and ${megabytes} MB are free, swap included. Should the system end it: ` +
    "add memory or swap, build on another machine and copy the folder build, or install a release, which is built already."
  );
}

/** In bytes. @param meminfo as Linux says it in /proc/meminfo; empty elsewhere */
export function freeSwap(meminfo: string): number {
  const [, kilobytes = "0"] = /^SwapFree: +(\d+) kB$/m.exec(meminfo) ?? [];
  return Number(kilobytes) * 1024;
}

/** In a line; the build's own output says the rest. */
export function whyNotBuilt(code: number | null, signal: NodeJS.Signals | null, output: string): string {
  // 137 is the exit code of a shell or a container for the signal.
  if (signal === "SIGKILL" || code === 137 || output.includes("heap out of memory")) {
    return (
      "The screens could not be built: the system ended the build, as it does when memory runs out. It needs about " +
      `${buildMegabytes} MB: give it more memory or swap, or build on another machine and copy the folder build.`
    );
  }
  return `The screens could not be built (${signal ?? `code ${code}`}); the lines above say why. Mend that and start again.`;
}

async function compress(folder: string): Promise<void> {
  const brotli = promisify(brotliCompress);
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const entry of entries) {
    if (!entry.isFile() || !compressible.has(extname(entry.name))) continue;
    const path = join(entry.parentPath, entry.name);
    const plain = await readFile(path);
    const small = await brotli(plain, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: plain.length } });
    if (small.length < plain.length) await writeFile(`${path}.br`, small);
  }
}

if (import.meta.main) {
  try {
    await ensureBuilt((line) => process.stdout.write(`${line}\n`));
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}
