import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { access, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { Client } from "pg";
import { expect, onTestFinished, test, vi } from "vitest";
import { version } from "../../server/version.ts";
import { freshCluster } from "../harness/cluster.ts";
import { freePort, startHandbill, temporaryDataDir } from "../harness/handbill.ts";

async function temporaryFolder(): Promise<string> {
  const folder = await temporaryDataDir();
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Starts with settings that can't work. @returns the exit code and the output on the error stream */
async function failedStart(settings: Record<string, string>): Promise<{ code: number; stderr: string }> {
  const child = spawn(process.execPath, ["server/start.ts"], {
    env: {
      PATH: process.env.PATH,
      PORT: String(await freePort()),
      DATA_DIR: await temporaryFolder(),
      ...settings,
    },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let stderr = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
  });
  const [code] = await once(child, "close");
  return { code, stderr: stderr };
}

const oneLine = /^Handbill cannot start: [^\n]+\n$/;

test("a taken port is named, with a way out", async () => {
  const other = createServer().listen(0, "127.0.0.1");
  await once(other, "listening");
  onTestFinished(() => void other.close());
  const address = other.address();
  const port = typeof address === "object" && address ? address.port : 0;
  const { code, stderr } = await failedStart({ PORT: String(port) });
  expect(code).toBe(1);
  expect(stderr).toMatch(oneLine);
  expect(stderr).toContain(`Port ${port} is taken`);
});

test("a data folder that can't be one is named", async () => {
  const file = join(await temporaryFolder(), "file");
  await writeFile(file, "");
  const { code, stderr } = await failedStart({ DATA_DIR: join(file, "data") });
  expect(code).toBe(1);
  expect(stderr).toMatch(oneLine);
  expect(stderr).toContain("cannot be written");
});

test("something else in the place of a folder is named", async () => {
  const DATA_DIR = await temporaryFolder();
  await writeFile(join(DATA_DIR, "mail"), "");
  const { code, stderr } = await failedStart({ DATA_DIR, DEMO: "off" });
  expect(code).toBe(1);
  expect(stderr).toMatch(oneLine);
  expect(stderr).toContain(`${DATA_DIR}/mail cannot be used: something else is in its place.`);
});

test("a data folder that doesn't answer ends the start", async () => {
  const DATA_DIR = await temporaryFolder();
  // Reading a pipe that no process writes to takes as long as a drive whose network is gone.
  await promisify(execFile)("mkfifo", [join(DATA_DIR, "session-secret")]);
  const failure = failedStart({ DATA_DIR });
  // Another server, whose output is no longer read.
  const env = { PATH: process.env.PATH, PORT: String(await freePort()), DATA_DIR };
  const unheard = spawn(process.execPath, ["server/start.ts"], { env, stdio: ["ignore", "ignore", "pipe"] });
  onTestFinished(() => void unheard.kill("SIGKILL"));
  unheard.stderr.destroy();
  const [, signal] = await once(unheard, "exit");
  expect(signal).toBe("SIGKILL");
  const { stderr } = await failure;
  expect(stderr).toMatch(oneLine);
  expect(stderr).toContain(`${DATA_DIR} does not answer within 10 seconds.`);
});

test("a store and a mail server that aren't there are named before it says that it is ready", async () => {
  await using handbill = await startHandbill({
    S3_ENDPOINT: "http://127.0.0.1:9",
    S3_BUCKET: "none",
    S3_ACCESS_KEY_ID: "nobody",
    S3_SECRET_ACCESS_KEY: "hunter2",
    SMTP_URL: "smtp://somebody:hunter2@127.0.0.1:9",
  });
  expect(handbill.output()).toMatch(
    /^Warning: files can neither be stored nor read: http:\/\/127\.0\.0\.1:9 does not answer[\s\S]+^Warning: mails cannot be sent: [\s\S]+^Handbill is ready/m,
  );
  expect(handbill.output()).not.toContain("hunter2");
  const metrics = await (await fetch(`${handbill.origin}/metrics`)).text();
  expect(metrics).toContain('handbill_jobs{queue="mail.send",state="waiting"} 0');
  expect(metrics).toContain('handbill_jobs_finished_total{queue="mail.send",outcome="given_up"} 0');
});

test("a database out of reach is named, its password isn't", async () => {
  const port = await freePort();
  const { code, stderr } = await failedStart({
    DATABASE_URL: `postgres://handbill:hunter2@127.0.0.1:${port}/handbill`,
  });
  expect(code).toBe(1);
  expect(stderr).toMatch(oneLine);
  expect(stderr).toContain("127.0.0.1");
  expect(stderr).not.toContain("hunter2");
});

test("a bad setting is named", async () => {
  const { code, stderr } = await failedStart({ REGISTRATION: "perhaps" });
  expect(code).toBe(1);
  expect(stderr).toMatch(oneLine);
  expect(stderr).toContain("The setting REGISTRATION must be one of: open, unlisted, closed.");
});

test("two servers never share one data folder", async () => {
  await using first = await startHandbill();
  const { code, stderr } = await failedStart({ DATA_DIR: first.dataDir });
  expect(code).toBe(1);
  expect(stderr).toMatch(oneLine);
});

test("its port is open only once all is ready", async () => {
  await using cluster = await freshCluster();
  const holder = new Client({ connectionString: cluster.ownerUrl });
  await holder.connect();
  await holder.query("select pg_advisory_lock(hashtext('handbill'), hashtext('migrate'))");
  const PORT = String(await freePort());
  const starting = startHandbill({ PORT, DATABASE_URL: cluster.ownerUrl });
  const waiting = "select from pg_locks where locktype = 'advisory' and not granted";
  await vi.waitFor(async () => expect((await holder.query(waiting)).rowCount).toBe(1), { timeout: 60_000 });
  await expect(fetch(`http://localhost:${PORT}/healthz`)).rejects.toMatchObject({
    cause: { code: "ECONNREFUSED" },
  });
  // Lets go of the lock.
  await holder.end();
  await using handbill = await starting;
  expect((await fetch(`${handbill.origin}/readyz`)).status).toBe(200);
});

test("the server logs its address, answers its probes, and stops with 0", async () => {
  await using handbill = await startHandbill();
  expect(handbill.output()).toContain(`Handbill is ready: open ${handbill.origin} in a browser.`);
  const health = await fetch(`${handbill.origin}/healthz`);
  expect([health.status, await health.json()]).toEqual([200, { status: "ok", version }]);
  const ready = await fetch(`${handbill.origin}/readyz`);
  expect(ready.status).toBe(200);
  expect(await ready.json()).toEqual({ database: "ok", storage: "ok" });
  expect(ready.headers.get("set-cookie")).toBeNull();
  const metrics = await fetch(`${handbill.origin}/metrics`);
  expect(await metrics.text()).toContain("http_request_duration_seconds_count");
  const forwarded = await fetch(`${handbill.origin}/metrics`, {
    headers: { "X-Forwarded-For": "192.0.2.1" },
  });
  expect(forwarded.status).toBe(403);
  expect((await stat(join(handbill.dataDir, "session-secret"))).mode & 0o777).toBe(0o600);
  // A balancer learns of it while all requests are still answered.
  handbill.process.kill("SIGTERM");
  const readiness = async () => {
    const { status, headers } = await fetch(`${handbill.origin}/readyz`);
    return [status, headers.get("connection")];
  };
  await expect.poll(readiness).toEqual([503, "close"]);
  expect(await handbill.stop()).toBe(0);
});

test("with the demo on, its musician's password is said once, works, and the sample page plays", async () => {
  const DATA_DIR = await temporaryFolder();
  await using first = await startHandbill({ DATA_DIR, DEMO: "on" });
  const [, email = "", password = ""] = /demo musician: (\S+), password (\S+)/.exec(first.output()) ?? [];
  const sample = await fetch(`${first.origin}/sample-bio`);
  expect(sample.status).toBe(200);
  const [address = ""] = /\/uploads\/music\/[^"]+\.mp3/.exec(await sample.text()) ?? [];
  const song = await fetch(first.origin + address, { headers: { Range: "bytes=0-99" } });
  expect([song.status, song.headers.get("content-type")]).toEqual([206, "audio/mpeg"]);
  const body = new URLSearchParams({ email, password });
  const answer = await fetch(`${first.origin}/signin`, { method: "POST", body, redirect: "manual" });
  expect(answer.headers.get("location")).toBe("/dashboard");
  await first.stop();

  await using second = await startHandbill({ DATA_DIR, DEMO: "on" });
  expect(second.output()).not.toContain("password");
});

test("the client's files hold no name of a secret and no code of the server's", async () => {
  const folder = join(import.meta.dirname, "..", "..", "build", "client");
  const scripts = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith(".js"));
  expect(scripts.length).toBeGreaterThan(10);
  for (const script of scripts) {
    const text = await readFile(join(folder, script), "utf8");
    const found = /SESSION_SECRET|OWNER_EMAIL|DATABASE_URL|set local role|password_hash/.exec(text);
    expect([script, found?.[0]]).toEqual([script, undefined]);
  }
});

/** The database's files in its folder while it runs, and after it was killed. */
const databaseRuns = (dataDir: string) =>
  access(join(dataDir, "postgres", "cluster", "postmaster.pid")).then(
    () => true,
    () => false,
  );

async function startWithNpm(DATA_DIR: string): Promise<ChildProcess> {
  const PORT = String(await freePort());
  const { PATH, HOME } = process.env;
  const npm = spawn("npm", ["start"], {
    env: { PATH, HOME, PORT, DATA_DIR, DEMO: "off" },
    stdio: ["ignore", "pipe", "ignore"],
  });
  const ready = Promise.withResolvers<void>();
  npm.once("exit", () => ready.reject(new Error("npm start ended before Handbill was ready.")));
  createInterface({ input: npm.stdout }).on("line", (line) => {
    if (line.includes("Handbill is ready")) ready.resolve();
  });
  await ready.promise;
  return npm;
}

test("ended by npm's own process id, it stops the database before npm is gone", async () => {
  const DATA_DIR = await temporaryFolder();
  const npm = await startWithNpm(DATA_DIR);
  expect(await databaseRuns(DATA_DIR)).toBe(true);
  npm.kill("SIGTERM");
  const [code] = await once(npm, "exit");
  // A container ends with its first process, and takes everything with it that still runs.
  expect(await databaseRuns(DATA_DIR)).toBe(false);
  expect(code).toBe(0);
});

test("where npm is killed, it stops the database by itself", async () => {
  const DATA_DIR = await temporaryFolder();
  const npm = await startWithNpm(DATA_DIR);
  npm.kill("SIGKILL");
  await vi.waitFor(async () => expect(await databaseRuns(DATA_DIR)).toBe(false), { timeout: 30_000 });
});

test("after kill -9 the next start needs no hand", async () => {
  const DATA_DIR = await temporaryFolder();
  const first = await startHandbill({ DATA_DIR });
  first.process.kill("SIGKILL");
  await once(first.process, "exit");
  await using second = await startHandbill({ DATA_DIR });
  expect((await fetch(`${second.origin}/readyz`)).status).toBe(200);
});
