import { randomBytes, randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer, text } from "node:stream/consumers";
import { sql } from "kysely";
import { expect, onTestFinished, test, vi } from "vitest";
import { makeMusician } from "../../tests/factories/accounts.ts";
import { startS3Server } from "../../tests/harness/s3-server.ts";
import { freshServices } from "../../tests/harness/services.ts";
import {
  begin,
  content,
  create,
  keeping,
  offsetOf,
  send,
  serve,
  stranger,
  tus,
} from "../../tests/harness/uploads.ts";
import { AppError } from "../errors.ts";
import type { UploadKind } from "../http/uploads.ts";
import { createSemaphores } from "../semaphores.ts";
import type { Services } from "../services.ts";
import { openStorage } from "../storage/open-storage.ts";
import { collectOrphans } from "./orphans.ts";
import { removeUnnamedFiles } from "./removal.ts";

const patiently = { timeout: 30_000 };

/** Two servers of different machines, on one database and one bucket, and a musician. */
async function twoServers(kind: UploadKind) {
  const services = await freshServices();
  onTestFinished(() => services[Symbol.asyncDispose]());
  const s3 = await startS3Server();
  onTestFinished(() => s3.close());
  const storage = await openStorage({ dataDir: "/nowhere", s3: s3.settings });
  async function machine() {
    const dataDir = await mkdtemp(join(tmpdir(), "handbill-machine-"));
    onTestFinished(() => rm(dataDir, { recursive: true }));
    const own: Services = {
      ...services,
      storage,
      semaphores: createSemaphores(),
      config: { ...services.config, dataDir, s3: s3.settings },
    };
    return { ...(await serve(own, kind)), staging: join(dataDir, "staging") };
  }
  const user = (await makeMusician(services.db)).id;
  const pieces = async () => {
    await removeUnnamedFiles({ db: services.db, storage });
    const paths: string[] = [];
    for await (const { path } of storage.list("unfinished/")) paths.push(path);
    return paths;
  };
  const system = services.db.asSystem();
  const one = await machine();
  return { one, other: await machine(), user, pieces, system, storage, services };
}

/** Sends a body a part at a time; the answer's status once it has ended. */
function sending(address: string, path: string, from: number, size: number, user: string) {
  const headers = {
    ...tus,
    "X-User": user,
    "Upload-Offset": from,
    "Content-Type": "application/offset+octet-stream",
    "Content-Length": size,
  };
  const sent = request(address + path, { method: "PATCH", agent: false, headers });
  const answer = once(sent, "response").then(async ([response]) => [
    response.statusCode,
    await text(response),
  ]);
  answer.catch(() => {});
  return { sent, answer };
}

const arrived = async (...asked: Parameters<typeof offsetOf>) =>
  Number((await offsetOf(...asked)).headers.get("upload-offset"));

test("an upload goes on at another server, arrives byte for byte, and leaves nothing behind", async () => {
  const { kind, taken } = keeping();
  const { one, other, user, pieces } = await twoServers(kind);
  const path = await begin(one.address, user);
  expect((await send(one.address, path, 0, 100_000, user)).status).toBe(204);
  expect(await arrived(other.address, path, user)).toBe(100_000);
  expect((await send(other.address, path, 100_000, 200_000, user)).status).toBe(204);
  expect(await pieces()).toHaveLength(2);
  const last = await send(one.address, path, 200_000, content.length, user);
  expect(await last.json()).toEqual({ title: "song.mp3" });
  expect(taken.map((bytes) => bytes.equals(content))).toEqual([true]);
  // A sender who has lost that answer.
  expect(await arrived(other.address, path, user)).toBe(content.length);
  await other.uploads.cleanUp();
  expect(taken).toHaveLength(1);
  expect(await pieces()).toEqual([]);
  for (const { staging } of [one, other]) expect(await readdir(staging)).toEqual([]);
});

test("of two senders at two servers one gets a conflict, and the file is whole in the end", async () => {
  const { kind, taken } = keeping();
  const { one, other, user, pieces } = await twoServers(kind);
  const path = await begin(one.address, user);
  const { sent, answer } = sending(one.address, path, 0, 200_000, user);
  sent.write(content.subarray(0, 50_000));
  await expect.poll(() => readdir(one.staging), patiently).toHaveLength(1);
  expect((await send(other.address, path, 0, 100_000, user)).status).toBe(204);
  sent.end(content.subarray(50_000, 200_000));
  expect(await answer).toEqual([409, "Upload-Offset conflict\n"]);
  expect(await arrived(one.address, path, user)).toBe(100_000);
  expect(await pieces()).toHaveLength(1);
  await send(one.address, path, 100_000, content.length, user);
  expect(taken.map((bytes) => bytes.equals(content))).toEqual([true]);
});

test("what had come when a connection broke off is kept", async () => {
  const { kind, taken } = keeping();
  const { one, other, user } = await twoServers(kind);
  const path = await begin(one.address, user);
  const { sent } = sending(one.address, path, 0, content.length, user);
  sent.on("error", () => {});
  sent.write(content.subarray(0, 100_000));
  const received = async () => {
    const [name = ""] = await readdir(one.staging);
    return (await stat(join(one.staging, name))).size;
  };
  await expect.poll(received, patiently).toBe(100_000);
  sent.destroy();
  await expect.poll(() => arrived(other.address, path, user), patiently).toBe(100_000);
  await send(other.address, path, 100_000, content.length, user);
  expect(taken.map((bytes) => bytes.equals(content))).toEqual([true]);
});

