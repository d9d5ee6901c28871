import { mkdir, mkdtemp, readFile, readlink, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { execute } from "../../release/execute.ts";
import { version } from "../../server/version.ts";
import { freePort } from "../harness/handbill.ts";
import { type Machine, machineIn, memoryOf } from "./machine.ts";

// The image that `npm run release -- image` has put into `dist`, started as podman and docker start it: its program as process
// 1 under its account, nothing to be written but its volume.

const file = join(import.meta.dirname, "..", "..", "dist", `handbill-${version}-linux-x64-image.tar`);
const settings = z.object({
  Docker: z.object({
    config: z.object({
      User: z.string(),
      Env: z.array(z.string()),
      Entrypoint: z.array(z.string()),
      Cmd: z.array(z.string()),
      Volumes: z.record(z.string(), z.unknown()),
      StopSignal: z.string(),
      Healthcheck: z.object({ Test: z.array(z.string()) }),
    }),
  }),
});
let folder: string;
let machine: Machine;
let config: z.output<typeof settings>["Docker"]["config"];
let env: Record<string, string>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "handbill-image-"));
  const store = join(folder, "storage.conf");
  await writeFile(
    store,
    `[storage]\ndriver = "vfs"\nrunroot = "${folder}/run"\ngraphroot = "${folder}/graph"\n`,
  );
  env = { CONTAINERS_STORAGE_CONF: store, STORAGE_DRIVER: "vfs", BUILDAH_ISOLATION: "chroot" };
  const container = (await execute("buildah", ["from", "--quiet", `docker-archive:${file}`], { env })).trim();
  config = settings.parse(JSON.parse(await execute("buildah", ["inspect", container], { env }))).Docker
    .config;
  machine = machineIn((await execute("buildah", ["mount", container], { env })).trim());
});

afterAll(() => rm(folder, { recursive: true, force: true }));

test("it says how it is to be run", () => {
  expect(config).toMatchObject({ User: "handbill", StopSignal: "SIGTERM", Volumes: { "/data": {} } });
  expect(config.Healthcheck.Test.join(" ")).toContain("/readyz");
});

test("Node is process 1 without root, writes its volume alone, is healthy, and ends within ten seconds", async () => {
  const volume = join(folder, "data");
  await mkdir(volume);
  await execute("chown", [(await machine.run("stat", "-c", "%u:%g", "/data")).trim(), volume]);
  const port = await freePort();
  const given = Object.fromEntries(config.Env.map((line) => line.split(/=(.*)/, 2)));
  const environment = { ...given, PORT: String(port), DEMO: "off" };
  await using server = await machine.start([...config.Entrypoint, ...config.Cmd], {
    user: `${config.User}:${config.User}`,
    readOnly: true,
    volumes: { "/data": volume },
    env: environment,
  });
  await server.said("Handbill is ready");
  const pid = await server.pid();
  expect(await readlink(`/proc/${pid}/exe`)).toMatch(/\/bin\/node$/);
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  expect(status).toMatch(/^NSpid:\s\d+\s1$/m);
  expect(status).toMatch(/^Uid:\s10001\s/m);
  for (const path of ["/", "/signin", "/signup"]) {
    expect((await fetch(`http://localhost:${port}${path}`)).status).toBe(200);
  }
  const [, ...health] = config.Healthcheck.Test;
  await machine.run("env", `PORT=${port}`, ...health);
  const used = await memoryOf(machine);
  process.stdout.write(`image: ${Math.round(used)} MB after serving pages\n`);
  expect(used).toBeLessThan(320);
  const { code, ms } = await server.stop("SIGTERM");
  expect(code).toBe(0);
  expect(ms).toBeLessThan(10_000);
  await expect(machine.run("env", `PORT=${port}`, ...health)).rejects.toThrow();
});
