import { statfs } from "node:fs/promises";
import { sql } from "kysely";
import type { Reader } from "#server/db/database.ts";
import { createBacklog } from "#server/jobs/backlog.ts";
import type { Services } from "#server/services.ts";
import { version } from "#server/version.ts";
import { demoAccountIds } from "~/shared/demo-accounts";

/** What an admin looks at first: each part null where it could not be found out. */
export interface Hand {
  /** Reports that wait. */
  reports: number | null;
  /** Of the last day, by what was given up or went wrong. */
  errors: ErrorKind[] | null;
  /** Mails and other work that is tried again. */
  retrying: number | null;
  /** Bytes of the data folder's disk. */
  disk: { free: number; size: number } | null;
  versions: { handbill: string; database: string | null; node: string };
  lastBackup: { at: Date; isChecked: boolean } | null | "unknown";
}

export interface ErrorKind {
  kind: string;
  errors: number;
  last_at: Date;
}

const mostKinds = 30;

/** @param adminId of an admin: the database asks once more */
export async function loadHand(services: Services, adminId: string): Promise<Hand> {
  const { db, config, log } = services;
  const orNull = <Part>(what: string, part: Promise<Part>) =>
    part.catch((error: unknown) => {
      log.error({ err: error, userId: adminId }, `${what} could not be found out`);
      return null;
    });
  const [rows, backlog, disk] = await Promise.all([
    orNull("the overview", db.asAdmin(adminId).read(handOf)),
    orNull("the backlog", createBacklog(db)()),
    orNull("the room on the disk", statfs(config.dataDir)),
  ]);
  return {
    reports: rows?.reports ?? null,
    errors: rows?.errors ?? null,
    retrying: backlog?.reduce((sum, { state, jobs }) => sum + (state === "retrying" ? jobs : 0), 0) ?? null,
    disk: disk && { free: disk.bavail * disk.bsize, size: disk.blocks * disk.bsize },
    versions: { handbill: version, database: rows?.database ?? null, node: process.versions.node },
    lastBackup: rows ? rows.lastBackup : "unknown",
  };
}

async function handOf(tx: Reader) {
  const [counted, errors, lastBackup] = await Promise.all([
    sql<{ reports: number; database: string }>`
      select (select count(*) from reports where resolved_at is null) as reports,
        split_part(current_setting('server_version'), ' ', 1) as database`.execute(tx),
    tx
      .selectFrom("error_counts")
      .select((row) => [
        "kind",
        row.fn.sum<number>("errors").as("errors"),
        row.fn.max("last_at").as("last_at"),
      ])
      .where("hour", ">", sql<Date>`now() - interval '25 hours'`)
      .where("last_at", ">", sql<Date>`now() - interval '24 hours'`)
      .groupBy("kind")
      .orderBy("errors", "desc")
      .orderBy("kind")
      .limit(mostKinds)
      .execute(),
    tx
      .selectFrom("backups")
      .select(["created_at as at", sql<boolean>`checked_at is not null`.as("isChecked")])
      .where("state", "=", "done")
      .orderBy("created_at", "desc")
      .limit(1)
      .executeTakeFirst(),
  ]);
  const [row] = counted.rows;
  if (!row) throw new Error("A count without a row.");
  return { ...row, errors, lastBackup: lastBackup ?? null };
}

/** How many accounts there were at the end of each of the last weeks, today included. */
export interface Growth {
  weeks: { until: string; total: number; joined: number }[];
}

const weeksShown = 26;

/** The demo's accounts are nobody's. @param tx an admin's */
export async function userGrowth(tx: Reader): Promise<Growth> {
  // Each account is read once, however many weeks are shown.
  const { rows } = await sql<Growth["weeks"][number]>`
    with joined as (
      select (today - (created_at at time zone 'UTC')::date) / 7 as ago, count(*) as accounts
      from users, (select (now() at time zone 'UTC')::date as today) as utc
      where users.id <> all (${[...demoAccountIds]})
      group by 1)
    select to_char((now() at time zone 'UTC')::date - 7 * week, 'YYYY-MM-DD') as until,
      coalesce(sum(accounts) filter (where ago >= week), 0)::int8 as total,
      coalesce(sum(accounts) filter (where ago = week), 0)::int8 as joined
    from generate_series(${weeksShown - 1}::integer, 0, -1) week, joined
    group by week order by week desc`.execute(tx);
  return { weeks: rows };
}

/** What fills the room: the database, everything stored, and the accounts that store most. */
export interface Storage {
  database: number;
  files: number;
  largest: { id: string; email: string; name: string | null; bytes: number }[];
}

const mostLargest = 5;

/** Sees every row, so only an admin's screen may ask for it. */
export async function storedBytes({ db }: Pick<Services, "db">): Promise<Storage> {
  return db.asSystem().read(async (tx) => {
    const { rows } = await sql<Storage>`
      with stored as materialized (
        select user_id, sum(bytes)::int8 as bytes from (
          select user_id, file_size as bytes from music_tracks
          union all select user_id, bytes from stored_images
          union all select user_id, file_size from picture_originals
          union all select user_id, file_size from press_kits) file
        group by user_id)
      select (select sum(pg_total_relation_size(oid)) from pg_class where relkind = 'r')::int8 as database,
        (select coalesce(sum(bytes), 0) from stored)::int8 as files,
        array(
          select json_build_object('id', users.id, 'email', email, 'name', artist_name, 'bytes', bytes)
          from (select * from stored where bytes > 0 order by bytes desc, user_id limit ${mostLargest}) largest
            join users on users.id = user_id
            left join musician_profiles profile on profile.user_id = users.id
          order by bytes desc, users.id) as largest`.execute(tx);
    const [row] = rows;
    if (!row) throw new Error("A sum without a row.");
    return row;
  });
}
