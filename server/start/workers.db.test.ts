import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { Agent, type IncomingMessage, request } from "node:http";
import { join } from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { announce, arrivedOf, newAccount, sendPiece } from "../../tests/harness/account.ts";
import { openDatabaseOf, startHandbill, temporaryDataDir } from "../../tests/harness/handbill.ts";
import { ensureBuilt } from "../build.ts";

let handbill: Awaited<ReturnType<typeof startHandbill>>;
beforeAll(async () => {
  await ensureBuilt(() => {});
  handbill = await startHandbill({ WORKERS: "2" });
}, 300_000);
afterAll(() => handbill[Symbol.asyncDispose]());

/** The process ids of a server's workers. */
async function workersOf({ process: { pid = 0 } }: Pick<typeof handbill, "process">): Promise<number[]> {
  const found: number[] = [];
  for (const name of await readdir("/proc")) {
    const status = await readFile(`/proc/${name}/stat`, "utf8").catch(() => "");
    const [, state, parent] = status.slice(status.lastIndexOf(")")).split(" ");
    if (state === "Z" || Number(parent) !== pid) continue;
    const command = await readFile(`/proc/${name}/cmdline`, "utf8").catch(() => "");
    if (command.includes("server/start.ts")) found.push(Number(name));
  }
  return found.sort();
}

const isAlive = (pid: number) =>
  readFile(`/proc/${pid}/stat`, "utf8").then(
    (status) => !status.includes(") Z "),
    () => false,
  );

/** Asks over a connection of its own, which goes to the worker whose turn it is. */
async function ask(path: string): Promise<IncomingMessage> {
  const [answer] = await once(request(handbill.origin + path, { agent: false }).end(), "response");
  answer.resume();
  return answer;
}

const patiently = { timeout: 200_000, interval: 50 };
vi.setConfig({ testTimeout: 300_000 });

test("a worker that is killed comes back, and meanwhile the other one answers", async () => {
  const before = await workersOf(handbill);
  expect(before).toHaveLength(2);
  const [killed = 0, spared] = before;
  process.kill(killed, "SIGKILL");
  await vi.waitFor(async () => expect(await isAlive(killed)).toBe(false), patiently);
  const answers: number[] = [];
  await vi.waitFor(async () => {
    answers.push((await ask("/healthz")).statusCode ?? 0);
    expect(await workersOf(handbill)).toEqual([expect.any(Number), expect.any(Number)]);
  }, patiently);
  expect(new Set(answers)).toEqual(new Set([200]));
  const after = await workersOf(handbill);
  expect(after).toContain(spared);
  expect(after).not.toContain(killed);
  expect(handbill.output()).toContain("a worker has ended: another is started");
});

test("SIGHUP puts new workers in the place of the old, and no request is lost", async () => {
  await vi.waitFor(async () => expect(await workersOf(handbill)).toHaveLength(2), patiently);
  const before = await workersOf(handbill);
  let isOver = false;
  const failures: unknown[] = [];
  let answered = 0;
  async function client(): Promise<void> {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    while (!isOver) {
      try {
        const [answer] = await once(request(`${handbill.origin}/`, { agent }).end(), "response");
        for await (const _ of answer);
        if (answer.statusCode !== 200) failures.push(answer.statusCode);
        answered++;
      } catch (error) {
        failures.push(error);
      }
    }
    agent.destroy();
  }
  const clients = Array.from({ length: 4 }, client);
  handbill.process.kill("SIGHUP");
  await vi.waitFor(() => expect(handbill.output()).toContain("all workers are new"), patiently);
  isOver = true;
  await Promise.all(clients);
  expect(failures).toEqual([]);
  expect(answered).toBeGreaterThan(4);
  const after = await workersOf(handbill);
  expect(after).toHaveLength(2);
  expect(after.filter((pid) => before.includes(pid))).toEqual([]);
});

