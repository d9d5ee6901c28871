import { copyFile, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { AppError } from "#server/errors.ts";
import { cleanSound } from "#server/media/clean-sound.ts";
import type { Services } from "#server/services.ts";
import { contentTypeOf } from "#server/storage/path.ts";
import { trackFile } from "./analyse.server";

const mostAtOnce = 1000;

/**
 * Frees the stored file of a track of the place and the equipment of the recording and its pictures. A file without
 * such data isn't written again; one that can't be read is left, and not tried again.
 * @throws AppError `unavailable` or `disk-full` while the file or the database can't be written
 */
export async function cleanTrack({ db, storage, log }: Services, trackId: string): Promise<void> {
  const find = () =>
    db
      .asSystem()
      .read((tx) =>
        tx
          .selectFrom("music_tracks")
          .select("file_url")
          .where("id", "=", trackId)
          .where("metadata_removed_at", "is", null)
          .executeTakeFirst(),
      );
  const track = await find();
  if (!track?.file_url) return;
  const { path, format } = trackFile(track.file_url);
  const folder = await mkdtemp(join(tmpdir(), "handbill-clean-"));
  try {
    const copy = join(folder, "file");
    await storage.borrow(path, (file) => copyFile(file, copy));
    const isChanged = await cleanSound(copy, format);
    // Its row may have gone meanwhile, and its file with it.
    if (isChanged && (await find())) {
      await storage.put(path, copy, { contentType: contentTypeOf(path) ?? "" });
    }
  } catch (error) {
    if (!(error instanceof AppError) || error.status >= 500) throw error;
    log.warn({ err: error, trackId }, "a track's file can't be freed of its metadata");
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  await db
    .asSystem()
    .write((tx) =>
      tx
        .updateTable("music_tracks")
        .set({ metadata_removed_at: new Date() })
        .where("id", "=", trackId)
        .execute(),
    );
}

/** Asks for the cleaning of files that were stored by an older Handbill. */
export async function catchUpCleaning({ db }: Services): Promise<void> {
  await db.asSystem().write(async (tx) => {
    const { rows } = await sql<{ id: string }>`
      select id from music_tracks
      where metadata_removed_at is null and file_url is not null
        and not exists (
          select from pgboss.job
          where name = 'track.clean' and state < 'completed' and data ->> 'trackId' = music_tracks.id::text)
      order by created_at
      limit ${mostAtOnce}`.execute(tx);
    for (const { id } of rows) await tx.enqueue("track.clean", { trackId: id });
  });
}
