import { stat } from "node:fs/promises";
import { join } from "node:path";
import { largestAddress, variantAddress } from "../app/shared/picture.ts";
import { artist } from "./artist.ts";
import pictureFacts from "./sizes/facts.json" with { type: "json" };

const { userId } = artist;

/** Where a file is stored. */
const paths = {
  track: (file: string) => `music/${userId}/${file}`,
  picture: (file: string) => `${file.startsWith("photo-") ? "photos" : "avatars"}/${userId}/${file}`,
  pressKit: `press-kits/${userId}/${artist.pressKit}`,
};

/** The addresses that the rows name. */
export const addresses = {
  track: (file: string) => `/uploads/${paths.track(file)}`,
  picture: (file: string) => `/uploads/${paths.picture(file)}`,
  pressKit: `/uploads/${paths.pressKit}`,
};

const local = (...names: string[]) => join(import.meta.dirname, ...names);

export const pressKitFile = local("press-kit", artist.pressKit);

/** A track's cover art, by the name of its sound file. */
export function coverOf(soundFile: string): string {
  return `cover-${soundFile.replace(".mp3", ".webp")}`;
}

const facts = new Map(Object.entries(pictureFacts));

/** All pictures on the page, with what `sizes.ts` has written down of each. */
export const pictures = [
  artist.cover,
  artist.avatar,
  ...artist.photos.map(({ file }) => file),
  ...artist.tracks.map(({ file }) => coverOf(file)),
].map((file) => {
  const known = facts.get(file);
  if (!known) throw new Error(`${file} is new: node demo/generators/sizes.ts`);
  const { width, height, widths, colour } = known;
  return { file, width, height, widths, colour };
});

interface DemoFile {
  /** Where it lies here. */
  source: string;
  /** Where it is stored. */
  path: string;
  contentType: string;
}

const sound = (file: string): DemoFile => ({
  source: local("music", file),
  path: paths.track(file),
  contentType: "audio/mpeg",
});

const picture = (source: string, path: string): DemoFile => ({ source, path, contentType: "image/webp" });

/** All that is stored for the page. */
export const files: DemoFile[] = [
  ...artist.tracks.map(({ file }) => sound(file)),
  ...pictures.flatMap(({ file, widths }) => [
    picture(local("pictures", file), paths.picture(file)),
    ...widths.map((width) =>
      picture(local("sizes", variantAddress(file, width)), variantAddress(paths.picture(file), width)),
    ),
  ]),
  { source: pressKitFile, path: paths.pressKit, contentType: "application/pdf" },
];

/** Bytes of what is stored for this address; of a picture, of all its sizes together. */
export async function bytesOf(address: string): Promise<number> {
  const sources = files.filter(({ path }) => largestAddress(`/uploads/${path}`) === address);
  const sizes = await Promise.all(sources.map(async ({ source }) => (await stat(source)).size));
  return sizes.reduce((sum, size) => sum + size, 0);
}
