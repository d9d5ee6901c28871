import { Readable } from "node:stream";
import { sql } from "kysely";
import type { Services } from "../services.ts";
import type { ByteRange, Storage } from "../storage/storage.ts";

/** An archive that is ready can be downloaded for so long. */
export const keptForHours = 24;

/** Of a row of `account_archives`. */
export const isKept = sql<boolean>`ended_at > now() - ${keptForHours} * interval '1 hour'`;

interface Piece {
  url: string;
  /** The places of its first byte in the archive, and of the first one after it. */
  start: number;
  end: number;
}

/** An account's archive, to be read as one stored file. */
export interface KeptArchive {
  storage: Pick<Storage, "head" | "read">;
  madeAt: Date;
}

/** The archive of an account that is ready; undefined where there is none. It is looked up in the owner's own name. */
export async function keptArchive(
  { db, storage }: Pick<Services, "db" | "storage">,
  userId: string,
): Promise<KeptArchive | undefined> {
  const rows = await db
    .asMusician(userId)
    .read((tx) =>
      tx
        .selectFrom("account_archives")
        .innerJoin("account_archive_pieces", "archive_id", "account_archives.id")
        .select(["account_archives.id", "done_bytes", "ended_at", "start", "url"])
        .where("user_id", "=", userId)
        .where("state", "=", "ready")
        .where(isKept)
        .orderBy("start")
        .execute(),
    );
  const [row] = rows;
  if (!row?.ended_at) return undefined;
  const { id, done_bytes: size, ended_at: modified } = row;
  const pieces = rows.map(({ url, start }, at) => ({ url, start, end: rows[at + 1]?.start ?? size }));
  return {
    madeAt: modified,
    storage: {
      head: async (path) => ({ path, size, modified, contentType: "application/zip", etag: `"${id}"` }),
      read: async (_path, range = { start: 0, end: size - 1 }) =>
        Readable.from(bytesOf(storage, pieces, range), { objectMode: false }),
    },
  };
}

async function* bytesOf(
  storage: Pick<Storage, "read">,
  pieces: readonly Piece[],
  range: ByteRange,
): AsyncGenerator<Uint8Array> {
  for (const { url, start, end } of pieces) {
    const [first, last] = [Math.max(range.start, start), Math.min(range.end, end - 1)];
    if (first > last) continue;
    yield* await storage.read(url.slice("/uploads/".length), { start: first - start, end: last - start });
  }
}
