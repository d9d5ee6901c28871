import { randomBytes, randomUUID } from "node:crypto";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { AppError } from "../errors.ts";
import type { Storage } from "./storage.ts";

/** The contract of every adapter. Runs against an empty or used store; removes everything that it stores. */
export function storageContract(open: () => Promise<Storage>): void {
  let storage: Storage;
  let folder: string;
  const users: string[] = [];

  beforeAll(async () => {
    storage = await open();
    folder = await mkdtemp(join(tmpdir(), "handbill-storage-"));
  });

  afterAll(async () => {
    for (const user of users) {
      for await (const { path } of storage.list("")) if (path.includes(user)) await storage.remove(path);
    }
    await rm(folder, { recursive: true });
  });

  function newUser(): string {
    const user = randomUUID();
    users.push(user);
    return user;
  }

  async function localFile(bytes: Uint8Array): Promise<string> {
    const file = join(folder, randomUUID());
    await writeFile(file, bytes);
    return file;
  }

  async function contentOf(path: string): Promise<Buffer> {
    return buffer(await storage.read(path));
  }

  async function listed(prefix: string): Promise<string[]> {
    const paths: string[] = [];
    for await (const { path } of storage.list(prefix)) paths.push(path);
    return paths.sort();
  }

  it("gives back what was put, from bytes and from a local file, which stays", async () => {
    const user = newUser();
    const bytes = randomBytes(70_000);
    const file = await localFile(bytes);
    await storage.put(`music/${user}/from-bytes.mp3`, bytes, { contentType: "audio/mpeg" });
    await storage.put(`music/${user}/from-file.mp3`, file, { contentType: "audio/mpeg" });
    await storage.put(`music/${user}/again.mp3`, file, { contentType: "audio/mpeg" });
    for (const name of ["from-bytes", "from-file", "again"]) {
      expect(bytes.equals(await contentOf(`music/${user}/${name}.mp3`))).toBe(true);
    }
  });

  it("lends a file of the same bytes, and whatever comes of it", async () => {
    const path = `music/${newUser()}/lent.mp3`;
    const bytes = randomBytes(70_000);
    await storage.put(path, bytes, { contentType: "audio/mpeg" });
    expect(bytes.equals(await storage.borrow(path, (file) => readFile(file)))).toBe(true);
    await expect(storage.borrow(path, () => Promise.reject(new Error("no use")))).rejects.toThrow("no use");
    expect((await storage.head(path))?.size).toBe(70_000);
    const missing = storage.borrow(path.replace("lent", "missing"), () => Promise.resolve());
    await expect(missing).rejects.toMatchObject({ kind: "not-found" });
  });

  it("tells size, type, time and a strong tag", async () => {
    const path = `photos/${newUser()}/a.webp`;
    await storage.put(path, randomBytes(1234), { contentType: "image/webp" });
    const stored = await storage.head(path);
    expect(stored).toMatchObject({ path, size: 1234, contentType: "image/webp" });
    expect(stored?.etag).toMatch(/^"[\x21\x23-\x7e]+"$/);
    expect(Math.abs(Number(stored?.modified) - Date.now())).toBeLessThan(60_000);
    expect(await storage.head(path)).toEqual(stored);
  });

  it("reads any range, both ends included", async () => {
    const path = `music/${newUser()}/range.flac`;
    const bytes = randomBytes(300_000);
    await storage.put(path, bytes, { contentType: "audio/flac" });
    for (const [start, end] of [
      [0, 0],
      [0, 299_999],
      [299_999, 299_999],
      [65_535, 65_536],
      [100, 262_200],
    ] as const) {
      const part = await buffer(await storage.read(path, { start, end }));
      expect(part.equals(bytes.subarray(start, end + 1)), `${start}-${end}`).toBe(true);
    }
  });

  it("replaces a file whole and changes its tag, even with as many bytes", async () => {
    const path = `press-kits/${newUser()}/kit.pdf`;
    await storage.put(path, Buffer.from("one"), { contentType: "application/pdf" });
    const before = await storage.head(path);
    await storage.put(path, Buffer.from("two"), { contentType: "application/pdf" });
    expect((await contentOf(path)).toString()).toBe("two");
    expect((await storage.head(path))?.etag).not.toBe(before?.etag);
  });

  it("keeps an empty file empty", async () => {
    const path = `test/${newUser()}/empty.txt`;
    await storage.put(path, new Uint8Array(), { contentType: "text/plain" });
    expect(await storage.head(path)).toMatchObject({ size: 0 });
    expect(await contentOf(path)).toHaveLength(0);
  });

  it("reports a missing file", async () => {
    const path = `music/${newUser()}/none.mp3`;
    expect(await storage.head(path)).toBeNull();
    await expect(storage.read(path)).rejects.toMatchObject({ kind: "not-found" });
    await expect(storage.read(path, { start: 0, end: 1 })).rejects.toMatchObject({ kind: "not-found" });
    await expect(storage.remove(path)).resolves.toBeUndefined();
  });

  it("removes", async () => {
    const path = `avatars/${newUser()}/me.png`;
    await storage.put(path, randomBytes(10), { contentType: "image/png" });
    await storage.remove(path);
    expect(await storage.head(path)).toBeNull();
  });

  it("lists everything below a prefix and nothing else", async () => {
    const [one, two] = [newUser(), newUser()];
    const paths = [`music/${one}/a.mp3`, `music/${one}/b.mp3`, `music/${two}/c.mp3`, `photos/${one}/d.jpg`];
    for (const path of paths) {
      await storage.put(path, randomBytes(5), {
        contentType: path.endsWith("jpg") ? "image/jpeg" : "audio/mpeg",
      });
    }
    expect(await listed(`music/${one}/`)).toEqual(paths.slice(0, 2));
    expect(await listed(`music/${newUser()}/`)).toEqual([]);
    expect(await listed("music/")).toEqual(expect.arrayContaining(paths.slice(0, 3)));
    expect(await listed("music/")).not.toContain(paths[3]);
    expect(await listed("")).toEqual(expect.arrayContaining(paths));
    for await (const stored of storage.list(`photos/${one}/`)) {
      expect(stored).toEqual(await storage.head(stored.path));
    }
  });

  it("stores a file of many parts", { timeout: 60_000 }, async () => {
    const path = `music/${newUser()}/large.wav`;
    const bytes = randomBytes(21_000_001);
    await storage.put(path, await localFile(bytes), { contentType: "audio/wav" });
    expect(await storage.head(path)).toMatchObject({ size: bytes.length });
    expect(bytes.equals(await contentOf(path))).toBe(true);
  });

  it("ends a reading whose stream is destroyed", async () => {
    const path = `music/${newUser()}/left.wav`;
    await storage.put(path, randomBytes(9_000_000), { contentType: "audio/wav" });
    const stream = await storage.read(path);
    await new Promise((resolve) => stream.once("data", resolve));
    stream.destroy();
    await new Promise((resolve) => stream.once("close", resolve));
    expect(stream.destroyed).toBe(true);
  });

  it("is ready", async () => {
    await expect(storage.ping()).resolves.toBeUndefined();
  });

  describe("refuses every other path", () => {
    const user = randomUUID();
    it.each([
      "",
      "a.mp3",
      `music/${user}`,
      `music/${user}/`,
      `music/${user}/.mp3`,
      `music/${user}/..`,
      `music/${user}/a/b.mp3`,
      `music//${user}/a.mp3`,
      `/music/${user}/a.mp3`,
      `music/../music/${user}/a.mp3`,
      `music/${user}/../../../secret.txt`,
      `music/${user}/%2e%2e%2fa.mp3`,
      `music/${user}/a\\b.mp3`,
      `music/${user}/a\0.mp3`,
      `music/${user}/a.mp3\n`,
      `music/${user}/A.mp3`,
      `music/${user}/ä.mp3`,
      `music/${user}/a`,
      `music/${user}/a.html`,
      `music/${user}/a.svg`,
      `music/${user}/a.constructor`,
      `music/${user}/${"a".repeat(200)}.mp3`,
      `music/${user.toUpperCase()}/a.mp3`,
      "music/not-a-user/a.mp3",
      `secrets/${user}/a.mp3`,
      `Music/${user}/a.mp3`,
    ])("%j", async (path) => {
      const refused = { kind: "invalid" };
      await expect(storage.put(path, Buffer.from("x"), { contentType: "audio/mpeg" })).rejects.toMatchObject(
        refused,
      );
      await expect(storage.remove(path)).rejects.toMatchObject(refused);
      expect(await storage.head(path)).toBeNull();
      await expect(storage.read(path)).rejects.toMatchObject({ kind: "not-found" });
    });

    it.each(["music", "/", "../", `music/${user}`, `music/${user}/a`, "music/../"])(
      "prefix %j",
      async (prefix) => {
        await expect(listed(prefix)).rejects.toBeInstanceOf(AppError);
      },
    );

    it("and a type that is not the extension's", async () => {
      const put = storage.put(`music/${user}/a.mp3`, Buffer.from("x"), { contentType: "text/html" });
      await expect(put).rejects.toThrow("cannot be stored as text/html");
    });
  });
}
