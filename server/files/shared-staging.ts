import { randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { readdir, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { setTimeout as sleep } from "node:timers/promises";
import type { Upload } from "@tus/server";
import { sql } from "kysely";
import { t } from "../../app/shared/t.ts";
import { AppError } from "../errors.ts";
import type { Services } from "../services.ts";
import { findUpload, removeUpload, SharedStore, uploadOf } from "./shared-store.ts";
import { keptForMs, type Staging } from "./staging.ts";

/** Who takes a file over says every few seconds that they live. One that is so late has died, and another one may. */
const heldForSeconds = 20;
const sayEveryMs = 5_000;
const askEveryMs = 500;
const askForMs = 30_000;
const listedAtOnce = 100;
/** A younger file may be a piece that is being received. */
const leftOverAfterMs = 60 * 60 * 1000;

const heldUntil = sql<Date>`now() + make_interval(secs => ${heldForSeconds})`;
const isFree = sql<boolean>`coalesce(held_until < now(), true)`;
const isWhole = sql<boolean>`received = size and taken_over_at is null`;
const isExpired = sql<boolean>`created_at < now() - make_interval(secs => ${keptForMs / 1000})`;

/**
 * Uploads in the store of files and the database, which all servers share.
 * @param directory on this machine, there already: for a piece while it is received, and for a file while it is taken over
 */
export function openSharedStaging(
  services: Pick<Services, "db" | "storage" | "log">,
  directory: string,
): Staging {
  const { db, storage, log } = services;
  const system = db.asSystem();

  async function waiting(id: string): Promise<Upload | undefined> {
    const row = await findUpload(db, id);
    return row && row.received === row.size && !row.taken_over_at ? uploadOf(row) : undefined;
  }

  /** Waits until `holder` has the upload for itself. @returns false when it waits no more: taken over, or removed */
  async function hold(id: string, holder: string): Promise<boolean> {
    for (let askedMs = 0; askedMs < askForMs; askedMs += askEveryMs) {
      const { numUpdatedRows } = await system.write((tx) =>
        tx
          .updateTable("uploads")
          .set({ holder, held_until: heldUntil })
          .where("id", "=", id)
          .where(isWhole)
          .where(isFree)
          .executeTakeFirstOrThrow(),
      );
      if (numUpdatedRows > 0n) return true;
      if (!(await waiting(id))) return false;
      await sleep(askEveryMs);
    }
    throw new AppError(
      "unavailable",
      t("Your file has arrived and is being worked on. Please try again in a moment."),
      { retryAfterSeconds: 5 },
    );
  }

  async function setHeld(id: string, holder: string, held_until: typeof heldUntil | null): Promise<void> {
    await system.write((tx) =>
      tx
        .updateTable("uploads")
        .set({ held_until })
        .where("id", "=", id)
        .where("holder", "=", holder)
        .execute(),
    );
  }

  /** Runs `work` with a file of all pieces. */
  async function withWhole<T>(id: string, work: (path: string) => Promise<T>): Promise<T> {
    const pieces = await system.read((tx) =>
      tx.selectFrom("upload_pieces").select("url").where("upload_id", "=", id).orderBy("start").execute(),
    );
    const path = join(directory, `${randomUUID()}.whole`);
    try {
      await writeFile(path, "", { flag: "wx", mode: 0o600 });
      for (const { url } of pieces) {
        const bytes = await storage.read(url.slice("/uploads/".length));
        await pipeline(bytes, createWriteStream(path, { flags: "a" }));
      }
      return await work(path);
    } finally {
      await rm(path, { force: true });
    }
  }

  /** The row stays for a sender who has lost the last answer, and asks. */
  async function markTakenOver(id: string): Promise<void> {
    await system.write(async (tx) => {
      await tx.updateTable("uploads").set({ taken_over_at: new Date() }).where("id", "=", id).execute();
      await tx.deleteFrom("upload_pieces").where("upload_id", "=", id).execute();
    });
  }

  return {
    store: new SharedStore(services, directory),
    waiting,
    async takeOver(id, work) {
      const holder = randomUUID();
      if (!(await hold(id, holder))) return undefined;
      const saying = setInterval(() => {
        setHeld(id, holder, heldUntil).catch((error: unknown) =>
          log.warn({ err: error, upload: id }, "an upload that is taken over could not be held"),
        );
      }, sayEveryMs);
      try {
        const upload = await waiting(id);
        if (!upload) return undefined;
        const result = await withWhole(id, (path) => work(upload, path));
        await markTakenOver(id);
        return result;
      } finally {
        clearInterval(saying);
        // Where this fails the upload is free a little later.
        await setHeld(id, holder, null).catch(() => {});
      }
    },
    async unfinishedOf(userId) {
      const rows = await system.read((tx) =>
        tx
          .selectFrom("uploads")
          .select(["id", "received as bytes", "changed_at as changed"])
          .select(isWhole.as("isWhole"))
          .where("user_id", "=", userId)
          .where("taken_over_at", "is", null)
          .execute(),
      );
      return rows;
    },
    remove: (id) => removeUpload(db, id),
    async *list() {
      for (const name of await readdir(directory)) await removeLeftOver(join(directory, name));
      for (let after = ""; ; ) {
        const rows = await system.read((tx) =>
          tx
            .selectFrom("uploads")
            .selectAll()
            .where("id", ">", after)
            .where((of) => of.or([isWhole, isExpired]))
            .where(isFree)
            .orderBy("id")
            .limit(listedAtOnce)
            .execute(),
        );
        yield* rows.map(uploadOf);
        const last = rows.at(-1);
        if (!last) return;
        after = last.id;
      }
    },
  };
}

async function removeLeftOver(path: string): Promise<void> {
  const file = await stat(path).catch(() => undefined);
  if (file && Date.now() - file.mtimeMs > leftOverAfterMs) await rm(path, { force: true });
}
