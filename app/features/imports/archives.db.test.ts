import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeMusician } from "../../../tests/factories/accounts.ts";
import { importsOf } from "../../../tests/harness/imports.ts";
import { freshServices } from "../../../tests/harness/services.ts";
import { temporaryFile, zipOfFiles } from "../../../tests/harness/zips.ts";
import { bringWaiting, catchUpBringing } from "./bring.server.ts";
import { uploadKinds } from "./uploads.server.ts";

const services = await freshServices();
let wav: Buffer;
let square: Buffer;
beforeAll(async () => {
  wav = await readFile(join(import.meta.dirname, "../../../tests/fixtures/tone.wav"));
  square = await pictureOf(600, 600, "#336699");
});
afterAll(() => services[Symbol.asyncDispose]());

const pictureOf = (width: number, height: number, background: string) =>
  sharp({ create: { width, height, channels: 3, background } })
    .jpeg()
    .toBuffer();

/** An MP3 with these frames of ID3v2.3, each told apart by its last byte of padding. */
async function mp3(frames: Record<string, string>, picture?: Buffer): Promise<Buffer> {
  const sound = await readFile(join(import.meta.dirname, "../../../tests/fixtures/tone.mp3"));
  const parts = Object.entries(frames).map(([name, text]) => {
    const language = name === "USLT" ? "eng\0" : "";
    return [name, Buffer.concat([Buffer.from(`\x03${language}`, "latin1"), Buffer.from(text)])] as const;
  });
  if (picture) {
    parts.push(["APIC", Buffer.concat([Buffer.from("\0image/jpeg\0\x03\0", "latin1"), picture])]);
  }
  const body = Buffer.concat(
    parts.map(([name, content]) => {
      const head = Buffer.from(`${name}\0\0\0\0\0\0`, "latin1");
      head.writeUInt32BE(content.length, 4);
      return Buffer.concat([head, content]);
    }),
  );
  const size = [21, 14, 7, 0].map((shift) => (body.length >> shift) & 0x7f);
  // The fixture's own tag would be a second one.
  const own = sound.toString("latin1", 0, 3) === "ID3" ? 10 + lengthOf(sound.subarray(6, 10)) : 0;
  return Buffer.concat([Buffer.from("ID3\x03\0\0", "latin1"), Buffer.from(size), body, sound.subarray(own)]);
}
const lengthOf = (bytes: Buffer) => bytes.reduce((sum, byte) => sum * 128 + byte, 0);

const record = (number: number, title: string, more: Record<string, string> = {}) =>
  mp3({ TIT2: title, TALB: "Tides", TRCK: `${number}/2`, ...more });

type Files = Parameters<typeof zipOfFiles>[0];

const { send, look, rowsOf, work, ...imports } = importsOf(services);
const bring = async (userId: string, files: Files) => imports.bring(userId, await zipOfFiles(files));
const take = (userId: string, id: string, without = "") => imports.take(userId, id, { without });
const tracksOf = (userId: string) =>
  services.db
    .asMusician(userId)
    .read((tx) =>
      tx
        .selectFrom("music_tracks")
        .select([
          "id",
          "title",
          "isrc",
          "lyrics",
          "is_visible",
          "cover_image",
          "out_at",
          "file_url",
          "file_size",
        ])
        .where("user_id", "=", userId)
        .orderBy("display_order")
        .execute(),
    );
const releasesOf = (userId: string) =>
  services.db
    .asMusician(userId)
    .read((tx) =>
      tx
        .selectFrom("releases")
        .select(["id", "title", "kind", "release_date", "upc", "cover_image", "published_at"])
        .where("user_id", "=", userId)
        .where("deleted_at", "is", null)
        .execute(),
    );
const storedOf = async (userId: string, folder: string) => {
  const paths = [];
  for await (const { path } of services.storage.list(`${folder}/${userId}/`)) paths.push(path);
  return paths;
};

async function aRecord(): Promise<Files> {
  const about = { TYER: "2024", TDRC: "2024-05-06", TSRC: "SE-A1B-24-00012" };
  return [
    ["Tides/02 Ebb.mp3", await record(2, "Ebb", { USLT: "Away\nand away" })],
    ["Tides/01 Flood.mp3", await record(1, "Flood", about)],
    ["Tides/cover.jpg", square],
    ["Single.wav", wav],
    ["__MACOSX/Tides/._01 Flood.mp3", "clutter"],
    ["Tides/.DS_Store", "clutter"],
    ["notes.txt", "Thank you"],
    ["more.zip", "PK"],
    ["broken.mp3", "no sound"],
  ];
}

