import { existsSync } from "node:fs";
import { open, readdir, readFile, rm, stat, statfs, symlink, utimes, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { makeMusician } from "../../tests/factories/accounts.ts";
import { makeTrack } from "../../tests/factories/page.ts";
import { freshServices } from "../../tests/harness/services.ts";
import {
  begin,
  content,
  create,
  keeping,
  offsetOf,
  owner,
  send,
  serve,
  stranger,
  tus,
} from "../../tests/harness/uploads.ts";
import { AppError } from "../errors.ts";
import { storageUnavailable } from "../storage/unavailable.ts";

// The disk, as it is unless a test has it fail.
vi.mock("node:fs/promises", async (actual) => {
  const real = await actual<typeof import("node:fs/promises")>();
  return { ...real, open: vi.fn(real.open), statfs: vi.fn(real.statfs) };
});

test("a file sent in pieces arrives byte for byte, and its feature answers", async () => {
  await using services = await freshServices();
  const { kind, taken } = keeping();
  const { address } = await serve(services, kind);
  const path = await begin(address);
  expect((await send(address, path, 0, 100_000)).status).toBe(204);
  expect((await offsetOf(address, path)).headers.get("upload-offset")).toBe("100000");
  const last = await send(address, path, 100_000);
  expect(await last.json()).toEqual({ title: "song.mp3" });
  expect(taken.map((bytes) => bytes.equals(content))).toEqual([true]);
});

test("a file that is sent whole to two workers at once is taken over once", async () => {
  await using services = await freshServices();
  const { kind, taken } = keeping();
  const [one, other] = [await serve(services, kind), await serve(services, kind)];
  const path = await begin(one.address);
  await Promise.allSettled([send(one.address, path, 0), send(other.address, path, 0)]);
  const arrived = Number((await offsetOf(other.address, path)).headers.get("upload-offset"));
  if (arrived < content.length) await send(one.address, path, arrived);
  // Both ask for the answer that they have missed.
  await Promise.all([offsetOf(one.address, path), offsetOf(other.address, path)]);
  expect(taken.map((bytes) => bytes.equals(content))).toEqual([true]);
});

test("a request for a part of the protocol that Handbill doesn't offer gets 400", async () => {
  await using services = await freshServices();
  const { address } = await serve(services, keeping().kind);
  const answer = await fetch(`${address}/upload`, {
    method: "POST",
    headers: { ...tus, "Upload-Length": "10", "Upload-Concat": "partial" },
  });
  expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining("not (yet) supported")]);
});

test("the feature gets the sender and the sender's metadata, before and after the upload", async () => {
  await using services = await freshServices();
  const seenMetadata: unknown[] = [];
  const { address } = await serve(services, {
    async admit({ about }, { db }, userId) {
      await db.ping();
      seenMetadata.push([about, userId]);
    },
    async accept(_services, userId, { about }) {
      seenMetadata.push([about, userId]);
    },
  });
  const answer = await create(address, content.length, "track", { track: "7", owner: stranger });
  await send(address, answer.headers.get("location") ?? "", 0);
  expect(seenMetadata).toEqual([
    [{ track: "7" }, owner],
    [{ track: "7" }, owner],
  ]);
});

test("an upload that is refused after a while is refused all the same", async () => {
  await using services = await freshServices();
  const { address } = await serve(services, {
    admit: () => Promise.reject(new AppError("not-found", "There is no such track.")),
    accept: () => Promise.reject(new Error("never asked")),
  });
  const answer = await create(address);
  expect([answer.status, await answer.text()]).toEqual([404, "There is no such track."]);
  expect(await readdir(join(services.config.dataDir, "staging"))).toEqual([]);
});

test("a key sends what its scopes allow, and no more when they are taken away meanwhile", async () => {
  await using services = await freshServices();
  const { kind, taken } = keeping();
  const { address } = await serve(services, { ...kind, area: "music" });
  const closed = await serve(services, kind);
  const writer = { "X-Scopes": "events:read music:write" };
  const reader = { "X-Scopes": "music:read" };
  expect((await create(address, 10, "track", {}, owner, reader)).status).toBe(403);
  expect((await create(closed.address, 10, "track", {}, owner, writer)).status).toBe(403);
  const path =
    (await create(address, content.length, "track", {}, owner, writer)).headers.get("location") ?? "";
  await send(address, path, 0, 100_000, owner, writer);
  expect((await send(address, path, 100_000, content.length, owner, reader)).status).toBe(403);
  expect((await offsetOf(address, path)).status).toBe(404);
  expect(taken).toEqual([]);
});

