import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdir, mkdtemp, readdir, rm, symlink, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { StartError } from "../errors.ts";
import { openFiles } from "./files.ts";
import { openStorage } from "./open-storage.ts";
import { storageContract } from "./storage.contract.ts";

const run = promisify(execFile);

describe("files in a folder", () => {
  let dataDir: string;

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), "handbill-files-"));
  });
  afterAll(() => rm(dataDir, { recursive: true }));

  storageContract(() => openStorage({ dataDir }));

  it("never follows a symbolic link", async () => {
    const storage = await openFiles(dataDir);
    const [linked, user] = [randomUUID(), randomUUID()];
    const outside = join(dataDir, "outside");
    await mkdir(outside);
    await writeFile(join(outside, "secret.txt"), "secret");
    await symlink(outside, join(dataDir, "files/uploads/test", linked));
    await mkdir(join(dataDir, "files/uploads/test", user));
    await symlink(join(outside, "secret.txt"), join(dataDir, "files/uploads/test", user, "a.txt"));

    for (const path of [`test/${linked}/secret.txt`, `test/${user}/a.txt`]) {
      expect(await storage.head(path)).toBeNull();
      await expect(storage.read(path)).rejects.toMatchObject({ kind: "not-found" });
      await storage.remove(path);
    }
    const put = storage.put(`test/${linked}/new.txt`, Buffer.from("x"), { contentType: "text/plain" });
    await expect(put).rejects.toMatchObject({ kind: "unavailable" });
    for await (const { path } of storage.list("test/"))
      expect([linked, user]).not.toContain(path.split("/")[1]);
    expect(await readdir(outside)).toEqual(["secret.txt"]);
  });

  it("leaves nothing of a file that could not be stored", async () => {
    const storage = await openFiles(dataDir);
    const user = randomUUID();
    const put = storage.put(`music/${user}/a.mp3`, join(dataDir, "missing"), { contentType: "audio/mpeg" });
    await expect(put).rejects.toMatchObject({ kind: "unavailable", status: 503 });
    expect(await storage.head(`music/${user}/a.mp3`)).toBeNull();
    expect(await readdir(join(dataDir, "files/unfinished"))).toEqual([]);
  });

  it("reports a full disk, and removes the part that was written", async ({ skip }) => {
    const disk = await mkdtemp(join(tmpdir(), "handbill-disk-"));
    const isMounted = await run("mount", ["-t", "tmpfs", "-o", "size=1m", "tmpfs", disk]).then(
      () => true,
      () => false,
    );
    try {
      // Only root may, and not in every container.
      skip(!isMounted, "no disk may be made here");
      const storage = await openFiles(disk);
      const path = `music/${randomUUID()}/a.mp3`;
      const put = (bytes: number) => storage.put(path, Buffer.alloc(bytes), { contentType: "audio/mpeg" });
      await put(500_000);
      await expect(put(700_000)).rejects.toMatchObject({ kind: "disk-full", status: 507 });
      expect((await storage.head(path))?.size).toBe(500_000);
      expect(await readdir(join(disk, "files/unfinished"))).toEqual([]);
    } finally {
      if (isMounted) await run("umount", [disk]);
      await rm(disk, { recursive: true });
    }
  });

  it("clears old drafts of a crash when it opens, and leaves those of another process", async () => {
    const drafts = join(dataDir, "files/unfinished");
    await writeFile(join(drafts, "old"), "x");
    await writeFile(join(drafts, "new"), "x");
    const twoDaysAgo = Date.now() / 1000 - 2 * 24 * 3600;
    await utimes(join(drafts, "old"), twoDaysAgo, twoDaysAgo);
    await openFiles(dataDir);
    expect(await readdir(drafts)).toEqual(["new"]);
  });

  it("says in one line that a folder cannot be used", async () => {
    const file = join(dataDir, "a-file");
    await writeFile(file, "");
    await expect(openFiles(file)).rejects.toBeInstanceOf(StartError);
  });

  it("is not ready when the folder is gone", async () => {
    const gone = await mkdtemp(join(tmpdir(), "handbill-files-"));
    const storage = await openFiles(gone);
    await rm(gone, { recursive: true });
    await expect(storage.ping()).rejects.toMatchObject({ kind: "unavailable" });
  });
});
