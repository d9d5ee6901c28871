import { createHash } from "node:crypto";
import { readdir, readFile, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import { parseFile } from "music-metadata";
import sharp from "sharp";
import { expect, test } from "vitest";
import { profileSchema } from "~/features/profile/schema";
import { isStoredPath } from "../server/storage/path.ts";
import { artist } from "./artist.ts";
import { files } from "./files.ts";
import facts from "./sizes/facts.json" with { type: "json" };

const folder = join(import.meta.dirname, "music");
const namesIn = async (name: string, extension: string) =>
  (await readdir(join(import.meta.dirname, name))).filter((file) => file.endsWith(extension)).sort();

test("a musician could enter the demo's texts, and none is changed on the way", () => {
  const entered = {
    artist_name: artist.name,
    bio: artist.bio,
    location: artist.location,
    custom_url: artist.customUrl,
    performs_as: artist.performsAs,
    page_language: artist.pageLanguage,
    cover_image_size: "large",
    cover_focus_x: 50,
    cover_focus_y: 50,
  };
  expect(profileSchema.parse(entered)).toEqual({ ...entered, other_languages: [] });
});

test("every file is a track, and every track a file", async () => {
  expect(await namesIn("music", ".mp3")).toEqual(artist.tracks.map(({ file }) => file).sort());
});

test.each(artist.tracks)(
  "$title is an MP3 of the listed length that names itself",
  async ({ title, file, seconds }) => {
    const { format, common } = await parseFile(join(folder, file), { duration: true });
    expect(format).toMatchObject({
      container: "MPEG",
      codec: "MPEG 1 Layer 3",
      numberOfChannels: 2,
      sampleRate: 44_100,
    });
    expect(Math.round(format.duration ?? 0)).toBe(seconds);
    expect(common).toMatchObject({ title, artist: artist.name });
    expect((await stat(join(folder, file))).size).toBeLessThan(1_300_000);
  },
);

// If one fails, a picture has changed: `node demo/generators/sizes.ts` makes its sizes anew.
test.each(Object.entries(facts))("of %s the facts are true and the sizes its own", async (file, picture) => {
  const largest = await readFile(join(import.meta.dirname, "pictures", file));
  expect(createHash("sha256").update(largest).digest("hex")).toBe(picture.madeFrom);
  expect(largest.byteLength).toBeLessThan(500_000);
  const { format, width, height, exif, xmp } = await sharp(largest).metadata();
  expect({ format, width, height, exif, xmp }).toEqual({
    format: "webp",
    width: picture.width,
    height: picture.height,
    exif: undefined,
    xmp: undefined,
  });
  for (const expected of picture.widths) {
    const name = file.replace(".webp", `-${expected}w.webp`);
    const size = await sharp(join(import.meta.dirname, "sizes", name)).metadata();
    expect(size.width).toBe(expected);
    expect((size.width ?? 0) / (size.height ?? 0)).toBeCloseTo(picture.width / picture.height, 1);
  }
});

test("every file that is kept for the page is stored, and no other, under a path that can be", async () => {
  const kept = [
    ...(await namesIn("music", ".mp3")),
    ...(await namesIn("pictures", ".webp")),
    ...(await namesIn("sizes", ".webp")),
    ...(await namesIn("press-kit", ".pdf")),
  ];
  expect(files.map(({ source }) => basename(source)).sort()).toEqual(kept.sort());
  for (const { path } of files) expect(isStoredPath(path), path).toBe(true);
});

test("the press kit is a PDF that is quickly fetched", async () => {
  const pdf = await readFile(join(import.meta.dirname, "press-kit", artist.pressKit));
  expect(pdf.subarray(0, 5).toString()).toBe("%PDF-");
  expect(pdf.byteLength).toBeLessThan(300_000);
});

test("no link leads to a person", () => {
  const links = [...artist.socialLinks, ...artist.links, ...artist.supportLinks].map(
    ({ url }) => new URL(url),
  );
  const tickets = artist.events.flatMap(({ tickets }) => (tickets ? [new URL(tickets)] : []));
  for (const { href, hostname, pathname } of links) {
    // The longest name that any of those sites allows has 30 characters.
    const isNobody = /[@/]handbill-demo-ishbel-carrow-is-invented$/.test(pathname);
    expect(hostname === "example.org" || isNobody, href).toBe(true);
  }
  for (const { href, hostname } of tickets) expect(hostname, href).toBe("example.org");
});
