import { sql } from "kysely";
import { AppError } from "#server/errors.ts";
import type { AudioFormat } from "#server/media/audio.ts";
import { embeddedCover } from "#server/media/embedded-cover.ts";
import { losslessFormats } from "#server/media/playback-copy.ts";
import { analyseSound, type SoundFacts } from "#server/media/sound.ts";
import type { Services } from "#server/services.ts";
import { audioExtensions } from "./schema";

/** Whole seconds are compared with the decoded length, and encoders leave a little out at either end. */
const shorterBy = { seconds: 3, share: 0.02 };
const mostAtOnce = 1000;

/** A stored track's file: its path in the store, and the format that its name gives. */
export function trackFile(fileUrl: string): { path: string; format: AudioFormat } {
  const format = audioExtensions.find((extension) => fileUrl.endsWith(`.${extension}`));
  if (!format) throw new Error(`${fileUrl} is no track's file`);
  return { path: fileUrl.slice("/uploads/".length), format };
}

/**
 * Analyses a track once and stores its waveform, whether it is shorter than its file claims, and whether the file carries a usable cover. Its length is then that of the decoded sound. A track whose file
 * can't be decoded has none of these, and isn't tried again.
 * @throws AppError `unavailable` while the files or the database are out of reach
 */
export async function analyseTrack({ db, storage, log }: Services, trackId: string): Promise<void> {
  const track = await db
    .asSystem()
    .read((tx) =>
      tx
        .selectFrom("music_tracks")
        .select(["file_url", "duration", "cover_image"])
        .where("id", "=", trackId)
        .where("analysed_at", "is", null)
        .executeTakeFirst(),
    );
  if (!track?.file_url) return;
  const { path, format } = trackFile(track.file_url);
  const analysis = await storage
    .borrow(path, async (file) => ({
      sound: await analyseSound(file, format),
      hasCover: track.cover_image === null && (await embeddedCover(file, format)) !== null,
    }))
    .catch((error: unknown) => {
      if (!(error instanceof AppError) || error.kind !== "not-found") throw error;
      log.warn({ trackId }, "a track's file is missing");
    });
  if (!analysis) return;
  await db.asSystem().write(async (tx) => {
    await tx
      .updateTable("music_tracks")
      .set({
        ...(analysis.sound && soundColumns(analysis.sound, track.duration)),
        has_embedded_cover: analysis.hasCover,
        analysed_at: new Date(),
      })
      .where("id", "=", trackId)
      .where("analysed_at", "is", null)
      .execute();
    // It needs the length that was found out.
    if (losslessFormats.includes(format)) await tx.enqueue("track.copy", { trackId });
  });
}

/** @param claimed whole seconds, as the file's header has it; null where it doesn't say */
export function soundColumns({ waveform, seconds }: SoundFacts, claimed: number | null) {
  const isShorter = isMuchShorter(seconds, claimed);
  return {
    waveform,
    is_shorter: isShorter,
    ...((isShorter || claimed === null) && { duration: Math.max(1, Math.round(seconds)) }),
  };
}

/** Whether so much is missing of what a sound's length should be that a listener would miss it. */
export function isMuchShorter(seconds: number, claimed: number | null): boolean {
  return claimed !== null && claimed - seconds > Math.max(shorterBy.seconds, shorterBy.share * claimed);
}

/** Enqueues the analysis of tracks that have none or whose job was given up: those of an older Handbill, say. */
export async function catchUpAnalyses({ db }: Services): Promise<void> {
  await db.asSystem().write(async (tx) => {
    const { rows } = await sql<{ id: string }>`
      select id from music_tracks
      where analysed_at is null and file_url is not null
        and not exists (
          select from pgboss.job
          where name = 'track.analyse' and state < 'completed' and data ->> 'trackId' = music_tracks.id::text)
      order by created_at
      limit ${mostAtOnce}`.execute(tx);
    for (const { id } of rows) await tx.enqueue("track.analyse", { trackId: id });
  });
}
