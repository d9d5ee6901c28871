import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { violatesPolicy, type Writer } from "#server/db/database.ts";
import { AppError } from "#server/errors.ts";
import { isTooMany, type LimitRule, limitKey } from "#server/http/limits.ts";
import { noteEvent } from "#server/notifications.ts";
import type { Services } from "#server/services.ts";
import { siteSettings } from "#server/site-settings.ts";
import { formatDuration } from "~/shared/duration";
import { t } from "~/shared/t";
import { commentSettings } from "./queries.server.ts";
import type { CommentForm } from "./schema.ts";
import { hasBlockedWord, looksLikeSpam } from "./spam.ts";

/** A whole venue may stand behind one address: 300 fans, each writing twice. */
const network: LimitRule = { name: "comment-network", tries: 600, windowSeconds: 3600 };

// Further comments aren't refused but held for review: so many look like a flood, from one hand or from many.
const networkInAMinute: LimitRule = { name: "comment-flood-network", tries: 40, windowSeconds: 60 };
const author: LimitRule = { name: "comment-flood-author", tries: 10, windowSeconds: 600 };
const sameWords: LimitRule = { name: "comment-flood-words", tries: 10, windowSeconds: 3600 };

/** Shorter ones are what many people say: 'Great show!' */
const longEnoughToBeCopied = 40;

/** The state of a new comment: on the page at once, or held until the artist has reviewed it. */
export type PostedComment = "posted" | "pending";

/**
 * Writes a visitor's comment under an artist's page. The same one again within ten minutes, by a double click or a
 * reload, is answered as the first one was. [1 §7, decisions: What visitors write]
 * @param from the visitor's network
 * @param isByArtist nobody has to be told of it
 * @throws AppError `too-many`, `conflict` where the page takes no comments, or `invalid` for a moment that the track
 * doesn't have
 */
export async function postComment(
  { db, limits, config }: Pick<Services, "db" | "limits" | "config">,
  artistId: string,
  from: string,
  comment: CommentForm,
  { isByArtist = false } = {},
): Promise<PostedComment> {
  await limits.spend(network, limitKey(from));
  // Only the artist may read the words they have blocked.
  const [{ reviews_all, blocked_words }, site] = await db
    .asSystem()
    .read((tx) => Promise.all([commentSettings(tx, artistId), siteSettings(tx)]));
  const isClean =
    !looksLikeSpam(comment, site.reviews_links) &&
    !(await isFlood(limits, artistId, from, comment)) &&
    !reviews_all &&
    !site.reviews_comments &&
    !hasBlockedWord(comment, blocked_words);
  const { author_name, content } = comment;
  try {
    return await db.asVisitor().write(async (tx) => {
      const pin = await pinOf(tx, artistId, comment);
      const earlier = await sameComment(tx, artistId, comment, pin);
      if (earlier) return earlier;
      // Nothing comes back: a visitor can't read what waits for approval.
      const id = randomUUID();
      await tx
        .insertInto("fan_comments")
        .values({ id, musician_id: artistId, author_name, content, is_approved: isClean, ...pin })
        .execute();
      if (!isByArtist) await noteEvent(tx, config, { userId: artistId, kind: "comments", sourceId: id });
      return isClean ? "posted" : "pending";
    });
  } catch (error) {
    if (!violatesPolicy(error)) throw error;
    throw new AppError("conflict", t("This page doesn't take comments at the moment."), { cause: error });
  }
}

async function isFlood(
  limits: Services["limits"],
  artistId: string,
  from: string,
  { author_name, content }: CommentForm,
): Promise<boolean> {
  const counts: [LimitRule, string][] = [
    [networkInAMinute, limitKey(from)],
    [author, limitKey(artistId, from, author_name)],
  ];
  const words = content.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, " ");
  if (words.length >= longEnoughToBeCopied) counts.push([sameWords, limitKey(words)]);
  for (const [rule, key] of counts) {
    try {
      await limits.spend(rule, key);
    } catch (error) {
      if (!isTooMany(error)) throw error;
      return true;
    }
  }
  return false;
}

interface Pin {
  track_id: string | null;
  track_seconds: number | null;
}

/** Where the comment is pinned. @throws AppError `invalid` where the artist's page has no such moment */
async function pinOf(
  tx: Writer,
  artistId: string,
  { track_id, at }: Pick<CommentForm, "track_id" | "at">,
): Promise<Pin> {
  if (!track_id || at === null) return { track_id: null, track_seconds: null };
  const track = await tx
    .selectFrom("music_tracks")
    .select("duration")
    .where("id", "=", track_id)
    .where("user_id", "=", artistId)
    .executeTakeFirst();
  if (!track) throw new AppError("invalid", t("This track is not on the page any more."), { field: "at" });
  if (track.duration !== null && at > track.duration) {
    const text = t("This track ends at {time}", { time: formatDuration(track.duration) });
    throw new AppError("invalid", text, { field: "at" });
  }
  return { track_id, track_seconds: at };
}

async function sameComment(
  tx: Writer,
  artistId: string,
  { author_name, content }: CommentForm,
  { track_id, track_seconds }: Pin,
): Promise<PostedComment | undefined> {
  const { rows } = await sql<{ approved: boolean | null }>`
    select app.same_comment(
      ${artistId}, ${author_name}, ${content}, ${track_id}::uuid, ${track_seconds}::integer) as approved`.execute(
    tx,
  );
  const approved = rows[0]?.approved;
  if (approved === true) return "posted";
  return approved === false ? "pending" : undefined;
}
