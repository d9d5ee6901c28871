import { cp, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { execute } from "../../release/execute.ts";
import { version } from "../../server/version.ts";
import { freePort } from "../harness/handbill.ts";
import { bareDebian, type Machine, type Started } from "./machine.ts";

// The package that `npm run release -- deb` has put into `dist`, installed in a Debian whose systemd runs.

const file = `handbill_${version}_amd64.deb`;
const unit = "/lib/systemd/system/handbill.service";
let machine: Machine;
let systemd: Started;
let origin: string;

/** Runs a command in it, as its administrator does. */
async function run(...command: string[]): Promise<string> {
  const into = ["--target", String(await systemd.pid()), "--mount", "--pid", "--ipc", "--root", "--wd=/"];
  const path = "PATH=/usr/sbin:/usr/bin:/sbin:/bin";
  const env = ["env", "-i", path, "DEBIAN_FRONTEND=noninteractive", "LC_ALL=C.UTF-8"];
  return execute("nsenter", [...into, ...env, ...command]);
}

const apt = (...words: string[]) => run("apt-get", "-qy", "--no-install-recommends", ...words);
const installed = join("var", "lib", "handbill");
const data = () => readdir(join(machine.root, installed)).catch(() => []);
const mainProcess = async () =>
  Number(await run("systemctl", "show", "--value", "--property=MainPID", "handbill"));

async function untilReady(): Promise<void> {
  for (;;) {
    const answer = await fetch(`${origin}/readyz`).catch(() => undefined);
    if (answer?.ok) return;
    await sleep(500);
  }
}

beforeAll(async () => {
  machine = await bareDebian("systemd");
  const port = await freePort();
  origin = `http://localhost:${port}`;
  const dropIn = join(machine.root, "etc", "systemd", "system", "handbill.service.d");
  await mkdir(dropIn, { recursive: true });
  await writeFile(join(dropIn, "port.conf"), `[Service]\nEnvironment=PORT=${port}\n`);
  await cp(join(import.meta.dirname, "..", "..", "dist", file), join(machine.root, "opt", file));
  systemd = await machine.boot();
  await run("apt-get", "-q", "update");
});

afterAll(async () => {
  await systemd[Symbol.asyncDispose]();
  await machine[Symbol.asyncDispose]();
});

test("apt install leaves a running service under its own account, shut away from the machine, in 320 MB", async () => {
  await apt("install", `/opt/${file}`);
  await untilReady();
  expect(await run("systemctl", "is-active", "handbill")).toBe("active\n");
  expect(await run("systemctl", "is-enabled", "handbill")).toBe("enabled\n");
  expect(await run("stat", "-c", "%U %a", "/var/lib/handbill", "/etc/handbill/handbill.env")).toBe(
    "handbill 750\nroot 640\n",
  );
  const status = await run("cat", `/proc/${await mainProcess()}/status`);
  expect(status).toMatch(/^NoNewPrivs:\s1$/m);
  expect(status).toMatch(/^Seccomp:\s2$/m);
  expect(status).toMatch(/^CapBnd:\s0+$/m);
  for (const path of ["/", "/signin", "/signup"]) expect((await fetch(origin + path)).status).toBe(200);
  const processes = "find /proc -maxdepth 1 -name '[0-9]*' -user handbill";
  const sizes = await run("sh", "-c", `for p in $(${processes}); do grep ^Pss: $p/smaps_rollup; done`);
  const megabytes = [...sizes.matchAll(/\d+/g)].reduce((sum, [size]) => sum + Number(size), 0) / 1024;
  process.stdout.write(`package: ${Math.round(megabytes)} MB after serving pages\n`);
  expect(megabytes).toBeGreaterThan(50);
  expect(megabytes).toBeLessThan(320);
});

test("its commands are those of the release, and run beside it as its account", async () => {
  expect(await run("handbill", "help")).toContain("Usage: handbill COMMAND");
  expect(await run("handbill", "check")).toContain("Everything is in order.");
});

test("its unit has nothing that systemd doesn't know, and an exposure of at most 2.0", async () => {
  expect(await run("systemd-analyze", "verify", unit)).toBe("");
  const said = await run("systemd-analyze", "security", "--offline=true", unit);
  const exposure = Number(/Overall exposure level for .*?: ([\d.]+)/.exec(said)?.[1]);
  expect(exposure).toBeGreaterThan(0);
  expect(exposure).toBeLessThanOrEqual(2);
});

test("a reload leaves one process as it is, and says what a reload needs", async () => {
  const before = await mainProcess();
  await run("systemctl", "reload", "handbill");
  await expect
    .poll(() => run("journalctl", "--unit=handbill", "--output=cat"), { timeout: 60_000 })
    .toContain("WORKERS");
  expect(await mainProcess()).toBe(before);
  expect((await fetch(`${origin}/readyz`)).status).toBe(200);
});

test("removing it keeps data and settings, and the next installation takes them up", async () => {
  const secret = () => readFile(join(machine.root, installed, "session-secret"), "utf8");
  const before = await secret();
  await apt("remove", "handbill");
  await expect(fetch(origin)).rejects.toThrow();
  expect(await data()).toContain("postgres");
  await apt("install", `/opt/${file}`);
  await untilReady();
  expect(await secret()).toBe(before);
});

test("purging it keeps the data where nobody can be asked, and deletes it where somebody says so", async () => {
  await apt("purge", "handbill");
  expect(await data()).toContain("postgres");
  await apt("install", `/opt/${file}`);
  await untilReady();
  await run("sh", "-c", "echo handbill handbill/remove-data boolean true | debconf-set-selections");
  await apt("purge", "handbill");
  expect(await data()).toEqual([]);
});
