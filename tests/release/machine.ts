import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, readdir, readFile, readlink, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { execute } from "../../release/execute.ts";
import { tryToInstall } from "../harness/chromium.ts";

/** A small Debian in a folder: as bare as a server that was just set up. */
export interface Machine extends AsyncDisposable {
  root: string;
  /** Runs a command in it as root, to its end. @returns what it printed */
  run(...command: string[]): Promise<string>;
  /** Starts a command in namespaces of its own, where it is process 1. */
  start(command: string[], options?: StartOptions): Promise<Started>;
  /** Starts its systemd, and waits until that has started everything. Its network is the test's. */
  boot(): Promise<Started>;
}

interface StartOptions {
  /** An account of the machine. */
  user?: string;
  env?: Record<string, string>;
  /** Nothing in it can be written but /tmp and the volumes. */
  readOnly?: boolean;
  /** Folders of the test's, by where they are in the machine. */
  volumes?: Record<string, string>;
}

export interface Started extends AsyncDisposable {
  /** Everything it has written so far, both streams. */
  output(): string;
  /** Waits for a line. */
  said(text: string): Promise<void>;
  /** Process 1, by its number out here. */
  pid(): Promise<number>;
  /** Sends a signal to process 1 and waits. @returns exit code, and how long it took in milliseconds */
  stop(signal: NodeJS.Signals): Promise<{ code: number | null; ms: number }>;
}

const startsWithinMs = 180_000;
const path = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

/** Makes one from Debian's packages; with the sources of the machine that the test runs on. */
export async function bareDebian(...packages: string[]): Promise<Machine> {
  tryToInstall({ mmdebstrap: existsSync("/usr/bin/mmdebstrap") });
  const root = await mkdtemp(join(tmpdir(), "handbill-debian-"));
  const deb822 = "/etc/apt/sources.list.d/debian.sources";
  const sources = existsSync(deb822) ? deb822 : "/etc/apt/sources.list";
  const include = packages.length ? [`--include=${packages.join(",")}`] : [];
  const codename = /VERSION_CODENAME=(\w+)/.exec(await readFile("/etc/os-release", "utf8"))?.[1] ?? "stable";
  await execute("mmdebstrap", ["--quiet", "--variant=minbase", ...include, codename, root, sources]);
  await execute("cp", ["/etc/resolv.conf", join(root, "etc", "resolv.conf")]);
  return machineIn(root);
}

/** The machine whose files are in a folder. */
export function machineIn(root: string): Machine {
  const env = { PATH: path, DEBIAN_FRONTEND: "noninteractive", LC_ALL: "C.UTF-8" };
  return {
    root,
    run: (...command) => execute("unshare", inNamespaces(root, command, {}), { env }),
    async start(command, options = {}) {
      const child = spawn("unshare", inNamespaces(root, command, options), {
        env: { PATH: path, ...options.env },
        stdio: ["ignore", "pipe", "pipe"],
      });
      return started(child);
    },
    async boot() {
      tryToInstall({ "systemd-container": existsSync("/usr/bin/systemd-nspawn") });
      const alone = ["--quiet", "--register=no", "--keep-unit", "--directory", root];
      const child = spawn("systemd-nspawn", [...alone, "/lib/systemd/systemd", "--log-target=console"], {
        stdio: ["ignore", "pipe", "pipe"],
      });
      const systemd = started(child);
      await systemd.said("Startup finished");
      return systemd;
    },
    [Symbol.asyncDispose]: () => rm(root, { recursive: true, force: true }),
  };
}

function inNamespaces(root: string, command: string[], options: StartOptions): string[] {
  const { user, readOnly = false, volumes = {} } = options;
  const lines = [
    "set -e",
    ...(readOnly
      ? ['mount --bind "$0" "$0"', 'mount -o remount,bind,ro "$0"', 'mount -t tmpfs tmpfs "$0/tmp"']
      : []),
    'mount --rbind /dev "$0/dev"',
    'mount -t proc proc "$0/proc"',
    ...Object.entries(volumes).map(([inside, outside]) => `mount --bind "${outside}" "$0${inside}"`),
    `exec chroot ${user ? `--userspec=${user} ` : ""}"$0" "$@"`,
  ];
  const own = ["--mount", "--pid", "--ipc", "--fork", "--kill-child"];
  return [...own, "sh", "-c", lines.join("\n"), root, ...command];
}

/** @param child the program that makes the namespaces: process 1 in them is its child */
function started(child: ChildProcess): Started {
  let output = "";
  const written = new EventTarget();
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding("utf8");
    stream?.on("data", (text: string) => {
      output += text;
      written.dispatchEvent(new Event("written"));
    });
  }
  const ended = once(child, "close");
  const pid = async () => {
    const number = await childOf(child);
    if (number === undefined) throw new Error(`Nothing runs any more:\n${output}`);
    return number;
  };
  return {
    output: () => output,
    said(text) {
      return new Promise((resolve, reject) => {
        const look = () => {
          if (output.includes(text)) resolve();
        };
        const late = setTimeout(
          () => reject(new Error(`It didn't say "${text}":\n${output}`)),
          startsWithinMs,
        );
        late.unref();
        written.addEventListener("written", look);
        ended.then(([code]) => reject(new Error(`It ended with ${code}:\n${output}`)));
        look();
      });
    },
    pid,
    async stop(signal) {
      const from = performance.now();
      process.kill(await pid(), signal);
      const [code] = await ended;
      return { code, ms: performance.now() - from };
    },
    async [Symbol.asyncDispose]() {
      if (child.exitCode === null && child.signalCode === null) {
        // With process 1 all others of the machine end. A booted one would outlive systemd-nspawn.
        const inside = await childOf(child).catch(() => undefined);
        if (inside !== undefined) process.kill(inside, "SIGKILL");
        child.kill("SIGKILL");
      }
      await ended;
    },
  };
}

async function childOf({ pid }: ChildProcess): Promise<number | undefined> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, "utf8");
  return Number.parseInt(children, 10) || undefined;
}

/** The processes of a machine by their numbers out here. */
async function processesIn(root: string): Promise<number[]> {
  const numbers = (await readdir("/proc")).filter((name) => /^\d+$/.test(name)).map(Number);
  const inside: number[] = [];
  for (const number of numbers) {
    const at = await readlink(`/proc/${number}/root`).catch(() => undefined);
    if (at === root) inside.push(number);
  }
  return inside;
}

/** The memory of all its processes, what they share counted once. @returns megabytes */
export async function memoryOf({ root }: Machine): Promise<number> {
  let kilobytes = 0;
  for (const number of await processesIn(root)) {
    const text = await readFile(`/proc/${number}/smaps_rollup`, "utf8").catch(() => "");
    kilobytes += Number(/^Pss:\s+(\d+)/m.exec(text)?.[1] ?? 0);
  }
  return kilobytes / 1024;
}

/** What an ELF file runs on; undefined for any other file. */
export function processorOf(file: Uint8Array): "x64" | "arm64" | "another" | undefined {
  const view = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  if (view.length < 20 || view.readUInt32BE(0) !== 0x7f454c46) return undefined;
  const machine = view.readUInt16LE(18);
  return machine === 0x3e ? "x64" : machine === 0xb7 ? "arm64" : "another";
}
