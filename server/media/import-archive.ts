import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { z } from "zod";
import { plainText } from "../../app/shared/plain-text.ts";
import { t } from "../../app/shared/t.ts";
import { exportVersion } from "../backup/export.ts";
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
  const account = await readAccount(zip.entries);
  const deadline = Date.now() + readWithinMs;
  const captions = new Map<string, Caption>();
  const entries: ArchiveEntry[] = [];
  let looked = 0;
  // Numbers in names count as numbers: 2 before 10.
  const order = new Intl.Collator("en", { numeric: true }).compare;
  const listed = zip.entries
    .map((entry, at) => ({ at, entry, name: entry.name.slice(account?.folder.length ?? 0) }))
    .filter(({ name }) => (account ? ofRows.test(name) : !clutter.test(name)))
    .toSorted((one, other) => order(one.name, other.name));
  for (const { entry, at, name } of listed) {
    if (Date.now() > deadline) throw refused(t("This zip takes too long to read. Please split it."));
    const { size } = entry;
    if (sounds.test(name) || pictures.test(name)) looked += 1;
    if (looked > importLimits.archiveFiles) {
      throw refused(
        t(
          account
            ? "There are more than {most} sounds and pictures in this zip. The operator of this site can make a new account of it."
            : "There are more than {most} sounds and pictures in this zip. Please split it.",
          { most: importLimits.archiveFiles },
        ),
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
  const described = entries.map((entry) => withCaption(entry, captions));
  const found = { is: "archive" as const, entries: described, ...(account && { account: account.rows }) };
  if (Buffer.byteLength(JSON.stringify(found)) > importLimits.contentLength) {
    throw refused(
      t(
        account
          ? "There is too much in this archive for one import. The operator of this site can make a new account of it."
          : "There is too much text in this zip for one import. Please split it.",
      ),
    );
  }
  return found;
}

/** The files that rows of an account's archive name. Its others are of its page. */
const ofRows = /^files\/(music|photos|avatars)\/[^/]+$/;

/** The tables of an account's archive whose rows may come into another account. */
const tables = [
  ...["page_links", "social_links", "events", "newsletter_subscribers", "video_gallery"],
  ...["music_tracks", "releases", "release_tracks", "release_links", "photo_gallery"],
];

const aboutSchema = z.object({ format: z.literal("handbill-account"), version: z.number() });
const rowsSchema = z.array(z.record(z.string(), z.unknown()));

/**
 * The rows of a Handbill account's archive, and the folder in which it was packed again, if any.
 * @returns undefined for a zip that is none
 * @throws AppError `invalid` on `file` for one that is damaged or too large, because as plain sounds and photos it would
 *   lose what is hidden in it
 */
async function readAccount(entries: readonly ZipEntry[]) {
  const beginning = entries.find(({ name }) => /^([^/]+\/)?account\.json$/.test(name));
  const folder = beginning?.name.slice(0, -"account.json".length) ?? "";
  const jsonOf = async (name: string) => {
    const entry = entries.find((entry) => entry.name === folder + name);
    // An archive of before a table was there has none.
    if (!entry) return [];
    const read = await withUnpacked(entry, (path) => readImport(path));
    return read.is === "json" ? read.data : undefined;
  };
  if (!beginning || !entries.some(({ name }) => name === `${folder}data/music_tracks.json`)) return undefined;
  const about = aboutSchema.safeParse(await jsonOf("account.json"));
  if (!about.success) throw refused(t("The account.json of this archive can't be read."));
  if (about.data.version > exportVersion) throw refused(t("This archive was made by a newer Handbill."));
  const rows: NonNullable<ImportedArchive["account"]> = {};
  for (const table of tables) {
    const found = rowsSchema.safeParse(await jsonOf(`data/${table}.json`));
    if (!found.success)
      throw refused(t("{file} of this archive can't be read.", { file: `data/${table}.json` }));
    if (found.data.length >= importLimits.rows) {
      throw refused(
        t(
          "{file} of this archive has more than {most, number} rows. The operator of this site can make a new account of it.",
          { file: `data/${table}.json`, most: importLimits.rows - 1 },
        ),
      );
    }
    rows[table] = found.data;
  }
  return { folder, rows };
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
  if (archives.test(name)) return t("An archive within the archive isn't opened.");
  return t("It is no sound (MP3, WAV, M4A, FLAC, OGG) and no picture (JPEG, PNG, GIF, WebP).");
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
  if (list.is !== "table") throw new AppError("invalid", t("It is no table."));
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