test("an upload goes on after the server was replaced", async () => {
  await using services = await freshServices();
  const { kind, taken } = keeping();
  const before = await serve(services, kind);
  const path = await begin(before.address);
  await send(before.address, path, 0, 123_456);
  const after = await serve(services, kind);
  expect((await offsetOf(after.address, path)).headers.get("upload-offset")).toBe("123456");
  await send(after.address, path, 123_456);
  expect(taken[0]?.equals(content)).toBe(true);
});

test("a sender who lost the last answer learns that the file has arrived, and nothing is stored twice", async () => {
  await using services = await freshServices();
  const { kind, taken } = keeping();
  const { address, uploads } = await serve(services, kind);
  const path = await begin(address);
  await send(address, path, 0);
  expect((await offsetOf(address, path)).headers.get("upload-offset")).toBe(String(content.length));
  await uploads.cleanUp();
  expect(taken).toHaveLength(1);
});

test("a process that dies while it clears up has lost nothing: the upload isn't sent a second time", async () => {
  await using services = await freshServices();
  const { kind } = keeping();
  const { address, uploads } = await serve(services, kind);
  const path = await begin(address);
  vi.mocked(open).mockRejectedValueOnce(new Error("killed"));
  expect((await send(address, path, 0)).status).toBe(500);
  const known = await offsetOf(address, path);
  expect([known.status, known.headers.get("upload-offset")]).toEqual([200, String(content.length)]);
  await uploads.cleanUp();
  expect((await offsetOf(address, path)).status).toBe(200);
});

test.runIf(existsSync("/dev/full"))(
  "a full disk gives the sender a clear text, and they can go on once there is room",
  async () => {
    await using services = await freshServices();
    const counter = keeping();
    const { address } = await serve(services, counter.kind);
    const path = await begin(address);
    const full = [
      507,
      "The server has no room left for this. Nothing that was stored is lost. Please try again later, or tell the people who run this site.",
    ];
    const statusAndText = async (answer: Response) => [answer.status, await answer.text()];

    const { bsize, ...space } = await statfs(services.config.dataDir);
    const almostFull = { ...space, bsize, bavail: Math.floor(content.length / bsize) };
    vi.mocked(statfs).mockResolvedValueOnce(almostFull);
    expect(await statusAndText(await create(address))).toEqual(full);

    // A device that is always full.
    const other = await begin(address);
    const file = join(services.config.dataDir, "staging", other.split("/").at(-1) ?? "");
    await rm(file);
    await symlink("/dev/full", file);
    expect(await statusAndText(await send(address, other, 0))).toEqual(full);

    const noSpace = Object.assign(new Error("write"), { code: "ENOSPC" });
    counter.refuseWith = storageUnavailable(noSpace);
    expect(await statusAndText(await send(address, path, 0))).toEqual(full);
    delete counter.refuseWith;
    expect((await offsetOf(address, path)).headers.get("upload-offset")).toBe(String(content.length));
    expect(counter.taken).toHaveLength(1);
  },
);

test("a file that could not be taken over for a while is taken when its sender asks, or at the next clean-up", async () => {
  await using services = await freshServices();
  const counter = keeping();
  const { address, uploads } = await serve(services, counter.kind);
  counter.refuseWith = new AppError("unavailable", "Later, please.");
  const [one, two] = [await begin(address), await begin(address)];
  expect((await send(address, one, 0)).status).toBe(503);
  expect((await send(address, two, 0)).status).toBe(503);
  expect((await offsetOf(address, one)).status).toBe(503);
  delete counter.refuseWith;
  expect((await offsetOf(address, one)).status).toBe(200);
  expect(counter.taken).toHaveLength(1);
  await uploads.cleanUp();
  expect(counter.taken).toHaveLength(2);
});

test("a refused file is removed, and its sender gets the text", async () => {
  await using services = await freshServices();
  const counter = keeping();
  counter.refuseWith = new AppError("invalid", "This is no song.");
  const { address } = await serve(services, counter.kind);
  const path = await begin(address);
  const answer = await send(address, path, 0);
  expect(answer.status).toBe(400);
  expect(await answer.text()).toBe("This is no song.");
  expect(await readdir(join(services.config.dataDir, "staging"))).toEqual([]);
});

