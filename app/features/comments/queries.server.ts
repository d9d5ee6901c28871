import { sql } from "kysely";
import type { Reader } from "#server/db/database.ts";
import type { CommentFilter, CommentSettings } from "./owner-schema";

/** On one page of the list. */
const pageSize = 50;

/** The page and filters that the musician has chosen. */
export interface CommentsAsked {
  filter: CommentFilter;
  /** Words in the author's name or in the comment; empty for all. */
  search: string;
  /** From 1. */
  page: number;
}

/**
 * One page of all comments on the musician's own profile, the newest first, with the counts of all there are, and how
 * the musician wants them to be received. [2 §2, §7]
 */
export async function ownComments(tx: Reader, userId: string, { filter, search, page }: CommentsAsked) {
  const own = tx.selectFrom("fan_comments").where("musician_id", "=", userId);
  const found = own
    .$if(filter !== "all", (comments) => comments.where("is_approved", "=", filter === "approved"))
    .$if(search !== "", (comments) => {
      const pattern = `%${search.replace(/[\\%_]/g, "\\$&")}%`;
      return comments.where((is) =>
        is.or([is("author_name", "ilike", pattern), is("content", "ilike", pattern)]),
      );
    });
  const { total, approved } = await own
    .select((is) => [
      is.fn.countAll<number>().as("total"),
      is.fn.countAll<number>().filterWhere("is_approved", "=", true).as("approved"),
    ])
    .executeTakeFirstOrThrow();
  const { matches } = await found
    .select((is) => is.fn.countAll<number>().as("matches"))
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
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
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