test("a record's files are shown with their tags, and come in as a draft with its cover and its tracks in order", async () => {
  const { id: userId } = await makeMusician(services.db);
  const id = await bring(userId, await aRecord());
  expect(await rowsOf(userId, id, "releases")).toMatchObject([
    { label: "Tides", state: "new", detail: "2 tracks · 2024-05-06 · cover: Tides/cover.jpg" },
  ]);
  const tracks = await rowsOf(userId, id, "tracks");
  expect(tracks.map(({ label, state, reason }) => [label, state, reason])).toEqual([
    ["broken", "refused", expect.stringMatching(/^Please select an audio file/)],
    ["Arpeggio", "new", null],
    ["Flood", "new", null],
    ["Ebb", "new", null],
  ]);
  expect(tracks[2]?.detail).toBe("No. 1 · Tides · 0:04 · ISRC SEA1B2400012 · Tides/01 Flood.mp3");
  expect(tracks[3]?.detail).toContain("with lyrics");
  expect((await rowsOf(userId, id, "other-files")).map(({ label, reason }) => [label, reason])).toEqual([
    ["more.zip", "An archive within the archive isn't opened."],
    ["notes.txt", expect.stringContaining("It is no sound")],
  ]);
  expect(await rowsOf(userId, id, "photos")).toEqual([]);
  expect(await tracksOf(userId)).toEqual([]);

  expect(await take(userId, id)).toEqual({ bringing: 4 });
  const [release] = await releasesOf(userId);
  expect(release).toMatchObject({
    title: "Tides",
    kind: "single",
    release_date: "2024-05-06",
    published_at: null,
  });
  expect(release?.cover_image).toContain("/uploads/avatars/");
  const stored = await tracksOf(userId);
  expect(stored.map(({ title, isrc, lyrics }) => [title, isrc, lyrics])).toEqual([
    ["Arpeggio", null, null],
    ["Flood", "SEA1B2400012", null],
    ["Ebb", null, "Away\nand away"],
  ]);
  // Of a draft: not public.
  expect(stored.map(({ out_at }) => out_at === null)).toEqual([true, false, false]);
  const entries = await services.db.asMusician(userId).read((tx) =>
    tx
      .selectFrom("release_tracks")
      .select("track_id")
      .where("release_id", "=", release?.id ?? "")
      .orderBy("position")
      .execute(),
  );
  expect(entries.map(({ track_id }) => track_id)).toEqual(stored.slice(1).map(({ id }) => id));
  const open = await look(userId, id);
  expect(open).toMatchObject({ waiting: 0, troubles: [] });
  expect(open.came).toEqual([
    { count: 1, text: "1 release" },
    { count: 3, text: "3 tracks" },
  ]);
});

test("the same sounds again are duplicates by their content, whatever their names", async () => {
  const { id: userId } = await makeMusician(services.db);
  await take(userId, await bring(userId, [["a/1.mp3", await record(1, "Flood")]]));
  const again = await bring(userId, [
    ["x.mp3", await record(1, "Flood")],
    ["y.mp3", await record(9, "Nine")],
    ["z.mp3", await record(9, "Nine")],
  ]);
  expect((await rowsOf(userId, again, "tracks")).map(({ state, reason }) => [state, reason])).toEqual([
    ["duplicate", "Your track “Flood” is this file."],
    ["new", null],
    ["duplicate", "It is in this file twice."],
  ]);
  expect(await rowsOf(userId, again, "releases")).toMatchObject([
    { state: "duplicate", reason: "You have a release of this title already." },
  ]);
});

test("what an import of files has brought goes with its undo, but for what was changed", async () => {
  const { id: userId } = await makeMusician(services.db);
  const id = await bring(userId, [
    ["1.mp3", await record(1, "Flood")],
    ["Single.wav", wav],
  ]);
  await take(userId, id);
  const single = (await tracksOf(userId)).find(({ title }) => title === "Arpeggio");
  await services.db.asMusician(userId).write((tx) =>
    tx
      .updateTable("music_tracks")
      .set({ title: "Kept" })
      .where("id", "=", single?.id ?? "")
      .execute(),
  );
  expect(await send(userId, { intent: "undo-import", id })).toEqual({ undoneImport: 2, kept: 1 });
  expect((await tracksOf(userId)).map(({ title }) => title)).toEqual(["Kept"]);
  expect(await releasesOf(userId)).toEqual([]);
});

