import { createHash } from "node:crypto";
import { once } from "node:events";
import { access, readdir, readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { crc32, deflateSync } from "node:zlib";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { everyAddress, variantAddress } from "../../app/shared/picture.ts";
import type { Database } from "../../server/db/database.ts";
import { openStorage } from "../../server/storage/open-storage.ts";
import type { Storage } from "../../server/storage/storage.ts";
import { makeMusician } from "../factories/accounts.ts";
import { makePhoto, makeTrack } from "../factories/page.ts";
import {
  type Account,
  announce,
  arrivedOf,
  newAccount,
  sendPart,
  sendPiece,
  upload,
} from "../harness/account.ts";
import { admin, leaveOrphan, orphan } from "../harness/admin.ts";
import { type Handbill, openDatabaseOf, startHandbill, temporaryDataDir } from "../harness/handbill.ts";
import { smallPdf } from "../harness/pdf.ts";
import { type S3Server, startS3Server } from "../harness/s3-server.ts";
import { wave } from "../harness/wave.ts";

// Files through a real server, as people and others send them: without a browser, on the disk and in S3.

const fixture = (name: string) => readFile(join(import.meta.dirname, "..", "fixtures", name));

describe.each(["on the disk", "in S3"])("%s", (place) => {
  let s3: S3Server | undefined;
  let handbill: Handbill;
  let db: Database;
  let storage: Storage;

  let settings: Record<string, string>;

  beforeAll(async () => {
    s3 = place === "in S3" ? await startS3Server() : undefined;
    settings = s3
      ? {
          S3_ENDPOINT: s3.settings.endpoint,
          S3_BUCKET: s3.settings.bucket,
          S3_REGION: s3.settings.region,
          S3_ACCESS_KEY_ID: s3.settings.accessKeyId,
          S3_SECRET_ACCESS_KEY: s3.settings.secretAccessKey,
        }
      : {};
    handbill = await startHandbill(settings);
    db = await openDatabaseOf(handbill);
    storage = await openStorage({ dataDir: handbill.dataDir, s3: s3?.settings });
  });
  afterAll(async () => {
    await db.close();
    await handbill[Symbol.asyncDispose]();
    await s3?.close();
  });

  /** A musician with a page and a track, which a picture may be for. */
  async function newMusician(name: string): Promise<Account & { trackId: string; stagedBefore: string[] }> {
    const account = await newAccount(handbill, db, `${name}@example.org`);
    await makeMusician(db, { user_id: account.id, artist_name: name, custom_url: name });
    const { id: trackId } = await makeTrack(db, { user_id: account.id, file_url: null });
    return { ...account, trackId, stagedBefore: await staged() };
  }

  const staged = () => readdir(join(handbill.dataDir, "staging"));

  async function storedOf(userId: string): Promise<string[]> {
    const paths: string[] = [];
    for await (const { path } of storage.list("")) if (path.includes(userId)) paths.push(path);
    return paths.sort();
  }

  /** Everything that a file could have left: in the store, in staging, as rows. */
  async function tracesOf({ id: userId, stagedBefore }: { id: string; stagedBefore: string[] }) {
    return db.asSystem().read(async (tx) => ({
      stored: await storedOf(userId),
      staged: (await staged()).filter((name) => !stagedBefore.includes(name)),
      toRemove: await tx.selectFrom("files_to_remove").select("url").execute(),
      pictures: await tx.selectFrom("stored_images").select("url").where("user_id", "=", userId).execute(),
      tracks: await tx
        .selectFrom("music_tracks")
        .select(["file_url", "cover_image"])
        .where("user_id", "=", userId)
        .execute(),
      photos: await tx.selectFrom("photo_gallery").select("id").where("user_id", "=", userId).execute(),
      profile: await tx
        .selectFrom("musician_profiles")
        .select(["avatar_url", "cover_image"])
        .where("user_id", "=", userId)
        .execute(),
    }));
  }

  const nothing = {
    stored: [],
    staged: [],
    toRemove: [],
    pictures: [],
    photos: [],
    tracks: [{ file_url: null, cover_image: null }],
    profile: [{ avatar_url: null, cover_image: null }],
  };

  test("hostile files are refused in less than two seconds with a clear text, and leave nothing behind", async () => {
    const musician = await newMusician("target");
    const notAudio = "Please select an audio file (MP3, WAV, etc.)";
    const notImage = "Please select an image file";
    const notPdf = "Please select a PDF file only";
    const corrupted = "Invalid file: File is empty or corrupted";
    const tooManyPixels = "Image has too many pixels. Please use one of 50 megapixels or fewer.";
    const flac = await fixture("tone.flac");
    const sounds: [string, string, Buffer, string][] = [
      ["song.mp3", "audio/mpeg", Buffer.from(`%PDF-1.7\n${"1 0 obj <<>> endobj\n".repeat(500)}`), notAudio],
      ["song.flac", "audio/flac", flac.subarray(0, flac.length / 2), corrupted],
      ["song.wav", "audio/wav", Buffer.alloc(0), corrupted],
      ["page.html", "text/html", Buffer.from("<script>alert(1)</script>"), notAudio],
    ];
    const pictures: [string, string, Buffer, string][] = [
      ["bomb.png", "image/png", hugePng(15_000), tooManyPixels],
      ["drawing.jpg", "image/jpeg", Buffer.from(svg), notImage],
      ["page.jpg", "image/jpeg", Buffer.from(`<!doctype html>${"<p>page</p>".repeat(99)}`), notImage],
      ["empty.jpg", "image/jpeg", Buffer.alloc(0), corrupted],
      ["program.exe", "application/x-msdownload", Buffer.from("MZ"), notImage],
    ];
    const kits: [string, string, Buffer, string][] = [
      ["kit.pdf", "application/pdf", Buffer.from("%PDF-1.7\n<!doctype html><p>page</p>"), notPdf],
      ["cut.pdf", "application/pdf", smallPdf(5000).subarray(0, 3000), corrupted],
      ["empty.pdf", "application/pdf", Buffer.alloc(0), corrupted],
      ["page.html", "text/html", Buffer.from("<p>page</p>"), notPdf],
    ];
    const attempts = [
      ...kits.map((file) => ["press-kit", ...file] as const),
      ...sounds.map((file) => ["track", ...file] as const),
      ...["avatar", "cover", "track-cover", "photo"].flatMap((kind) =>
        pictures.map((file) => [kind, ...file] as const),
      ),
    ];
    for (const [kind, name, type, bytes, text] of attempts) {
      const started = performance.now();
      const answer = await upload(
        handbill,
        musician,
        { kind, name, type, about: { track: musician.trackId } },
        bytes,
      );
      const answerText = `${kind} ${name}: ${answer.status} ${answer.text}`;
      expect.soft(answer.status, answerText).toBeGreaterThanOrEqual(400);
      expect.soft(answer.status, answerText).toBeLessThan(500);
      expect.soft(answer.text, answerText).toContain(text);
      expect.soft(performance.now() - started, answerText).toBeLessThan(2000);
    }
    await expect.poll(() => tracesOf(musician)).toEqual(nothing);
  });

  test("where a photo was taken is in no stored copy", async () => {
    const musician = await newMusician("traveller");
    const taken = await sharp({ create: { width: 1000, height: 1000, channels: 3, background: "#336699" } })
      .withExif({
        IFD0: { Copyright: "Somebody" },
        IFD3: { GPSLatitudeRef: "N", GPSLatitude: "55/1 57/1 1234/100", GPSLongitudeRef: "W" },
      })
      .jpeg()
      .toBuffer();
    expect((await sharp(taken).metadata()).exif?.length).toBeGreaterThan(100);
    for (const kind of ["avatar", "cover", "track-cover", "photo"]) {
      const about = { track: musician.trackId };
      const photo = { kind, name: "holiday.jpg", type: "image/jpeg", about };
      expect(await upload(handbill, musician, photo, taken)).toMatchObject({ status: 200 });
    }
    // In S3 the pieces of an upload lie until a job has removed them.
    const pieces = async () => (await storedOf(musician.id)).filter((path) => path.startsWith("unfinished/"));
    await expect.poll(pieces, { timeout: 20_000 }).toEqual([]);
    const stored = await storedOf(musician.id);
    expect(stored.length).toBeGreaterThan(12);
    for (const path of stored) {
      const bytes = Buffer.concat(await (await storage.read(path)).toArray());
      const { exif, xmp, iptc } = await sharp(bytes).metadata();
      expect({ exif, xmp, iptc }, path).toEqual({});
      for (const trace of ["Exif", "GPS", "Somebody"]) expect(bytes.includes(trace), path).toBe(false);
    }
  });

  test("a hidden, replaced or deleted file answers 404 to visitors within five seconds", async () => {
    const musician = await newMusician("vanisher");
    const song = { kind: "track", name: "song.mp3", type: "audio/mpeg" };
    expect(await upload(handbill, musician, song, await fixture("tone.mp3"))).toMatchObject({ status: 200 });
    const [track] = await db
      .asMusician(musician.id)
      .read((tx) =>
        tx
          .selectFrom("music_tracks")
          .select(["id", "file_url"])
          .where("user_id", "=", musician.id)
          .where("file_url", "is not", null)
          .execute(),
      );
    const face = await sharp({ create: { width: 900, height: 900, channels: 3, background: "#993366" } })
      .png()
      .toBuffer();
    const avatar = { kind: "avatar", name: "face.png", type: "image/png" };
    const { text } = await upload(handbill, musician, avatar, face);
    const { address }: { address: string } = JSON.parse(text);
    const photo = await makePhoto(db, { user_id: musician.id });
    for (const path of everyAddress(photo.image_url).map(pathOf)) {
      await storage.put(path, face, { contentType: "image/webp" });
    }

    const kit = { kind: "press-kit", name: "kit.pdf", type: "application/pdf" };
    expect(await upload(handbill, musician, kit, smallPdf())).toMatchObject({ status: 200 });
    const { file_url: kitAddress } = await db
      .asMusician(musician.id)
      .read((tx) =>
        tx
          .selectFrom("press_kits")
          .select("file_url")
          .where("user_id", "=", musician.id)
          .executeTakeFirstOrThrow(),
      );

    const shown = [track?.file_url ?? "", address, photo.image_url, kitAddress];
    const strangers = (paths: string[]) =>
      Promise.all(paths.map(async (path) => (await fetch(handbill.origin + path)).status));
    expect(await strangers(shown)).toEqual([200, 200, 200, 200]);
    await db.asMusician(musician.id).write(async (tx) => {
      await tx
        .updateTable("music_tracks")
        .set({ is_visible: false })
        .where("id", "=", track?.id ?? "")
        .execute();
      await tx.deleteFrom("photo_gallery").where("id", "=", photo.id).execute();
    });
    expect((await upload(handbill, musician, avatar, face)).status).toBe(200);
    expect((await upload(handbill, musician, kit, smallPdf(9))).status).toBe(200);
    const gone = [...shown, ...everyAddress(address), ...everyAddress(photo.image_url)];
    expect(await strangers(gone)).toEqual(gone.map(() => 404));
    const own = await fetch(handbill.origin + shown[0], { headers: musician.headers });
    expect(own.status).toBe(200);

    // The hidden track's file stays; the others' are gone from the store as well.
    const kept = [...everyAddress(address), ...everyAddress(photo.image_url), kitAddress].map(pathOf);
    await expect
      .poll(async () => (await storedOf(musician.id)).filter((path) => kept.includes(path)), {
        timeout: 5000,
      })
      .toEqual([]);
    expect(await storedOf(musician.id)).toContain(pathOf(shown[0] ?? ""));
  });

  test("a browser that knows AVIF gets a portrait as that once it is made, any other as WebP", async () => {
    const musician = await newMusician("lighter");
    const face = await sharp({ create: { width: 900, height: 900, channels: 3, background: "#993366" } })
      .png()
      .toBuffer();
    const avatar = { kind: "avatar", name: "face.png", type: "image/png" };
    const { text } = await upload(handbill, musician, avatar, face);
    const { address }: { address: string } = JSON.parse(text);
    const typeFor = async (accept: string, at = variantAddress(address, 320)) => {
      const { status, headers } = await fetch(handbill.origin + at, { headers: { accept } });
      return status === 200 ? [headers.get("content-type"), headers.get("vary")] : status;
    };
    const asked = "image/avif,image/webp,*/*;q=0.8";
    expect(await typeFor("*/*")).toEqual(["image/webp", "Accept"]);
    expect(await typeFor(asked)).toEqual(["image/webp", "Accept"]);
    await expect.poll(() => typeFor(asked), { timeout: 20_000 }).toEqual(["image/avif", "Accept"]);
    expect(await typeFor("*/*")).toEqual(["image/webp", "Accept"]);
    expect(await typeFor(asked, address)).toEqual(["image/webp", null]);

    expect((await upload(handbill, musician, avatar, face)).status).toBe(200);
    expect([await typeFor(asked), await typeFor("*/*")]).toEqual([404, 404]);
  });

  test("the operator's sweep collects orphans beside the server, which goes on", async () => {
    await storage.put(orphan, Buffer.from("a song that nobody named"), { contentType: "audio/mpeg" });
    if (s3) s3.age(`uploads/${orphan}`, 24 * 60 * 60 * 1000);
    else await leaveOrphan(handbill.dataDir);
    // Other tests have left rows here whose files are missing on purpose, which the exit code 3 reports.
    const { code, out, err } = await admin(["sweep"], { ...settings, DATA_DIR: handbill.dataDir });
    expect([0, 3], err).toContain(code);
    expect(out).toContain(`  removed: ${orphan}\n`);
    expect(await storage.head(orphan)).toBeNull();
    expect((await fetch(`${handbill.origin}/readyz`)).status).toBe(200);
  });

  test("another musician's track takes no cover of ours, and nothing is left of the try", async () => {
    const [mine, theirs] = [await newMusician("intruder"), await newMusician("victim")];
    const square = await sharp({ create: { width: 50, height: 50, channels: 3, background: "#fff" } })
      .png()
      .toBuffer();
    const about = { track: theirs.trackId };
    const answer = await upload(
      handbill,
      mine,
      { kind: "track-cover", name: "a.png", type: "image/png", about },
      square,
    );
    expect(answer.status).toBe(404);
    await expect.poll(() => tracesOf(mine)).toEqual(nothing);
    expect(await tracesOf(theirs)).toEqual(nothing);
  });
});

test("100 MB cut three times, once by a server that was killed, arrive byte for byte", async () => {
  const dataDir = await temporaryDataDir();
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const before = await startHandbill({ DATA_DIR: dataDir });
  const { port } = new URL(before.origin);
  let db = await openDatabaseOf(before);
  const musician = await newAccount(before, db, "tunnel@example.org");
  await makeMusician(db, { user_id: musician.id });
  await db.close();
  const song = wave(100 * 1024 * 1024);
  const file = { kind: "track", name: "long.wav", type: "audio/wav" };
  const { status, location } = await announce(before, musician, file, song.length);
  expect(status).toBe(201);

  const third = Math.floor(song.length / 3);
  await sendPart(musician, location, song, 0, third);
  const first = await arrivedOf(musician, location);
  expect(first).toBeGreaterThan(0);

  const sending = sendPart(musician, location, song, first, first + third);
  await expect.poll(() => arrivedOnDisk(dataDir)).toBeGreaterThan(first);
  before.process.kill("SIGKILL");
  await once(before.process, "exit");
  await sending;

  await using after = await startHandbill({ DATA_DIR: dataDir, PORT: port });
  const second = await arrivedOf(musician, location);
  expect(second).toBeGreaterThan(first);
  // More than fits into the connection: by the time it has left, the server is at it.
  await sendPart(musician, location, song, second, second + 20_000_000);
  const last = await arrivedOf(musician, location);
  expect((await sendPiece(musician, location, song.subarray(last), last)).status).toBe(200);

  db = await openDatabaseOf(after);
  const { file_url: address } = await db
    .asSystem()
    .read((tx) => tx.selectFrom("music_tracks").select("file_url").executeTakeFirstOrThrow());
  await db.close();
  const answer = await fetch(after.origin + address);
  expect(digest(Buffer.from(await answer.arrayBuffer()))).toBe(digest(song));
});

test("the operator's sweep collects orphans without a server, too", async () => {
  const dataDir = await temporaryDataDir();
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const server = await startHandbill({ DATA_DIR: dataDir });
  await server.stop();
  const file = await leaveOrphan(dataDir);
  expect(await admin(["sweep"], { DATA_DIR: dataDir })).toMatchObject({
    code: 0,
    out: expect.stringContaining(`  removed: ${orphan}`),
  });
  await expect(access(file)).rejects.toThrow("ENOENT");
});

const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>`;

/** A PNG of that many pixels a side, one bit each: a few kilobytes that would fill the memory. */
function hugePng(side: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([1, 0, 0, 0, 0], 8);
  const rows = Buffer.alloc((Math.ceil(side / 8) + 1) * side);
  return Buffer.concat([
    Buffer.from("89504e470d0a1a0a", "hex"),
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(rows, { level: 1 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function chunk(name: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}

function digest(bytes: Buffer): string {
  return createHash("sha256").update(bytes).digest("hex");
}

/** The bytes of the only upload that have reached the disk. */
async function arrivedOnDisk(dataDir: string): Promise<number> {
  const staging = join(dataDir, "staging");
  const [name = ""] = (await readdir(staging)).filter((file) => !file.endsWith(".json"));
  return (await stat(join(staging, name))).size;
}

function pathOf(address: string): string {
  return address.slice("/uploads/".length);
}
