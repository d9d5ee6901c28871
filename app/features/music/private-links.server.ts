import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import type { Reader, Writer } from "#server/db/database.ts";
import { AppError } from "#server/errors.ts";
import type { Services } from "#server/services.ts";
import { t } from "~/shared/t";
import {
  linkLimit,
  type NewPrivateLink,
  type PrivateLinkAction,
  targetGone,
  tooManyLinks,
} from "./private-links-schema";
import { releaseLimits } from "./releases-schema";

/** So many bytes that nobody finds a link by trying. */
const tokenBytes = 16;
const dayMs = 86_400_000;
/** More tracks than the list to choose from can be searched in. */
const tracksOffered = 1_000;

/** The last part of a new link's address. */
export const newToken = () => randomBytes(tokenBytes).toString("base64url");

export type OwnPrivateLink = Awaited<ReturnType<typeof ownPrivateLinks>>["links"][number];

/**
 * The musician's private links, the newest first, with how often each was opened and how many plays it brought; and what
 * one can be made for.
 */
export async function ownPrivateLinks(tx: Reader, userId: string, now = new Date()) {
  const links = await tx
    .selectFrom("private_links as link")
    .leftJoin("music_tracks as track", "track.id", "link.track_id")
    .leftJoin("releases as release", "release.id", "link.release_id")
    .select(["link.id", "link.name", "link.token", "link.expires_at", "release.deleted_at"])
    .select(sql<string>`coalesce(track.title, release.title)`.as("title"))
    .select([timesOf("views").as("opened"), timesOf("plays").as("heard")])
    .where("link.user_id", "=", userId)
    .orderBy("link.created_at", "desc")
    .orderBy("link.id")
    .limit(linkLimit)
    .execute();
  const tracks = await tx
    .selectFrom("music_tracks")
    .select(["id", "title"])
    .where("user_id", "=", userId)
    .orderBy("display_order")
    .orderBy("created_at", "desc")
    .limit(tracksOffered)
    .execute();
  const releases = await tx
    .selectFrom("releases")
    .select(["id", "title"])
    .where("user_id", "=", userId)
    .where("deleted_at", "is", null)
    .orderBy("created_at", "desc")
    .limit(releaseLimits.releases)
    .execute();
  return {
    links: links.map(({ deleted_at, ...link }) => ({
      ...link,
      hasEnded: deleted_at !== null || (link.expires_at !== null && link.expires_at <= now),
    })),
    tracks,
    releases,
  };
}

/** What a link has brought in all, as the analytics count it: without robots, and without the musician's own visits. */
function timesOf(kind: "views" | "plays") {
  return sql<number>`coalesce((
    select count from analytics_days
    where user_id = link.user_id and facet = 'link' and day = '-infinity' and kind = ${kind}
      and value = link.id::text), 0)`;
}

/**
 * Makes a private link, or revokes one: then its page and its files are gone at once.
 * @throws AppError `not-found` when there is no such track, release or link of theirs; `conflict` when there are as many
 *   links as there may be
 */
export async function executePrivateLinkAction(
  { db }: Pick<Services, "db">,
  userId: string,
  form: PrivateLinkAction,
): Promise<{ done: true }> {
  await db.asMusician(userId).write(async (tx) => {
    if (form.intent === "add-private-link") return addPrivateLink(tx, userId, form);
    const { numDeletedRows } = await tx
      .deleteFrom("private_links")
      .where("id", "=", form.id)
      .where("user_id", "=", userId)
      .executeTakeFirst();
    if (numDeletedRows === 0n)
      throw new AppError("not-found", t("This private link does not exist any more."));
  });
  return { done: true };
}

async function addPrivateLink(
  tx: Writer,
  user_id: string,
  { name, target, days }: NewPrivateLink,
): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`private links ${user_id}`}, 0))`.execute(tx);
  const { count } = await tx
    .selectFrom("private_links")
    .select((is) => is.fn.countAll<number>().as("count"))
    .where("user_id", "=", user_id)
    .executeTakeFirstOrThrow();
  if (count >= linkLimit) throw new AppError("conflict", t(tooManyLinks));
  if (!(await isTheirs(tx, user_id, target))) throw new AppError("not-found", t(targetGone));
  await tx
    .insertInto("private_links")
    .values({
      user_id,
      name,
      ...target,
      token: newToken(),
      expires_at: days === 0 ? null : new Date(Date.now() + days * dayMs),
    })
    .execute();
}

/** Held, so that it isn't deleted before the link is made. */
async function isTheirs(tx: Writer, userId: string, target: NewPrivateLink["target"]): Promise<boolean> {
  const found =
    "track_id" in target
      ? await tx
          .selectFrom("music_tracks")
          .select("id")
          .where("id", "=", target.track_id)
          .where("user_id", "=", userId)
          .forShare()
          .executeTakeFirst()
      : await tx
          .selectFrom("releases")
          .select("id")
          .where("id", "=", target.release_id)
          .where("user_id", "=", userId)
          .where("deleted_at", "is", null)
          .forShare()
          .executeTakeFirst();
  return found !== undefined;
}
