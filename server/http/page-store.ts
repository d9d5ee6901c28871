import { createHash } from "node:crypto";
import { type RawBuilder, sql } from "kysely";
import type { Config } from "../config.ts";
import type { Database, NamedStatement } from "../db/database.ts";
import { type LogPosition, logPosition } from "../db/replica.ts";
import { AppError } from "../errors.ts";
import type { Logger } from "../log.ts";
import type { Site } from "../site-settings.ts";

/** A page as it was rendered, in brotli. */
export interface StoredPage {
  /** The user id whose rows it shows. */
  tag: string;
  /** When it changes by itself. */
  until: Date;
  /** The render's own headers, names and values by turns. */
  headers: string[];
  brotli: Buffer;
}

/** The store's answer about a page. */
export interface LookedUp {
  /** The page, where it was rendered since its last change. */
  stored?: StoredPage;
  /** What has been committed by now is before it; where there is a replica to read the page from. */
  position?: LogPosition;
  /** Stores a page whose reading has begun after this answer. Returns at once; where it can't be stored, it isn't. */
  keep(page: StoredPage): void;
}

/**
 * Rendered pages in the database, for every process of the same build and settings. A page is found only while it holds:
 * as of the moment of asking, no committed change of its artist is missing in it.
 */
export interface PageStore {
  /** Asks for the page of a path, in one round trip. Never rejects: a database that can't be asked has no page. */
  lookUp(path: string): Promise<LookedUp | undefined>;
  /** Stops, once what is waiting has been stored. */
  close(): Promise<void>;
}

interface StoreParts {
  db: Database;
  site: Pick<Site, "shown">;
  config: Pick<Config, "origin" | "site" | "pageCacheBytes">;
  log: Logger;
  /** Another build renders other pages. */
  build: string;
}

/** What all stored bodies together may take, in each worker's memories; the page that was stored first goes first. */
const memories = 2;
const sweepEveryMs = 10 * 60_000;
/** A page that took longer than this to render isn't stored: the notes of changes are kept for a day only. */
const longestRenderMs = 60_000;
/** How many pages wait to be stored, and how many of them are stored at once. */
const mostWaiting = 200;
const batchSize = 20;

/** The id that stands for everybody among the notes of changes. */
const everybody = "00000000-0000-0000-0000-000000000000";

/**
 * Whether something has changed that a page's snapshot didn't see: its artist's rows, or everybody's pages. Transactions
 * older than the snapshot's oldest are in it, so only the newest notes are read.
 */
const isOutdated = (page: string) => `exists (
  select from app.page_changes changed
  where changed.user_id in (${page}.user_id, '${everybody}')
    and changed.by_transaction >= pg_snapshot_xmin(${page}.snapshot)
    and not pg_visible_in_snapshot(changed.by_transaction, ${page}.snapshot))`;

const pageOfPath = (
  hasReplica: boolean,
): NamedStatement<{
  now: string;
  lsn?: string;
  timeline?: number;
  tag: string | null;
  until: Date;
  headers: string[];
  brotli: Buffer;
}> => ({
  name: "rendered-page",
  text: `
    select ${hasReplica ? `${logPosition},` : ""} pg_current_snapshot()::text as now, user_id as tag, expires_at as until, headers, body as brotli
    from (values (true)) asked left join (
      select user_id, expires_at, headers, body from rendered_pages page
      where path = $1 and variant = $2 and expires_at > now() and not ${isOutdated("page")}) stored on true`,
});

interface Waiting extends StoredPage {
  path: string;
  variant: string;
  snapshot: string;
  lookedUpAt: number;
}

