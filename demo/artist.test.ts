import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { parseFile } from "music-metadata";
import { expect, test } from "vitest";
import { profileSchema } from "~/features/profile/schema";
import { artist } from "./artist.ts";

const folder = join(import.meta.dirname, "music");

test("the words are such as a musician could enter, and none is changed on the way", () => {
  const entered = {
    artist_name: artist.name,
    bio: artist.bio,
    location: artist.location,
    custom_url: artist.customUrl,
    cover_image_size: "large",
  };
  expect(profileSchema.parse(entered)).toEqual(entered);
});

test("every file is a track, and every track a file", async () => {
  expect((await readdir(folder)).sort()).toEqual(artist.tracks.map(({ file }) => file).sort());
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
    expect((await stat(join(folder, file))).size).toBeLessThan(900_000);
  },
);
