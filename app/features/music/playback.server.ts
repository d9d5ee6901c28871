import { randomUUID } from "node:crypto";
import { mkdir, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import type { Writer } from "#server/db/database.ts";
import { requireDiskSpace } from "#server/files/disk-full.ts";
import { scheduleDeletion } from "#server/files/removal.ts";
import { encodePlaybackCopy, losslessFormats } from "#server/media/playback-copy.ts";
import type { JobServices, Services } from "#server/services.ts";
import { audioLimitBytes } from "~/shared/upload-limits";
import { isMuchShorter, trackFile } from "./analyse.server";

type CopyServices = Pick<JobServices, "config" | "db" | "storage" | "log" | "stopping">;

/** Nothing has been written to it for so long: it was left by a crash. */
const draftsKeptForMs = 60 * 60 * 1000;

let last: Promise<unknown> = Promise.resolve();

/**
 * Makes the lighter copy of a lossless track, through which it is heard from then on. One track at a time. Where it can't
 * be made, the original goes on playing, and it isn't tried again. A server that stops leaves it to the next one.
 * @throws AppError `unavailable` or `disk-full` while the files or the database are out of reach
 */
export function makePlaybackCopy(services: CopyServices, trackId: string): Promise<void> {
  const turn = last.then(() => makeCopy(services, trackId));
  last = turn.catch(() => {});
  return turn;
}

async function makeCopy(services: CopyServices, trackId: string): Promise<void> {
  const { db, stopping } = services;
  if (stopping.aborted) return leaveForLater(services, trackId);
  const track = await begin(services, trackId);
  if (!track) return;
  const folder = draftsFolder(services);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const draft = join(folder, randomUUID());
  try {
    await requireDiskSpace(folder, audioLimitBytes);
    const outcome = await encodeAndStore(services, track, draft);
    const isNamed = await settle(services, track, outcome);
    if (!isNamed && outcome.playback_url) await scheduleDeletion(db, [pathOf(outcome.playback_url)]);
  } catch (error) {
    await settle(services, track, { playback_state: null });
    if (!stopping.aborted) throw error;
    await leaveForLater(services, trackId);
  } finally {
    await rm(draft, { force: true });
  }
}

async function encodeAndStore(services: CopyServices, track: CopiedTrack, draft: string): Promise<Settled> {
  const { storage, log, stopping } = services;
  const { path, format } = trackFile(track.file_url);
  const original = await storage.head(path);
  if (!original) {
    log.warn({ trackId: track.id }, "a track's file is missing");
    return { playback_state: "unneeded" };
  }
  const outcome = await storage.borrow(path, (file) =>
    encodePlaybackCopy(file, format, draft, {
      seconds: track.duration,
      lighterThan: original.size,
      stopping,
      onProgress: (percent) => tellProgress(services, track, percent),
    }),
  );
  if (outcome === "not lighter") return { playback_state: "unneeded" };
  // A listener would miss what the copy lacks.
  if (outcome === null || isMuchShorter(outcome, track.duration)) {
    log.warn({ trackId: track.id }, "no lighter copy could be made of a track; its original plays");
    return { playback_state: "failed" };
  }
  // The same name at each try, so that a file whose row couldn't be written is replaced.
  const copy = `${path.slice(0, -format.length - 1)}-play.mp3`;
  await storage.put(copy, draft, { contentType: "audio/mpeg" });
  return { playback_state: "made", playback_url: `/uploads/${copy}` };
}

interface CopiedTrack {
  id: string;
  user_id: string;
  file_url: string;
  duration: number | null;
}

/** Marks the track as the one whose copy is being made; undefined where it needs none, or has gone. */
async function begin({ db }: CopyServices, trackId: string): Promise<CopiedTrack | undefined> {
  let begun: CopiedTrack | undefined;
  await db.asSystem().write(async (tx) => {
    const { rows } = await sql<CopiedTrack>`
      update music_tracks set playback_state = 'making', playback_percent = 0
      where id = ${trackId} and ${isLossless} and coalesce(playback_state, 'making') = 'making'
      returning id, user_id, file_url, duration`.execute(tx);
    begun = rows[0];
    if (begun) await tellOwner(tx, begun.user_id);
  });
  return begun;
}

const isLossless = sql<boolean>`file_url ~ ${sql.lit(`\\.(${losslessFormats.join("|")})$`)}`;

interface Settled {
  playback_state: "made" | "failed" | "unneeded" | null;
  /** Of a copy that was made. */
  playback_url?: string;
}

/** Writes down the outcome, and has the next track of before follow. @returns whether there still was such a track */
async function settle(
  { db }: CopyServices,
  { id, user_id }: CopiedTrack,
  outcome: Settled,
): Promise<boolean> {
  let isThere = false;
  await db.asSystem().write(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable("music_tracks")
      .set({ ...outcome, playback_percent: null })
      .where("id", "=", id)
      .where("playback_state", "=", "making")
      .executeTakeFirst();
    isThere = numUpdatedRows > 0n;
    await tellOwner(tx, user_id);
    if (outcome.playback_state !== null) await enqueueNext(tx);
  });
  return isThere;
}

/** Beside the encoding, which doesn't wait for it: a failure only leaves an older number on the screen. */
function tellProgress({ db, log }: CopyServices, { id, user_id }: CopiedTrack, percent: number): void {
  db.asSystem()
    .write(async (tx) => {
      const { numUpdatedRows } = await tx
        .updateTable("music_tracks")
        .set({ playback_percent: percent })
        .where("id", "=", id)
        .where("playback_state", "=", "making")
        .where("playback_percent", "<", percent)
        .executeTakeFirst();
      if (numUpdatedRows > 0n) await tellOwner(tx, user_id);
    })
    .catch((error: unknown) => log.debug({ err: error }, "a copy's progress could not be told"));
}

async function tellOwner(tx: Writer, userId: string): Promise<void> {
  await sql`select pg_notify('live', ${`${userId} music`})`.execute(tx);
}

/** A job of its own: the one that ends here doesn't count as a failure. */
async function leaveForLater({ db }: CopyServices, trackId: string): Promise<void> {
  await db.asSystem().write((tx) => tx.enqueue("track.copy", { trackId }));
}

function pathOf(address: string): string {
  return address.slice("/uploads/".length);
}

/** Beside the stored files, which may be elsewhere. */
const draftsFolder = ({ config }: Pick<Services, "config">): string => join(config.dataDir, "copies");

/**
 * Has copies made of lossless tracks that have none: those of an older Handbill or a restored one, and those whose job was
 * given up. One job waits at a time, and each asks for the next one, so that a new track needn't wait for all of them.
 */
export async function catchUpCopies(services: Pick<Services, "config" | "db">): Promise<void> {
  const folder = draftsFolder(services);
  for (const name of await readdir(folder).catch(() => [])) {
    const draft = join(folder, name);
    const written = await stat(draft).catch(() => undefined);
    if (written && Date.now() - written.mtimeMs > draftsKeptForMs) await rm(draft, { force: true });
  }
  await services.db.asSystem().write(enqueueNext);
}

async function enqueueNext(tx: Writer): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select id from music_tracks
    where coalesce(playback_state, 'making') = 'making' and analysed_at is not null and ${isLossless}
      and not exists (select from pgboss.job where name = 'track.copy' and state = 'created')
      and not exists (
        select from pgboss.job
        where name = 'track.copy' and state < 'completed' and data ->> 'trackId' = music_tracks.id::text)
    order by created_at
    limit 1`.execute(tx);
  for (const { id } of rows) await tx.enqueue("track.copy", { trackId: id });
}