test("files stored before the refusal are deleted, a file that may yet be taken over is not", async () => {
  await using services = await freshServices();
  const path = `music/${owner}/song.mp3`;
  let refusal = new AppError("unavailable", "Later, please.");
  const { address } = await serve(services, {
    admit() {},
    async accept({ storage }, _userId, file) {
      await storage.put(path, file.path, { contentType: "audio/mpeg" });
      throw refusal;
    },
  });
  const written = () =>
    services.db.asSystem().read((tx) => tx.selectFrom("files_to_remove").select("url").execute());
  const upload = await begin(address);
  expect((await send(address, upload, 0)).status).toBe(503);
  expect(await written()).toEqual([]);
  refusal = new AppError("too-large", "Your library is full.");
  expect((await offsetOf(address, upload)).status).toBe(413);
  expect(await written()).toEqual([{ url: `/uploads/${path}` }]);
});

test("the quota counts stored and arrived bytes, not bytes that were only announced", async () => {
  await using services = await freshServices({ QUOTA_GB: "0.001" });
  const quota = 1024 ** 3 / 1000;
  const { id } = await makeMusician(services.db);
  await makeTrack(services.db, { user_id: id, file_size: Math.floor(quota) - 500_000 });
  const { address } = await serve(services, keeping().kind);
  const announce = () => create(address, content.length, "track", {}, id);
  const paths = [];
  for (const _ of [1, 2, 3]) paths.push((await announce()).headers.get("location") ?? "");
  await send(address, paths[0] ?? "", 0, 250_000, id);
  const refused = await announce();
  expect([refused.status, await refused.text()]).toEqual([
    429,
    "There is no room for this beside the uploads on their way: 0.0 of 0.001 GB are used, and 0.0 GB are arriving. Let them finish or remove one, and try again.",
  ]);
  // Another account has its own room; one that has arrived no longer counts here.
  expect((await create(address)).status).toBe(201);
  await send(address, paths[0] ?? "", 250_000, content.length, id);
  expect((await announce()).status).toBe(201);
  await makeTrack(services.db, { user_id: id, file_size: 300_000 });
  const full = await announce();
  expect([full.status, await full.text()]).toEqual([
    413,
    "Your library is full: 0.0 of 0.001 GB are used. Delete something and empty Recently deleted to make room.",
  ]);
});

test("only so many are under way at a time; those that rest make way", async () => {
  await using services = await freshServices();
  const { address } = await serve(services, keeping().kind);
  const paths = [];
  for (let count = 0; count < 20; count++) paths.push(await begin(address));
  const refused = await create(address);
  expect([refused.status, refused.headers.get("retry-after"), await refused.text()]).toEqual([
    429,
    null,
    "Only 20 uploads can be under way at a time. Let one finish or remove one, and try again.",
  ]);
  expect((await create(address, content.length, "track", {}, stranger)).status).toBe(201);
  const [finished = "", rests = "", other = ""] = paths;
  await send(address, finished, 0);
  expect((await create(address)).status).toBe(201);
  const file = join(services.config.dataDir, "staging", rests.split("/").at(-1) ?? "");
  await utimes(file, new Date(), Date.now() / 1000 - 61 * 60);
  expect((await create(address)).status).toBe(201);
  expect((await offsetOf(address, rests)).status).toBe(404);
  expect((await offsetOf(address, other)).status).toBe(200);
  expect((await offsetOf(address, finished)).headers.get("upload-offset")).toBe(String(content.length));
});

test("those that only a full store keeps waiting take nobody's place", async () => {
  await using services = await freshServices();
  const counter = keeping();
  counter.refuseWith = new AppError("disk-full", "It is full.");
  const { address } = await serve(services, counter.kind);
  const paths = [];
  for (let count = 0; count < 21; count++) {
    const path = await begin(address);
    expect((await send(address, path, 0)).status).toBe(507);
    paths.push(path);
  }
  delete counter.refuseWith;
  const [first = ""] = paths;
  // It waits, and is taken when its sender asks for it again.
  expect((await offsetOf(address, first)).status).toBe(200);
  expect(counter.taken).toHaveLength(1);
});

