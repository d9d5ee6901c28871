import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import sharp from "sharp";
import { expect, test } from "vitest";
import type { Services } from "#server/services.ts";
import { widthsBelow } from "~/shared/picture";
import { makeMusician } from "../../../tests/factories/accounts.ts";
import { makeTrack } from "../../../tests/factories/page.ts";
import { freshServices } from "../../../tests/harness/services.ts";
import { analyseTrack, catchUpAnalyses, soundColumns } from "./analyse.server";
import { takeEmbeddedCover } from "./commands.server";

const fixture = (name: string) => readFile(join(import.meta.dirname, "../../../tests/fixtures", name));

/** A track whose file is stored. */
async function storedTrack(services: Services, bytes: Uint8Array, overrides = {}) {
  const { id } = await makeMusician(services.db);
  await services.storage.put(`music/${id}/song.mp3`, bytes, { contentType: "audio/mpeg" });
  return makeTrack(services.db, {
    user_id: id,
    file_url: `/uploads/music/${id}/song.mp3`,
    duration: 4,
    ...overrides,
  });
}

const rowOf = ({ db }: Services, id: string) =>
  db
    .asSystem()
    .read((tx) => tx.selectFrom("music_tracks").selectAll().where("id", "=", id).executeTakeFirstOrThrow());

/** Puts a picture into a new ID3 tag before an MP3. */
function withPicture(mp3: Uint8Array, picture: Uint8Array): Buffer {
  const content = Buffer.concat([Buffer.from("\0image/png\0\x03\0", "latin1"), picture]);
  const frame = Buffer.concat([Buffer.from("APIC\0\0\0\0\0\0", "latin1"), content]);
  frame.writeUInt32BE(content.length, 4);
  const size = [21, 14, 7, 0].map((shift) => (frame.length >> shift) & 0x7f);
  return Buffer.concat([Buffer.from("ID3\x03\0\0", "latin1"), Buffer.from(size), frame, mp3]);
}

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: "#336699" } })
    .png()
    .toBuffer();

test("a track gets its shape, once", async () => {
  await using services = await freshServices();
  const { id } = await storedTrack(services, await fixture("tone.mp3"));
  await analyseTrack(services, id);
  const row = await rowOf(services, id);
  expect(row).toMatchObject({ is_shorter: false, duration: 4, has_embedded_cover: false });
  expect(row.waveform).toMatch(/^[A-Za-z0-9+/]{96}$/);
  expect(row.analysed_at).not.toBeNull();
  await analyseTrack(services, id);
  expect((await rowOf(services, id)).analysed_at).toEqual(row.analysed_at);
});

test("a file that is plainly shorter than its header claims is marked, and has the length of its sound", async () => {
  await using services = await freshServices();
  const { id } = await storedTrack(services, await fixture("tone.mp3"), { duration: 240 });
  await analyseTrack(services, id);
  expect(await rowOf(services, id)).toMatchObject({ is_shorter: true, duration: 4 });
});

test.each([
  [240, 238, false],
  [240, 234, true],
  [20, 18, false],
  [20, 16, true],
  [3600, 3540, false],
  [null, 99.6, false],
])("of %s s, %s s can be heard: shorter is %s", (claimed, seconds, isShorter) => {
  const columns = soundColumns({ waveform: "", seconds }, claimed);
  expect(columns.is_shorter).toBe(isShorter);
  expect(columns.duration).toBe(isShorter || claimed === null ? Math.round(seconds) : undefined);
});

test("a file that can't be decoded is left alone, for good", async () => {
  await using services = await freshServices();
  const { id } = await storedTrack(services, Buffer.alloc(5000, "not a sound"));
  await analyseTrack(services, id);
  expect(await rowOf(services, id)).toMatchObject({ waveform: null, duration: 4 });
  expect((await rowOf(services, id)).analysed_at).not.toBeNull();
});

test("a missing file, or a track that has gone, ends the matter", async () => {
  await using services = await freshServices();
  const { id } = await makeTrack(services.db);
  await analyseTrack(services, id);
  await analyseTrack(services, crypto.randomUUID());
  expect((await rowOf(services, id)).analysed_at).toBeNull();
});

test("a square picture in the file is offered, and becomes the cover when it is taken", async () => {
  await using services = await freshServices();
  const song = withPicture(await fixture("tone.mp3"), await picture(300, 300));
  const { id, user_id } = await storedTrack(services, song);
  await analyseTrack(services, id);
  expect(await rowOf(services, id)).toMatchObject({ has_embedded_cover: true, cover_image: null });
  await expect(takeEmbeddedCover(services, (await makeMusician(services.db)).id, id)).rejects.toMatchObject({
    kind: "not-found",
  });
  await takeEmbeddedCover(services, user_id, id);
  const { cover_image, has_embedded_cover } = await rowOf(services, id);
  expect(has_embedded_cover).toBe(false);
  expect((await services.storage.head(`${cover_image}`.slice("/uploads/".length)))?.contentType).toBe(
    "image/webp",
  );
  const facts = await services.db
    .asSystem()
    .read((tx) =>
      tx
        .selectFrom("stored_images")
        .select(["width", "height", "widths"])
        .where("url", "=", `${cover_image}`)
        .execute(),
    );
  expect(facts).toEqual([{ width: 300, height: 300, widths: widthsBelow(300) }]);
});

test("a picture that is not square, or none at all, is not offered", async () => {
  await using services = await freshServices();
  const song = await fixture("tone.mp3");
  for (const bytes of [withPicture(song, await picture(300, 200)), withPicture(song, Buffer.alloc(500))]) {
    const { id, user_id } = await storedTrack(services, bytes);
    await analyseTrack(services, id);
    expect((await rowOf(services, id)).has_embedded_cover).toBe(false);
    await expect(takeEmbeddedCover(services, user_id, id)).rejects.toMatchObject({
      publicText: "Unable to read image file. Please try a different image.",
    });
  }
});

test("a track without an analysis job gets one, once", async () => {
  await using services = await freshServices();
  const { db } = services;
  const { id, user_id } = await makeTrack(db);
  await makeTrack(db, { user_id, file_url: null });
  await makeTrack(db, { user_id, analysed_at: new Date() });
  await catchUpAnalyses(services);
  await catchUpAnalyses(services);
  const { rows } = await db
    .asSystem()
    .read((tx) => sql`select data from pgboss.job where name = 'track.analyse'`.execute(tx));
  expect(rows).toEqual([{ data: { trackId: id } }]);
});
