import { sql } from "kysely";
import { everyAddress, largestAddress, variantAddress } from "../../app/shared/picture.ts";
import { type FileColumn, fileColumns } from "../features.ts";
import type { Services } from "../services.ts";
import { folders } from "../storage/path.ts";
import { unlessLocked } from "./file-locks.ts";

export interface OrphanReport {
  /** How many files there are, and their bytes. */
  files: number;
  bytes: number;
  /** Paths of files that no row named, removed now, or that would be. */
  removed: string[];
  removedBytes: number;
  /** Rows whose size was not known yet, and is now. */
  measured: number;
  /** Pictures that no row shows and that have no file either, forgotten now, or that would be. */
  forgotten: number;
  /** Files that were made of others and are gone, to be made anew, or that would be. */
  remade: number;
  /** Rows whose file is not there, and the missing paths; the first thousand. Only a person can mend these. */
  missing: { table: string; id: string; path: string }[];
}

interface CollectOptions {
  /** Looks and tells, and changes nothing. */
  dryRun?: boolean;
  /** Ends it early; the removals until then are done. */
  signal?: AbortSignal;
}

/** A younger file may belong to a row that is being written. */
const spareYoungerThanMs = 60 * 60 * 1000;
const rowsAtOnce = 1000;
const mostMissing = 1000;

/**
 * Compares the store with the rows, and mends the leftovers of a crash between the two: removes files that no row names
 * and that are older than an hour, forgets pictures that no row shows, finds out sizes that rows don't know, has
 * files that are made of others made anew where they are gone, and reports rows whose file is gone.
 * @throws AppError `unavailable` while the store or the database is away
 */