test("a long body is stored in pieces while it comes, and one that stalls keeps those that are full", async () => {
  const bytes = randomBytes(20 * 1024 * 1024);
  const taken: boolean[] = [];
  const { one, other, user, pieces } = await twoServers({
    admit() {},
    async accept({ storage }, userId, { path }) {
      const stored = `music/${userId}/song.mp3`;
      await storage.put(stored, path, { contentType: "audio/mpeg" });
      taken.push((await buffer(await storage.read(stored))).equals(bytes));
    },
  });
  const path = (await create(one.address, bytes.length, "track", {}, user)).headers.get("location") ?? "";
  const { sent, answer } = sending(one.address, path, 0, bytes.length, user);
  sent.write(bytes.subarray(0, bytes.length - 1000));
  const full = () => arrived(other.address, path, user);
  await expect.poll(full, patiently).toBeGreaterThanOrEqual(16 * 1024 * 1024);
  expect(await pieces()).toHaveLength(2);
  sent.end(bytes.subarray(-1000));
  expect(await answer).toEqual([200, "null"]);
  expect(taken).toEqual([true]);
});

test("whole uploads are taken over once, whichever servers are asked, and by another one when a server dies", async () => {
  const started = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  const counter = keeping();
  const { one, other, user, system } = await twoServers({
    ...counter.kind,
    async accept(...given) {
      started.resolve();
      await gate.promise;
      return counter.kind.accept(...given);
    },
  });
  const path = await begin(one.address, user);
  const sent = send(one.address, path, 0, content.length, user);
  await started.promise;
  const asked = arrived(other.address, path, user);
  await other.uploads.cleanUp();
  gate.resolve();
  expect([(await sent).status, await asked]).toEqual([200, content.length]);
  expect(counter.taken).toHaveLength(1);

  // One that was killed while it took over another file says no more that it lives.
  counter.refuseWith = new AppError("unavailable", "Later, please.");
  const left = await begin(one.address, user);
  expect((await send(one.address, left, 0, content.length, user)).status).toBe(503);
  delete counter.refuseWith;
  const lives = (seconds: number) =>
    system.write((tx) =>
      sql`update uploads set holder = ${randomUUID()}, held_until = now() + make_interval(secs => ${seconds})
          where taken_over_at is null`.execute(tx),
    );
  await lives(600);
  await other.uploads.cleanUp();
  expect(counter.taken).toHaveLength(1);
  await lives(-1);
  await other.uploads.cleanUp();
  expect(counter.taken).toHaveLength(2);
});

test("abandoned uploads go after a day with their pieces, those that rest make way, and so does a removed one", async () => {
  const { one, other, user, pieces, system, services, storage } = await twoServers(keeping().kind);
  const beginWith = async (size: number) => {
    const path = await begin(one.address, user);
    await send(one.address, path, 0, size, user);
    return path;
  };
  const old = await beginWith(1000);
  const kept = await beginWith(2000);
  const age = (path: string, column: "created_at" | "changed_at", hours: number) =>
    system.write((tx) =>
      tx
        .updateTable("uploads")
        .set({ [column]: new Date(Date.now() - hours * 3_600_000 - 1000) })
        .where("id", "=", path.split("/").at(-1) ?? "")
        .execute(),
    );
  await age(old, "created_at", 24);
  expect((await offsetOf(other.address, old, user)).status).toBe(410);
  await other.uploads.cleanUp();
  expect((await offsetOf(other.address, old, user)).status).toBe(404);
  expect(await pieces()).toHaveLength(1);
  // The search for orphaned files knows what is on its way.
  const { removed, missing } = await collectOrphans({ ...services, storage });
  expect([removed, missing]).toEqual([[], []]);

  for (let count = 1; count < 20; count++) await begin(other.address, user);
  expect((await create(other.address, 10, "track", {}, user)).status).toBe(429);
  await age(kept, "changed_at", 1);
  const last = await create(other.address, content.length, "track", {}, user);
  expect(last.status).toBe(201);
  expect((await offsetOf(one.address, kept, user)).status).toBe(404);
  expect(await pieces()).toEqual([]);

  const path = last.headers.get("location") ?? "";
  await send(one.address, path, 0, 3000, user);
  const removal = (asking: string) =>
    fetch(other.address + path, { method: "DELETE", headers: { ...tus, "X-User": asking } });
  expect((await removal(stranger)).status).toBe(404);
  expect(await pieces()).toHaveLength(1);
  expect((await removal(user)).status).toBe(204);
  expect(await pieces()).toEqual([]);
});

test("an account's uploads go with it, also while one is being sent", async () => {
  const { one, user, pieces, system } = await twoServers(keeping().kind);
  const path = await begin(one.address, user);
  await send(one.address, path, 0, 1000, user);
  const { sent, answer } = sending(one.address, path, 1000, 2000, user);
  sent.write(content.subarray(1000, 2000));
  await expect.poll(() => readdir(one.staging), patiently).toHaveLength(1);
  await system.write((tx) => tx.deleteFrom("users").where("id", "=", user).execute());
  sent.end(content.subarray(2000, 3000));
  expect(await answer).toEqual([409, "Upload-Offset conflict\n"]);
  expect(await pieces()).toEqual([]);
});

test("while the store is away nothing is acknowledged, and the upload goes on afterwards", async () => {
  const { kind, taken } = keeping();
  const { one, other, user, storage } = await twoServers(kind);
  const path = await begin(one.address, user);
  const away = vi.spyOn(storage, "put").mockRejectedValue(new AppError("unavailable", "Later, please."));
  onTestFinished(() => away.mockRestore());
  const refused = await send(one.address, path, 0, 1000, user);
  expect([refused.status, await refused.text()]).toEqual([503, "Later, please."]);
  away.mockRestore();
  expect(await arrived(other.address, path, user)).toBe(0);
  expect((await send(one.address, path, 0, content.length, user)).status).toBe(200);
  expect(taken).toHaveLength(1);
});