test("photos come in with captions of a list or their own, in the zip's order, and once", async () => {
  const { id: userId } = await makeMusician(services.db);
  const described = await sharp(await pictureOf(60, 40, "#aa0000"))
    .withExif({ IFD0: { ImageDescription: "At the harbour" } })
    .jpeg()
    .toBuffer();
  const camera = await sharp(await pictureOf(60, 41, "#00aa00"))
    .withExif({ IFD0: { ImageDescription: "OLYMPUS DIGITAL CAMERA" } })
    .jpeg()
    .toBuffer();
  const files: Files = [
    ["p/1.jpg", described],
    ["p/2.jpg", camera],
    ["p/10.jpg", await pictureOf(60, 42, "#0000aa")],
    ["p/captions.csv", "file,caption,alt text\n10.JPG,“Last” night,A stage\n"],
    ["p/bad.jpg", "no picture"],
  ];
  const id = await bring(userId, files);
  expect(
    (await rowsOf(userId, id, "photos")).map(({ label, detail, state }) => [label, detail, state]),
  ).toEqual([
    ["p/1.jpg", "At the harbour · 60 × 40 pixels", "new"],
    ["p/2.jpg", "60 × 41 pixels", "new"],
    ["p/10.jpg", "“Last” night · alt text: A stage · 60 × 42 pixels", "new"],
    ["p/bad.jpg", "", "refused"],
  ]);
  await take(userId, id, "photos:2");
  const shown = () =>
    services.db
      .asMusician(userId)
      .read((tx) =>
        tx
          .selectFrom("photo_gallery")
          .select(["caption", "alt_text"])
          .where("user_id", "=", userId)
          .orderBy("display_order")
          .orderBy("created_at", "desc")
          .execute(),
      );
  expect(await shown()).toEqual([
    { caption: "At the harbour", alt_text: "" },
    { caption: "“Last” night", alt_text: "A stage" },
  ]);
  const again = await bring(userId, files.slice(0, 2));
  expect((await rowsOf(userId, again, "photos")).map(({ state }) => state)).toEqual(["duplicate", "new"]);
  await send(userId, { intent: "undo-import", id });
  expect(await shown()).toEqual([]);
});

test("the archive waits in the store, counts to the quota, and goes once all is in or it is left", async () => {
  const { id: userId } = await makeMusician(services.db);
  const id = await bring(userId, [["Single.wav", wav]]);
  expect(await storedOf(userId, "unfinished")).toHaveLength(1);
  const files = () =>
    services.db
      .asSystem()
      .read((tx) =>
        tx.selectFrom("files_to_remove").select("url").where("url", "like", `%${userId}%`).execute(),
      );
  await take(userId, id);
  expect((await files()).map(({ url }) => url)).toEqual([`/uploads/unfinished/${userId}/${id}.part`]);
  const left = await bring(userId, [["Other.mp3", await record(1, "Other")]]);
  await send(userId, { intent: "drop-import", id: left });
  expect((await files()).map(({ url }) => url)).toContain(`/uploads/unfinished/${userId}/${left}.part`);
  const small = { ...services, config: { ...services.config, quotaBytes: 1_000 } };
  const bytes = await zipOfFiles([["Third.mp3", await record(1, "Third")]]);
  const path = await temporaryFile(bytes);
  const file = {
    id: `0123456789abcdef-${crypto.randomUUID()}`,
    path,
    name: "x.zip",
    size: bytes.length,
    about: {},
  };
  await expect(uploadKinds.import.accept(small, userId, file)).rejects.toThrow("Your library is full");
  await rm(path);
});

test("what can't come in by then is named, and the rest does; a second process adds nothing", async () => {
  const { id: userId } = await makeMusician(services.db);
  const id = await bring(userId, [["1.mp3", await record(1, "Flood")]]);
  await send(userId, { intent: "take-import", id });
  await expect(send(userId, { intent: "undo-import", id })).rejects.toThrow("still being brought in");
  // Its job was lost: it is asked for again.
  await catchUpBringing(services);
  const full = { ...services, config: { ...services.config, quotaBytes: 1_000 } };
  await bringWaiting({ ...full, stopping: AbortSignal.abort() }, id);
  expect((await look(userId, id)).waiting).toBe(2);
  await Promise.all([work(id), work(id)]);
  expect((await tracksOf(userId)).length).toBe(1);
  expect((await releasesOf(userId)).length).toBe(1);
  const open = await look(userId, id);
  expect(open.came).toEqual([
    { count: 1, text: "1 release" },
    { count: 1, text: "1 track" },
  ]);

  const late = await bring(userId, [["Late.mp3", await record(3, "Late")]]);
  await send(userId, { intent: "take-import", id: late });
  await bringWaiting({ ...full, stopping: new AbortController().signal }, late);
  expect(await look(userId, late)).toMatchObject({
    waiting: 0,
    came: [],
    troubles: [expect.stringMatching(/^“Late.mp3” did not come in: Your library is full/)],
  });
});

test("an empty zip, one of clutter and what is none are refused with a reason", async () => {
  const { id: userId } = await makeMusician(services.db);
  await expect(bring(userId, [])).rejects.toThrow("There is nothing in this file");
  await expect(bring(userId, [["__MACOSX/._a.mp3", "x"]])).rejects.toThrow("There is nothing in this file");
  const path = await temporaryFile(Buffer.from("PK\x03\x04, and no more"));
  const file = { id: `0123456789abcdef-${crypto.randomUUID()}`, path, name: "x.zip", size: 20, about: {} };
  await expect(uploadKinds.import.accept(services, userId, file)).rejects.toThrow("This zip isn't whole");
  await rm(path);
});