/** Opens the store, once what no longer holds has been taken out of it. */
export async function openPageStore({ db, site, config, log, build }: StoreParts): Promise<PageStore> {
  const statement = pageOfPath(db.readingAt !== undefined);
  const waiting = new Map<string, Waiting>();
  let storing: Promise<void> | undefined;

  async function currentVariant(): Promise<string> {
    const settings = JSON.stringify([build, config.origin, config.site, await site.shown()]);
    return createHash("sha256").update(settings).digest("base64url").slice(0, 22);
  }

  function keep(page: Waiting): void {
    if (waiting.size >= mostWaiting) return;
    waiting.set(`${page.variant} ${page.path}`, page);
    storing ??= storeAll().finally(() => {
      storing = undefined;
    });
  }

  async function storeAll(): Promise<void> {
    while (waiting.size > 0) {
      const batch = [...waiting].slice(0, batchSize);
      for (const [key] of batch) waiting.delete(key);
      const since = Date.now() - longestRenderMs;
      await store(batch.map(([, page]) => page).filter(({ lookedUpAt }) => lookedUpAt > since));
    }
  }

  async function store(pages: Waiting[]): Promise<void> {
    if (pages.length === 0) return;
    const values = pages.map(({ path, variant, tag, snapshot, until, headers, brotli }) => ({
      path,
      variant,
      user_id: tag,
      snapshot,
      expires_at: until,
      headers,
      body: brotli,
    }));
    await db
      .asSystem()
      .write((tx) =>
        tx
          .insertInto("rendered_pages")
          .values(values)
          .onConflict((conflict) =>
            conflict.columns(["path", "variant"]).doUpdateSet(({ ref }) => ({
              user_id: ref("excluded.user_id"),
              snapshot: ref("excluded.snapshot"),
              expires_at: ref("excluded.expires_at"),
              headers: ref("excluded.headers"),
              body: ref("excluded.body"),
              stored_at: ref("excluded.stored_at"),
            })),
          )
          .execute(),
      )
      .catch((error: unknown) => complain(error, "rendered pages could not be stored"));
  }

  function complain(error: unknown, what: string): void {
    const isAway = error instanceof AppError && error.kind === "unavailable";
    if (!isAway) log.warn({ err: error }, what);
  }

  const sweep = () =>
    sweepRenderedPages(db, memories * config.pageCacheBytes).catch((error: unknown) =>
      complain(error, "outdated pages could not be removed"),
    );
  await sweep();
  let sweeping = Promise.resolve();
  const timer = setInterval(() => {
    sweeping = sweep();
  }, sweepEveryMs);
  timer.unref();

  return {
    async lookUp(path) {
      try {
        const lookedUpAt = Date.now();
        const variant = await currentVariant();
        const [row] = await db.asVisitor().readOnce(statement, [path, variant]);
        if (!row) return undefined;
        const { now: snapshot, lsn, timeline, tag, ...page } = row;
        return {
          ...(tag !== null && { stored: { tag, ...page } }),
          ...(lsn !== undefined && timeline !== undefined && { position: { lsn, timeline } }),
          keep: (rendered) => keep({ ...rendered, path, variant, snapshot, lookedUpAt }),
        };
      } catch (error) {
        complain(error, "a rendered page could not be looked up");
        return undefined;
      }
    },
    async close() {
      clearInterval(timer);
      await Promise.all([storing, sweeping]);
    },
  };
}

/**
 * Removes pages that no longer hold, and the oldest ones beyond the limit; then notes of changes that no page is left
 * for. One statement, so that it sees a change's note and the pages that lack the change at the same moment. A snapshot
 * that is ahead of the database is another database's, from which this one was copied.
 */
export async function sweepRenderedPages(db: Database, bytes: number): Promise<void> {
  const outdated: RawBuilder<boolean> = sql.raw(isOutdated("page"));
  await db.asSystem().write((tx) =>
    sql`
      with gone as (
        delete from rendered_pages where (path, variant) in (
          select path, variant from (
            select *, sum(octet_length(body)) over (order by stored_at desc, path, variant) as newer
            from rendered_pages) page
          where newer > ${bytes} or expires_at <= now() or ${outdated}
            or pg_snapshot_xmax(snapshot) > pg_snapshot_xmax(pg_current_snapshot())))
      delete from app.page_changes where changed_at < now() - interval '1 day'`.execute(tx),
  );
}
