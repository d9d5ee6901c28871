import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdir, mkdtemp, open, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { execute } from "../../release/execute.ts";
import { version } from "../../server/version.ts";
import { freePort } from "../harness/handbill.ts";
import { bareDebian, type Machine, memoryOf, processorOf } from "./machine.ts";

// The archives that `npm run release -- archive` has put into `dist`.

const most = 320;
const artist = "/artist/ishbel-carrow";
const name = `handbill-${version}-linux`;
const made = join(import.meta.dirname, "..", "..", "dist");
let machine: Machine;

beforeAll(async () => {
  machine = await bareDebian();
  await mkdir(join(machine.root, "srv", "handbill"));
  await execute("tar", [
    "-xzf",
    join(made, `${name}-x64.tar.gz`),
    "-C",
    join(machine.root, "srv", "handbill"),
  ]);
  await machine.run("useradd", "--create-home", "musician");
  await machine.run("chown", "musician:", "/srv/handbill");
});

afterAll(async () => {
  await machine[Symbol.asyncDispose]();
});

const handbill = `/srv/handbill/${name}-x64/handbill`;

test("without the one library that Node needs and Debian leaves out, the start says what to install", async () => {
  await expect(machine.run(handbill, "start")).rejects.toThrow("apt install libatomic1");
  await machine.run("apt-get", "-q", "update");
  await machine.run("apt-get", "-qy", "install", "--no-install-recommends", "libatomic1");
});

test("on a bare Debian, without npm and a compiler, one command starts it, with the demo artist", async () => {
  for (const program of ["npm", "node", "cc", "postgres"]) {
    await expect(machine.run("which", program)).rejects.toThrow();
  }
  const env = { PORT: String(await freePort()), DATA_DIR: "/srv/handbill/data" };
  await using server = await machine.start([handbill, "start"], { user: "musician:musician", env });
  await server.said("Handbill is ready");
  expect(server.output()).not.toContain("Building the screens");
  await expectPages(env.PORT, ["/", "/signin", artist, `${artist}/card.jpg`, "/sitemap.xml"]);
  process.stdout.write(`archive: ${Math.round(await memoryOf(machine))} MB with the demo artist\n`);
  expect((await server.stop("SIGTERM")).code).toBe(0);
});

test("without the demo artist it serves pages in 320 MB, and ends within ten seconds", async () => {
  const env = { PORT: String(await freePort()), DATA_DIR: "/srv/handbill/own-data", DEMO: "off" };
  await using server = await machine.start([handbill, "start"], { user: "musician:musician", env });
  await server.said("Handbill is ready");
  for (let round = 0; round < 20; round++) {
    await expectPages(env.PORT, ["/", "/signin", "/signup", "/sitemap.xml", "/readyz"]);
  }
  const used = await memoryOf(machine);
  process.stdout.write(`archive: ${Math.round(used)} MB after serving pages\n`);
  expect(used).toBeGreaterThan(50);
  expect(used).toBeLessThan(most);
  const { code, ms } = await server.stop("SIGTERM");
  expect(code).toBe(0);
  expect(ms).toBeLessThan(10_000);
});

async function expectPages(port: string, paths: string[]): Promise<void> {
  for (const path of paths) {
    const answer = await fetch(`http://localhost:${port}${path}`);
    expect([path, answer.status, (await answer.arrayBuffer()).byteLength > 10]).toEqual([path, 200, true]);
  }
}

test("the operator's commands are the same script's", async () => {
  const env = [
    "env",
    "DATA_DIR=/srv/handbill/data",
    "setpriv",
    "--reuid=musician",
    "--regid=musician",
    "--clear-groups",
  ];
  const help = await machine.run(...env, handbill, "help");
  expect(help).toContain("Usage: handbill COMMAND");
  await machine.run(...env, handbill, "backup", "--to", "/srv/handbill/backup.zip");
  const checked = await machine.run(
    ...env,
    handbill,
    "restore",
    "--from",
    "/srv/handbill/backup.zip",
    "--dry-run",
  );
  expect(checked).toMatch(/\d/);
});

test.each(["x64", "arm64"] as const)(
  "every program in the archive for %s is for that processor",
  async (arch) => {
    const found = new Map<string, number>();
    for (const file of await filesIn(join(made, `${name}-${arch}`))) {
      const handle = await open(file);
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(20), 0, 20);
      await handle.close();
      const processor = processorOf(buffer.subarray(0, bytesRead));
      if (processor) found.set(processor, (found.get(processor) ?? 0) + 1);
    }
    expect([...found.keys()]).toEqual([arch]);
    expect(found.get(arch)).toBeGreaterThan(50);
  },
);

test.each(["x64", "arm64"])("each archive for %s lists what it holds, and the licences", async (arch) => {
  const folder = join(made, `${name}-${arch}`);
  const bill = JSON.parse(await readFile(join(folder, "sbom.cdx.json"), "utf8"));
  const listed: string[] = bill.components.map((part: { group?: string; name: string }) => part.name);
  const licences = await readFile(join(folder, "THIRD-PARTY-LICENCES.txt"), "utf8");
  const installed = (await filesIn(join(folder, "node_modules")))
    .filter((file) => /node_modules\/(@[^/]+\/)?[^/]+\/package\.json$/.test(file))
    .map((file) => /.*node_modules\/(.+)\/package\.json$/.exec(file)?.[1] ?? "");
  expect(installed.length).toBeGreaterThan(100);
  expect(installed.filter((part) => !listed.includes(part))).toEqual([]);
  expect([...installed, "node", "postgresql"].filter((part) => !licences.includes(`\n${part} `))).toEqual([]);
  expect(bill.bomFormat).toBe("CycloneDX");
});

test("the same sources become the same bytes", async () => {
  const again = await mkdtemp(join(tmpdir(), "handbill-release-"));
  onTestFinished(() => rm(again, { recursive: true }));
  await execute("npm", ["run", "release", "--", "archive", "--arch", "x64", "--to", again]);
  const hashes = [made, again].map((folder) => hashOf(join(folder, `${name}-x64.tar.gz`)));
  const [first, second] = await Promise.all(hashes);
  expect(first).toBe(second);
});

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

async function hashOf(file: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(file)) hash.update(chunk);
  return hash.digest("hex");
}