test("an account's streams and an upload's pieces are counted for all workers together, and so are metrics", async () => {
  const db = await openDatabaseOf(handbill);
  onTestFinished(() => db.close());
  const account = await newAccount(handbill, db, "streams@example.org");

  const streams: IncomingMessage[] = [];
  onTestFinished(() => streams.forEach((stream) => void stream.destroy()));
  for (let number = 0; number < 13; number++) {
    const sent = request(`${handbill.origin}/live`, { agent: false, headers: account.headers }).end();
    const [answer] = await once(sent, "response");
    streams.push(answer);
  }
  expect(streams.map(({ statusCode }) => statusCode)).toEqual([...Array(12).fill(200), 429]);

  const bytes = randomBytes(200_000);
  const file = { kind: "track", name: "song.mp3", type: "audio/mpeg" };
  const { location } = await announce(handbill, account, file, bytes.length);
  const headers = {
    ...account.headers,
    "Tus-Resumable": "1.0.0",
    "Upload-Offset": "0",
    "Content-Type": "application/offset+octet-stream",
    "Content-Length": bytes.length,
  };
  const stalled = request(location, { method: "PATCH", agent: false, headers });
  const ended = new Promise((resolve) => stalled.once("close", resolve).once("error", () => {}));
  stalled.write(bytes.subarray(0, 50_000));
  const size = async () => (await stagedBytes()) ?? 0;
  await vi.waitFor(async () => expect(await size()).toBe(50_000), patiently);
  // The next connections go to both workers by turns.
  for (let turn = 0; turn < 2; turn++) {
    const asked = request(location, {
      method: "HEAD",
      agent: false,
      headers: { ...account.headers, "Tus-Resumable": "1.0.0" },
    });
    const [answer] = await once(asked.end(), "response");
    expect(answer.headers["upload-offset"]).toBe("50000");
  }
  await ended;
  expect(await arrivedOf(account, location)).toBe(50_000);
  const last = await sendPiece(account, location, bytes.subarray(50_000), 50_000);
  expect(last.status).toBe(400);

  for (let number = 0; number < 6; number++) await ask("/healthz");
  const metrics = await (await fetch(`${handbill.origin}/metrics`)).text();
  const count = Number(
    /http_request_duration_seconds_count\{handler="upload",method="HEAD",status="200"\} (\d+)/.exec(
      metrics,
    )?.[1],
  );
  expect(count).toBeGreaterThanOrEqual(3);
  expect(metrics.match(/^handbill_jobs\{queue="mail.send",state="waiting"\} 0$/gm)).toHaveLength(1);

  async function stagedBytes(): Promise<number | undefined> {
    const name = location.split("/").at(-1) ?? "";
    return readFile(join(handbill.dataDir, "staging", name)).then(
      ({ length }) => length,
      () => undefined,
    );
  }
});

test("with one process SIGHUP says what a reload needs, and requests are answered on", async () => {
  await using alone = await startHandbill();
  alone.process.kill("SIGHUP");
  await vi.waitFor(() => expect(alone.output()).toContain("Set WORKERS to 2 or more"), patiently);
  expect((await fetch(`${alone.origin}/readyz`)).status).toBe(200);
  expect(await alone.stop()).toBe(0);
});

test("a worker that can't start ends all with a line", async () => {
  const DATA_DIR = await temporaryDataDir();
  onTestFinished(() => rm(DATA_DIR, { recursive: true, force: true }));
  await writeFile(join(DATA_DIR, "mail"), "");
  await expect(startHandbill({ DATA_DIR, WORKERS: "2" })).rejects.toThrow(
    /Handbill ended with 1:[\s\S]*Handbill cannot start: .*something else is in its place/,
  );
});

test("after kill -9 of the supervisor no worker is left, and the next start needs no hand", async () => {
  const DATA_DIR = await temporaryDataDir();
  onTestFinished(() => rm(DATA_DIR, { recursive: true, force: true }));
  const first = await startHandbill({ DATA_DIR, WORKERS: "2" });
  const workers = await workersOf(first);
  first.process.kill("SIGKILL");
  await vi.waitFor(async () => {
    expect(await Promise.all(workers.map(isAlive))).toEqual([false, false]);
  }, patiently);
  await using second = await startHandbill({ DATA_DIR, WORKERS: "2" });
  expect(second.output()).toContain("Took over the database that an earlier Handbill left running");
  expect((await fetch(`${second.origin}/readyz`)).status).toBe(200);
  expect(await second.stop()).toBe(0);
  await expect(readFile(join(DATA_DIR, "postgres", "cluster", "postmaster.pid"))).rejects.toThrow("ENOENT");
});