export async function collectOrphans(
  { db, storage, declarations }: Pick<Services, "db" | "storage" | "declarations">,
  { dryRun = false, signal }: CollectOptions = {},
): Promise<OrphanReport> {
  const report: OrphanReport = {
    files: 0,
    bytes: 0,
    removed: [],
    removedBytes: 0,
    measured: 0,
    forgotten: 0,
    remade: 0,
    missing: [],
  };
  const system = db.asSystem();
  const oldEnough = Date.now() - spareYoungerThanMs;

  for (const folder of folders) {
    const present = new Map<string, number>();
    let unchecked: { path: string; size: number }[] = [];
    const check = async () => {
      const batch = unchecked;
      unchecked = [];
      const named = await namedAmong(batch.map(({ path }) => addressOf(path)));
      for (const { path, size } of batch) {
        if (named.has(largestAddress(addressOf(path)))) continue;
        await removeOrphan(path, size);
      }
    };
    for await (const { path, size, modified } of storage.list(`${folder}/`)) {
      signal?.throwIfAborted();
      report.files += 1;
      report.bytes += size;
      present.set(path, size);
      if (modified.getTime() < oldEnough) unchecked.push({ path, size });
      if (unchecked.length === rowsAtOnce) await check();
    }
    await check();
    for (const column of fileColumns(declarations)) await compareRows(column, folder, present);
  }
  await forgetLostPictures();
  return report;

  /** Which of these files a row names, or a worker is about to remove: by the largest size's address. */
  async function namedAmong(addresses: string[]): Promise<Set<string>> {
    const largest = [...new Set(addresses.map(largestAddress))];
    const { rows } = await system.read((tx) =>
      sql<{ address: string }>`
        select address from unnest(${largest}::text[]) address
        where app.may_read_file(address) or exists (select from files_to_remove where url = address)`.execute(
        tx,
      ),
    );
    return new Set(rows.map(({ address }) => address));
  }

  async function removeOrphan(path: string, size: number): Promise<void> {
    // It may have been stored again since it was listed.
    const now = await storage.head(path);
    if (!now || now.modified.getTime() >= oldEnough) return;
    const isGone =
      dryRun ||
      (await system.write((tx) =>
        unlessLocked(tx, async () => {
          await tx
            .deleteFrom("stored_images")
            .where("url", "=", largestAddress(addressOf(path)))
            .execute();
          await storage.remove(path);
        }),
      ));
    // While a backup is made it stays until the next collection.
    if (!isGone) return;
    report.removed.push(path);
    report.removedBytes += size;
  }

  async function compareRows(
    column: FileColumn,
    folder: string,
    present: Map<string, number>,
  ): Promise<void> {
    const isTrack = column.table === "music_tracks" && column.column === "file_url";
    for (let after = "00000000-0000-0000-0000-000000000000"; ; ) {
      signal?.throwIfAborted();
      const address = sql.ref(`row.${column.column}`);
      const { rows } = await system.read((tx) =>
        sql<{ id: string; address: string; widths: number[]; isUnmeasured: boolean }>`
          select row.id, ${address} as address, coalesce(picture.widths, '{}') as widths,
                 ${isTrack ? sql`row.file_size is null` : sql`picture.url is not null and picture.bytes is null`}
                   as "isUnmeasured"
          from ${sql.table(column.table)} row left join stored_images picture on picture.url = ${address}
          where row.id > ${after} and starts_with(${address}, ${`/uploads/${folder}/`})
          order by row.id limit ${rowsAtOnce}`.execute(tx),
      );
      for (const { id, address, widths, isUnmeasured } of rows) {
        const paths = [address, ...widths.map((width) => variantAddress(address, width))].map(pathOf);
        if (column.madeAnew) {
          if (!paths.some((path) => present.has(path)) && !(await storage.head(pathOf(address))))
            await haveRemade(column.table, column.madeAnew, id);
          continue;
        }
        for (const path of paths) {
          if (report.missing.length === mostMissing) return;
          if (!present.has(path) && !(await storage.head(path)))
            report.missing.push({ table: column.table, id, path });
        }
        if (isUnmeasured) await measure(column, address, present);
      }
      const last = rows.at(-1);
      if (!last || rows.length < rowsAtOnce) return;
      after = last.id;
    }
  }

  /** A restored store lacks them, for one: no archive has them. */
  async function haveRemade(table: string, columns: readonly string[], id: string): Promise<void> {
    report.remade += 1;
    if (dryRun) return;
    const nothing = sql.join(columns.map((column) => sql`${sql.ref(column)} = null`));
    await system.write((tx) => sql`update ${sql.table(table)} set ${nothing} where id = ${id}`.execute(tx));
  }

  /** The rows of pictures whose files and owners' rows are gone after a crash: they would count for ever. */
  async function forgetLostPictures(): Promise<void> {
    for (let after = ""; ; ) {
      signal?.throwIfAborted();
      const { rows } = await system.read((tx) =>
        sql<{ url: string; isShown: boolean }>`
          select url, app.may_read_file(url) as "isShown" from stored_images
          where url > ${after} order by url limit ${rowsAtOnce}`.execute(tx),
      );
      for (const { url, isShown } of rows) {
        if (isShown || (await storage.head(pathOf(url)))) continue;
        report.forgotten += 1;
        if (!dryRun)
          await system.write((tx) => tx.deleteFrom("stored_images").where("url", "=", url).execute());
      }
      const last = rows.at(-1);
      if (!last || rows.length < rowsAtOnce) return;
      after = last.url;
    }
  }

  /** Writes down how large the files at an address are, for quotas. */
  async function measure(
    { table }: FileColumn,
    address: string,
    present: Map<string, number>,
  ): Promise<void> {
    // AVIF is made for visitors, and counts for nobody.
    const own = everyAddress(address).filter((each) => !each.endsWith(".avif"));
    const sizes = own.map((each) => present.get(pathOf(each)) ?? 0);
    const bytes = sizes.reduce((sum, size) => sum + size, 0);
    if (bytes === 0) return;
    report.measured += 1;
    if (dryRun) return;
    await system.write(async (tx) => {
      await tx
        .updateTable("stored_images")
        .set({ bytes })
        .where("url", "=", address)
        .where("bytes", "is", null)
        .execute();
      if (table !== "music_tracks") return;
      await tx
        .updateTable("music_tracks")
        .set({ file_size: bytes })
        .where("file_url", "=", address)
        .where("file_size", "is", null)
        .execute();
    });
  }
}

function addressOf(path: string): string {
  return `/uploads/${path}`;
}

function pathOf(address: string): string {
  return address.slice("/uploads/".length);
}
