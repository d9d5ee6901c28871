import { type RawBuilder, sql } from "kysely";
import type { Reader } from "#server/db/database.ts";
import { hasWords } from "#server/db/search.ts";
import { AppError } from "#server/errors.ts";
import type { Chosen } from "~/shared/chosen";
import { t } from "~/shared/t";
import { type CommentOrder, type CommentSettings, type CommentsSought, commentsSought } from "./owner-schema";

/** On one page of the list. */
const pageSize = 50;

/** The page and filters that the musician has chosen. */
export interface CommentsAsked extends CommentsSought {
  order?: CommentOrder;
  /** From 1. */
  page: number;
}

/** Whether a comment is among those that are sought. */
function isFound({ filter, search }: CommentsSought): RawBuilder<boolean> {
  const isShown = filter === "all" ? sql`true` : sql`is_approved = ${filter === "approved"}`;
  return sql`(${isShown} and ${hasWords(search, "author_name", "content")})`;
}

/**
 * Whether a comment is among those that an action is about.
 * @throws AppError `not-found` when these are all of a list that doesn't exist
 */
export function isChosen(chosen: Chosen): RawBuilder<boolean> {
  if ("ids" in chosen) return sql`id = any(${chosen.ids}::uuid[])`;
  const sought = commentsSought(chosen.asked);
  if (!sought) throw new AppError("not-found", t("This page does not exist."));
  return isFound(sought);
}

/**
 * One page of all comments on the musician's own profile, the newest first unless asked otherwise, with the counts of all
 * there are, and how the musician wants them to be received. [2 §2, §7]
 */
export async function ownComments(
  tx: Reader,
  userId: string,
  { filter, search, order = "newest", page }: CommentsAsked,
) {
  const direction = order === "newest" ? "desc" : "asc";
  const own = tx.selectFrom("fan_comments").where("musician_id", "=", userId);
  const found = own.where(isFound({ filter, search }));
  const { total, approved, matches } = await own
    .select((is) => [
      is.fn.countAll<number>().as("total"),
      is.fn.countAll<number>().filterWhere("is_approved", "=", true).as("approved"),
      is.fn.countAll<number>().filterWhere(isFound({ filter, search })).as("matches"),
    ])
    .executeTakeFirstOrThrow();
  const pages = Math.max(1, Math.ceil(matches / pageSize));
  // The last page may have become empty by now.
  const shownPage = Math.min(page, pages);
  const rows = await found
    .select([
      "id",
      "author_name",
      "content",
      "is_approved",
      "created_at",
      "track_seconds",
      "answer",
      "answered_at",
    ])
    .select((row) => [
      row("hidden_at", "is not", null).as("is_hidden"),
      row
        .selectFrom("music_tracks")
        .select("title")
        .whereRef("music_tracks.id", "=", "fan_comments.track_id")
        .as("track_title"),
    ])
    .orderBy("created_at", direction)
    .orderBy("id", direction)
    .limit(pageSize)
    .offset((shownPage - 1) * pageSize)
    .execute();
  return {
    counts: { total, approved, pending: total - approved },
    comments: rows.map(({ created_at, answered_at, ...row }) => ({
      ...row,
      created_at: created_at.toISOString(),
      answered_at: answered_at?.toISOString() ?? null,
    })),
    matches,
    page: shownPage,
    pages,
    settings: await commentSettings(tx, userId),
  };
}

export type OwnComments = Awaited<ReturnType<typeof ownComments>>;
export type OwnComment = OwnComments["comments"][number];

/** How an artist receives comments; the defaults for an artist without a choice. */
export async function commentSettings(tx: Reader, userId: string): Promise<CommentSettings> {
  const settings = await tx
    .selectFrom("comment_settings")
    .select(["reviews_all", sql<string[]>`blocked_words`.as("blocked_words")])
    .where("musician_id", "=", userId)
    .executeTakeFirst();
  return settings ?? { reviews_all: false, blocked_words: [] };
}
