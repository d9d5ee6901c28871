import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { plainText } from "../../app/shared/plain-text.ts";
import { AppError } from "../errors.ts";
import { inspectAudio } from "./audio.ts";
import { pictureSize } from "./images.ts";
import { type ImportedArchive, readImport } from "./import-file.ts";
import { importLimits } from "./import-limits.ts";
import { pictureWords } from "./picture-words.ts";
import { openZip, type ZipEntry } from "./zip-entries.ts";

type ArchiveEntry = ImportedArchive["entries"][number];

const sounds = /\.(mp3|wav|m4a|flac|ogg)$/i;
const pictures = /\.(jpe?g|png|gif|webp)$/i;
const archives = /\.(zip|rar|7z|tar|t?gz|bz2|xz)$/i;
/** What systems put into every folder. */
const clutter = /(^|\/)(__MACOSX\/|\.|Thumbs\.db$|desktop\.ini$)/i;
const captionList = /(^|\/)captions\.csv$/i;

const longestCaption = 2_000;
/** Each file is looked at in a fraction of a second. This allows for a small and busy machine. */
const readWithinMs = 5 * 60_000;

/**
 * Looks at every sound and picture in a zip, and at what it says of itself, as an upload of each would be looked at.
 * @throws AppError `invalid` on `file` for a zip that can't be read, or takes too much to read
 */
export async function readArchive(file: string): Promise<ImportedArchive> {
  await using zip = await openZip(file);
  // Its sounds and photos would come in without what was hidden there.
  if (
    ["account.json", "data/music_tracks.json"].every((name) =>
      zip.entries.some((entry) => entry.name === name),
    )
  ) {
    throw refused(
      "This is the archive of a Handbill account. The operator of this site can make an account of it.",
    );
  }
  const deadline = Date.now() + readWithinMs;
  const captions = new Map<string, Caption>();
  const entries: ArchiveEntry[] = [];
  let looked = 0;
  // Numbers in names count as numbers: 2 before 10.
  const order = new Intl.Collator("en", { numeric: true }).compare;
  const listed = zip.entries
    .map((entry, at) => ({ entry, at }))
    .filter(({ entry }) => !clutter.test(entry.name))
    .toSorted((one, other) => order(one.entry.name, other.entry.name));
  for (const { entry, at } of listed) {
    if (Date.now() > deadline) throw refused("This zip takes too long to read. Please split it.");
    const { name, size } = entry;
    if (sounds.test(name) || pictures.test(name)) looked += 1;
    if (looked > importLimits.archiveFiles) {
      throw refused(
        `There are more than ${importLimits.archiveFiles} sounds and pictures in this zip. Please split it.`,
      );
    }
    try {
      const found = await look(entry, captions);
      if (found) entries.push({ at, name, size, ...found });
    } catch (error) {
      if (!(error instanceof AppError) || error.kind === "unavailable") throw error;
      entries.push({ at, name, size, type: typeOf(name), problem: sentence(error.publicText) });
    }
  }
  return { is: "archive", entries: entries.map((entry) => withCaption(entry, captions)) };
}

/** Runs work with one of the zip's files unpacked, which is gone afterwards. @throws AppError as `unpack` */
export async function withUnpacked<T>(
  entry: ZipEntry,
  work: (path: string, digest: string) => Promise<T>,
): Promise<T> {
  if (entry.problem) throw new AppError("invalid", entry.problem);
  const folder = await mkdtemp(join(tmpdir(), "handbill-unpacked-"));
  try {
    const path = join(folder, "file");
    return await work(path, await entry.unpack(path));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** @returns undefined for what only tells of others */
async function look(
  entry: ZipEntry,
  captions: Map<string, Caption>,
): Promise<Omit<ArchiveEntry, "at" | "name" | "size"> | undefined> {
  const { name } = entry;
  if (captionList.test(name) && entry.size <= importLimits.textBytes) {
    const list = await withUnpacked(entry, (path) => readImport(path));
    for (const [picture, caption] of captionsOf(list)) captions.set(picture, caption);
    return undefined;
  }
  const type = typeOf(name);
  if (type === "other") return { type, problem: otherProblem(entry) };
  return withUnpacked(entry, async (path, digest) => {
    if (type === "sound") {
      const { durationSeconds, tags } = await inspectAudio(path);
      return { type, digest, sound: { seconds: durationSeconds, ...tags } };
    }
    const { width, height } = await pictureSize(path);
    const words = plainText(await pictureWords(path)).slice(0, longestCaption);
    return { type, digest, picture: { width, height, caption: words, alt: "" } };
  });
}

function typeOf(name: string): ArchiveEntry["type"] {
  return sounds.test(name) ? "sound" : pictures.test(name) ? "picture" : "other";
}

function otherProblem({ name, problem }: ZipEntry): string {
  if (problem) return problem;
  if (archives.test(name)) return "An archive within the archive isn't opened.";
  return "It is no sound (MP3, WAV, M4A, FLAC, OGG) and no picture (JPEG, PNG, GIF, WebP).";
}

interface Caption {
  caption: string;
  alt: string;
}

const heads = {
  file: /^(file([ _-]?name)?|image|photo|picture|name)$/i,
  caption: /^(caption|description|title|text)$/i,
  alt: /^alt([ _-]?text)?$/i,
};

/** A list of files and their captions; without heads the first two columns are these. By the files' names, in lower case. */
function captionsOf(list: Awaited<ReturnType<typeof readImport>>): [string, Caption][] {
  if (list.is !== "table") throw new AppError("invalid", "It is no table.");
  const [head = []] = list.records;
  const place = (pattern: RegExp) => head.findIndex((text) => pattern.test(text.trim()));
  const hasHead = place(heads.file) >= 0;
  const [file, caption, alt] = hasHead
    ? [place(heads.file), place(heads.caption), place(heads.alt)]
    : [0, 1, 2];
  return list.records
    .slice(hasHead ? 1 : 0)
    .map((record) => [
      basename((record[file] ?? "").trim().replaceAll("\\", "/")).toLowerCase(),
      { caption: plainText(record[caption] ?? ""), alt: plainText(record[alt] ?? "") },
    ]);
}

function withCaption(entry: ArchiveEntry, captions: ReadonlyMap<string, Caption>): ArchiveEntry {
  const given = entry.picture && captions.get(basename(entry.name).toLowerCase());
  if (!entry.picture || !given) return entry;
  const { caption, alt } = given;
  return { ...entry, picture: { ...entry.picture, ...(caption && { caption }), alt } };
}

function sentence(text: string): string {
  return /[.!?)]$/.test(text) ? text : `${text}.`;
}

function refused(text: string): AppError {
  return new AppError("invalid", text, { field: "file" });
}
