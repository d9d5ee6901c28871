import { sql } from "kysely";
import type { Actor, Reader } from "#server/db/database.ts";
import { t } from "~/shared/t";
import { isReached, showBegins, showIsOver } from "./audience.server.ts";
import { fromRelease, sourceText } from "./schema.ts";

const offeredOfEach = 100;

/** What of the artist's page a letter may show, by kind: what visitors see, the newest releases and tracks, the next shows. */
export async function offeredIds(
  visitor: Actor,
  userId: string,
): Promise<{ kind: "track" | "release" | "show"; id: string }[]> {
  const { rows } = await visitor.read((tx) =>
    sql<{ kind: "track" | "release" | "show"; id: string }>`
      (select 'release' as kind, id from releases where user_id = ${userId}
       order by coalesce(release_date, created_at::date) desc, id limit ${offeredOfEach})
      union all
      (select 'track', id from music_tracks where user_id = ${userId} and is_visible
       order by created_at desc, id limit ${offeredOfEach})
      union all
      (select 'show', id from events where user_id = ${userId} and is_published
       order by abs(event_date - current_date), id limit ${offeredOfEach})`.execute(tx),
  );
  return rows;
}

/** Whom a letter may go to, with the number of them. */
export interface Audience {
  value: string;
  label: string;
  readers: number;
}

/**
 * All confirmed subscribers, and parts of them by where they came from; the stored choice is always among them.
 * @param chosen the letter's own
 */
export async function audiences(tx: Reader, userId: string, chosen: string): Promise<Audience[]> {
  const { rows: sources } = await sql<{ source: string; readers: number }>`
    select source, count(*)::int as readers from newsletter_subscribers
    where ${isReached(userId, "all")} and source is not null
    group by source order by readers desc, source limit 20`.execute(tx);
  const { rows: releases } = await sql<{ id: string; title: string; readers: number }>`
    select release.id, release.title, count(*)::int as readers
    from newsletter_subscribers join releases release on release.id = newsletter_subscribers.release_id
    where ${isReached(userId, "all")} and release.user_id = ${userId}
    group by release.id, release.title order by readers desc, release.id limit 50`.execute(tx);
  const { rows: shows } = await sql<{ id: string; title: string; day: string; readers: number }>`
    with shows as materialized (
      select id, title, event_date, ${showBegins} as begins, ${showIsOver} as is_over
      from events event where user_id = ${userId} and event_date <= current_date + 1
      order by event_date desc, id limit 50)
    select id, title, to_char(event_date, 'YYYY-MM-DD') as day, count(*)::int as readers
    from shows join lateral (
      select from newsletter_subscribers
      where ${isReached(userId, "all")} and created_at >= shows.begins and created_at < shows.is_over) came on true
    group by id, title, event_date order by event_date desc, id`.execute(tx);
  const known = [
    { value: "all", label: t("Everyone who has confirmed"), readers: await countReached(tx, userId, "all") },
    ...sources
      .filter(({ source }) => /^[a-z_]{1,40}$/.test(source))
      .map(({ source, readers }) => ({
        value: `source:${source}`,
        label:
          source === fromRelease
            ? t("Came by any release's page")
            : t("Came by: {source}", { source: sourceText(source) }),
        readers,
      })),
    ...releases.map(({ id, title, readers }) => ({
      value: `release:${id}`,
      label: t("Waited for “{title}”|a release", { title }),
      readers,
    })),
    ...shows.map(({ id, title, day, readers }) => ({
      value: `show:${id}`,
      label: t("Signed up at “{title}” ({day}) or within two days", { title, day }),
      readers,
    })),
  ];
  if (known.some(({ value }) => value === chosen)) return known;
  const readers = await countReached(tx, userId, chosen);
  return [...known, { value: chosen, label: t("A choice with nobody in it by now"), readers }];
}

/** How many subscribers an issue for this audience would go to. */
export async function countReached(tx: Reader, userId: string, audience: string): Promise<number> {
  const { rows } = await sql<{ readers: number }>`
    select count(*)::int as readers from newsletter_subscribers where ${isReached(userId, audience)}`.execute(
    tx,
  );
  return rows[0]?.readers ?? 0;
}