test("an account announces a limited number of files a minute, and learns when it may go on", async () => {
  await using services = await freshServices();
  const { address } = await serve(services, keeping().kind);
  for (let count = 0; count < 40; count++) await send(address, await begin(address), 0);
  const refused = await create(address);
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  expect((await create(address, content.length, "track", {}, stranger)).status).toBe(201);
});

test("too large, or of no known kind: refused before the first byte", async () => {
  await using services = await freshServices();
  const { address } = await serve(services, keeping().kind);
  const large = await create(address, 1_000_001);
  expect([large.status, await large.text()]).toEqual([413, "Too large"]);
  expect((await create(address, 10, "toString")).status).toBe(400);
  const anything = await serve(services, { admit() {}, accept: () => Promise.resolve() });
  const huge = await create(anything.address, 100 * 1024 ** 2 + 1);
  expect([huge.status, await huge.text()]).toEqual([413, "File is too large. Maximum size is 100MB"]);
});

test("a crash's leftovers are removed after a while, abandoned uploads after a day", async () => {
  await using services = await freshServices();
  const { address, uploads } = await serve(services, keeping().kind);
  const staging = join(services.config.dataDir, "staging");
  const leave = async (name: string, minutesAgo: number, text = "") => {
    await writeFile(join(staging, name), text);
    await utimes(join(staging, name), new Date(), Date.now() / 1000 - 60 * minutesAgo);
  };
  const old = `0000000000000000-${owner}`;
  await leave(`${old}.json`, 61, '{"size": 5, "me');
  await leave(`${old}.hole`, 61);
  await leave(old.replace("-", "1-"), 61);
  await leave(old.replace("-", "2-"), 5);
  const left = await begin(address);
  const id = left.split("/").at(-1) ?? "";
  const known = JSON.parse(await readFile(join(staging, `${id}.json`), "utf8"));
  const yesterday = new Date(Date.now() - 24 * 60 * 60 * 1000 - 1000);
  await leave(`${id}.json`, 0, JSON.stringify({ ...known, creation_date: yesterday.toISOString() }));
  await uploads.cleanUp();
  expect(await readdir(staging)).toEqual([old.replace("-", "2-")]);
});

test("another account can neither ask, nor send, nor remove; no account reads", async () => {
  await using services = await freshServices();
  const { address } = await serve(services, keeping().kind);
  const path = await begin(address);
  expect((await offsetOf(address, path, stranger)).status).toBe(404);
  expect((await send(address, path, 0, 10, stranger)).status).toBe(404);
  const removal = { method: "DELETE", headers: { ...tus, "X-User": stranger } };
  expect((await fetch(address + path, removal)).status).toBe(404);
  expect((await fetch(address + path)).status).toBe(405);
  expect((await offsetOf(address, path)).headers.get("upload-offset")).toBe("0");
});

test("a sender who breaks off costs no line in the log, and goes on where they were", async () => {
  await using services = await freshServices();
  const log = vi.spyOn(services.log, "error");
  onTestFinished(() => log.mockRestore());
  const { address } = await serve(services, keeping().kind);
  const path = await begin(address);
  const { port } = new URL(address);
  const socket = connect(Number(port), "127.0.0.1");
  const head = `PATCH ${path} HTTP/1.1\r\nHost: here\r\nTus-Resumable: 1.0.0\r\nUpload-Offset: 0\r\n`;
  const type = "Content-Type: application/offset+octet-stream\r\nContent-Length: 300000\r\n\r\n";
  socket.write(head + type);
  socket.write(content.subarray(0, 100_000));
  const arrived = async () => (await offsetOf(address, path)).headers.get("upload-offset");
  const file = join(services.config.dataDir, "staging", path.split("/").at(-1) ?? "");
  await expect.poll(async () => (await stat(file)).size).toBe(100_000);
  socket.destroy();
  await expect.poll(arrived).toBe("100000");
  expect((await send(address, path, 100_000)).status).toBe(200);
  expect(log).not.toHaveBeenCalled();
});

test("no other site's script may use it", async () => {
  await using services = await freshServices();
  const { address } = await serve(services, keeping().kind);
  const answer = await fetch(`${address}/upload`, {
    method: "OPTIONS",
    headers: { ...tus, Origin: "https://evil.example" },
  });
  expect(answer.headers.get("access-control-allow-origin")).toBeNull();
});
