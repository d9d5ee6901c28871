import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { violatesPolicy, type Writer } from "#server/db/database.ts";
import { AppError } from "#server/errors.ts";
import { isTooMany, type LimitRule, limitKey } from "#server/http/limits.ts";
import { noteEvent } from "#server/notifications.ts";
import type { Services } from "#server/services.ts";
import { siteSettings } from "#server/site-settings.ts";
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
 * @throws AppError `too-many`, or `conflict` where the page takes no comments
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
      const earlier = await sameComment(tx, artistId, comment);
      if (earlier) return earlier;
      // Nothing comes back: a visitor can't read what waits for approval.
      const id = randomUUID();
      await tx
        .insertInto("fan_comments")
        .values({ id, musician_id: artistId, author_name, content, is_approved: isClean })
        .execute();
      if (!isByArtist) await noteEvent(tx, config, { userId: artistId, kind: "comments", sourceId: id });
      return isClean ? "posted" : "pending";
    });
  } catch (error) {
    if (!violatesPolicy(error)) throw error;
    throw new AppError("conflict", "This page doesn't take comments at the moment.", { cause: error });
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

async function sameComment(
  tx: Writer,
  artistId: string,
  { author_name, content }: CommentForm,
): Promise<PostedComment | undefined> {
  const { rows } = await sql<{ approved: boolean | null }>`
    select app.same_comment(${artistId}, ${author_name}, ${content}) as approved`.execute(tx);
  const approved = rows[0]?.approved;
  if (approved === true) return "posted";
  return approved === false ? "pending" : undefined;
}
