import { randomUUID } from "node:crypto";
import { open, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { DataStore, ERRORS, Metadata, Upload } from "@tus/server";
import type { Selectable } from "kysely";
import { msg, t } from "../../app/shared/t.ts";
import type { Database } from "../db/database.ts";
import type { Uploads as UploadRows } from "../db/schema.ts";
import { AppError } from "../errors.ts";
import type { Services } from "../services.ts";
import { scheduleDeletion } from "./removal.ts";
import { keptForMs } from "./staging.ts";

/** A longer body is stored in several pieces. The browser sends as much at a time. */
const pieceBytes = 8 * 1024 * 1024;
/** The largest file has 13 whole pieces. Those of broken connections are smaller. */
const mostPieces = 1000;
const brokenOffText = msg(
  "This upload was interrupted too many times. Please remove it and send the file once more.",
);

export type UploadRow = Selectable<UploadRows>;

/**
 * Uploads that any server takes further, for the upload library: what arrives goes into the store of files piece by piece,
 * and the database says which pieces there are. Nobody holds an upload while it is sent: each piece says where it begins,
 * the first one for a place is taken, and the sender of another one gets 409 and asks how far the upload is.
 */
export class SharedStore extends DataStore {
  readonly #services: Pick<Services, "db" | "storage">;
  readonly #directory: string;
  override extensions = ["creation", "creation-with-upload", "termination", "expiration"];

  /** @param directory on this machine, there already: for pieces while they are received */
  constructor(services: Pick<Services, "db" | "storage">, directory: string) {
    super();
    this.#services = services;
    this.#directory = directory;
  }

  override getExpiration(): number {
    return keptForMs;
  }

  override async create(upload: Upload): Promise<Upload> {
    const { id, size, metadata } = upload;
    const user_id = metadata?.owner;
    if (!user_id || size === undefined) throw new Error(`upload ${id} has no owner or no size`);
    const row = { id, user_id, size, metadata: Metadata.stringify(metadata) };
    await this.#services.db.asSystem().write((tx) => tx.insertInto("uploads").values(row).execute());
    return upload;
  }

  override async getUpload(id: string): Promise<Upload> {
    const row = await findUpload(this.#services.db, id);
    if (!row) throw ERRORS.FILE_NOT_FOUND;
    return uploadOf(row);
  }

  override async remove(id: string): Promise<void> {
    await removeUpload(this.#services.db, id);
  }

  /** What has come is stored also where the connection breaks off. @returns how far the upload is then */
  override async write(source: Readable, id: string, offset: number): Promise<number> {
    const owner = await this.#requireFewPieces(id);
    const draft = join(this.#directory, `${randomUUID()}.piece`);
    let end = offset;
    let size = 0;
    const file = await open(draft, "ax", 0o600);
    const keep = async () => {
      await this.#keep(draft, { id, owner, start: end, size });
      end += size;
      size = 0;
      await file.truncate();
    };
    try {
      for await (const chunk of source) {
        await file.appendFile(chunk);
        size += chunk.length;
        if (size >= pieceBytes) await keep();
      }
      if (size > 0) await keep();
      return end;
    } finally {
      await file.close();
      await rm(draft, { force: true });
    }
  }

  /** @returns the upload's owner @throws AppError `too-many` */
  async #requireFewPieces(id: string): Promise<string> {
    const upload = await this.#services.db.asSystem().read((tx) =>
      tx
        .selectFrom("uploads")
        .leftJoin("upload_pieces", "upload_pieces.upload_id", "uploads.id")
        .select(["user_id", (all) => all.fn.count<number>("upload_pieces.id").as("pieces")])
        .where("uploads.id", "=", id)
        .groupBy("uploads.id")
        .executeTakeFirst(),
    );
    if (!upload) throw ERRORS.FILE_NOT_FOUND;
    if (upload.pieces >= mostPieces) throw new AppError("too-many", t(brokenOffText));
    return upload.user_id;
  }

  /** Stores a piece, and then says that it is there, unless another one is in its place. */
  async #keep(
    draft: string,
    { id, owner, start, size }: { id: string; owner: string; start: number; size: number },
  ): Promise<void> {
    const { db, storage } = this.#services;
    const path = `unfinished/${owner}/${randomUUID()}.part`;
    await storage.put(path, draft, { contentType: "application/octet-stream" });
    const isKept = await db.asSystem().write(async (tx) => {
      const { numUpdatedRows } = await tx
        .updateTable("uploads")
        .set({ received: start + size, changed_at: new Date() })
        .where("id", "=", id)
        .where("received", "=", start)
        .executeTakeFirstOrThrow();
      if (numUpdatedRows === 0n) return false;
      await tx
        .insertInto("upload_pieces")
        .values({ upload_id: id, start, url: `/uploads/${path}` })
        .execute();
      return true;
    });
    if (isKept) return;
    await scheduleDeletion(db, [path]);
    throw ERRORS.INVALID_OFFSET;
  }
}

export function findUpload(db: Database, id: string): Promise<UploadRow | undefined> {
  return db
    .asSystem()
    .read((tx) => tx.selectFrom("uploads").selectAll().where("id", "=", id).executeTakeFirst());
}

export function uploadOf({ id, size, received, metadata, created_at }: UploadRow): Upload {
  const creation_date = created_at.toISOString();
  return new Upload({ id, size, offset: received, metadata: Metadata.parse(metadata), creation_date });
}

/** Its pieces go after it. */
export async function removeUpload(db: Database, id: string): Promise<void> {
  await db.asSystem().write((tx) => tx.deleteFrom("uploads").where("id", "=", id).execute());
}
