import { AppError } from "#server/errors.ts";
import { fileDigest } from "#server/files/file-digest.ts";
import type { StagedFile, UploadKind } from "#server/http/uploads.ts";
import { type AudioFacts, inspectAudio } from "#server/media/audio.ts";
import { cleanSound } from "#server/media/clean-sound.ts";
import { pictureSize } from "#server/media/images.ts";
import type { Services } from "#server/services.ts";
import { plainLine } from "~/shared/plain-text";
import { t } from "~/shared/t";
import { addTrack, setCover } from "./commands.server";
import { requireOwnTrack } from "./queries.server";
import { setReleaseCover } from "./releases-commands.server";
import { requireOwnRelease } from "./releases-queries.server";
import { releaseGone } from "./releases-schema";
import {
  audioFileProblem,
  coverFileProblem,
  squareProblem,
  titleFromFileName,
  titleLimit,
  trackIdSchema,
} from "./schema";

const track: UploadKind = {
  area: "music",

  admit(file) {
    const problem = audioFileProblem(file);
    if (problem) throw new AppError("invalid", problem);
  },

  async accept(services, userId, file) {
    const source_digest = await fileDigest(file.path);
    const { path, facts } = await storeSound(services, userId, file);
    const title = titleFromFileName(file.name);
    const tag = plainLine(facts.tags.title ?? "", titleLimit);
    const id = await addTrack(services, userId, {
      title,
      file_url: `/uploads/${path}`,
      duration: facts.durationSeconds,
      tag_title: tag && tag !== title ? tag : null,
      file_size: file.size,
      source_digest,
    });
    return { id, title };
  },
};

/**
 * Checks a local sound file, takes out of it what nobody should learn, and stores it.
 * @param id random and url-safe; the same for the same file
 * @throws AppError as `inspectAudio` and `cleanSound`
 */
export async function storeSound(
  { storage }: Pick<Services, "storage">,
  userId: string,
  file: { id: string; path: string },
): Promise<{ path: string; facts: AudioFacts }> {
  const facts = await inspectAudio(file.path);
  await cleanSound(file.path, facts.format);
  const path = `music/${userId}/${file.id}.${facts.extension}`;
  await storage.put(path, file.path, { contentType: facts.contentType });
  return { path, facts };
}

/** A cover for the track that the upload's metadata name. */
const cover: UploadKind = {
  area: "music",

  async admit(file, { db }, userId) {
    const problem = coverFileProblem(file);
    if (problem) throw new AppError("invalid", problem);
    await db.asMusician(userId).read((tx) => requireOwnTrack(tx, userId, trackIdOf(file)));
  },

  async accept(services, userId, file) {
    const trackId = trackIdOf(file);
    await services.db.asMusician(userId).read((tx) => requireOwnTrack(tx, userId, trackId));
    await requireSquare(file.path);
    await setCover(services, userId, trackId, { name: `track-${file.id}`, source: file.path });
    return {};
  },
};

/** A cover for the release that the upload's metadata name. */
const releaseCover: UploadKind = {
  area: "music",

  async admit(file, { db }, userId) {
    const problem = coverFileProblem(file);
    if (problem) throw new AppError("invalid", problem);
    await db.asMusician(userId).read((tx) => requireOwnRelease(tx, userId, releaseIdOf(file)));
  },

  async accept(services, userId, file) {
    const id = releaseIdOf(file);
    await services.db.asMusician(userId).read((tx) => requireOwnRelease(tx, userId, id));
    await requireSquare(file.path);
    await setReleaseCover(services, userId, id, { name: `release-${file.id}`, source: file.path });
    return {};
  },
};

/** @throws AppError `invalid` */
async function requireSquare(path: string): Promise<void> {
  const { width, height } = await pictureSize(path);
  const problem = squareProblem(width, height);
  if (problem) throw new AppError("invalid", problem);
}

function releaseIdOf({ about }: Pick<StagedFile, "about">): string {
  const parsed = trackIdSchema.safeParse(about.release);
  if (!parsed.success) throw new AppError("not-found", t(releaseGone));
  return parsed.data;
}

function trackIdOf({ about }: Pick<StagedFile, "about">): string {
  const parsed = trackIdSchema.safeParse(about.track);
  if (!parsed.success) throw new AppError("not-found", t("This track does not exist any more."));
  return parsed.data;
}

export const uploadKinds = { track, "track-cover": cover, "release-cover": releaseCover };
