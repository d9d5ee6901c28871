import type { Actor } from "#server/db/database.ts";
import { pageStatement, profileBySlug } from "#server/db/fragments.ts";
import { appearanceOf } from "~/artist-theme/appearance.server";
import type { PublicComment } from "~/features/comments/public";
import { commentRows } from "~/features/comments/public.server";
import type { Cursor } from "~/shared/cursor";
import { type SideArtist, sideColumns } from "./side-columns.server";

export interface CommentsPage extends SideArtist {
  /** The newest first. */
  comments: PublicComment[];
  /** Are there older ones than these? */
  hasOlder: boolean;
  /** Those just newer than these: after which comment their page begins, or that it is the first page. */
  newer: PublicComment | "first" | null;
}

const commentsPerPage = 20;

/** Without one, the end of time: the newest are before it. */
const cursor =
  "(coalesce($2, 'infinity')::timestamptz, coalesce($3, 'ffffffff-ffff-ffff-ffff-ffffffffffff')::uuid)";

const commentsPage = pageStatement(
  "comments-page",
  profileBySlug,
  {
    ...sideColumns,
    comments: commentRows(`and (created_at, id) < ${cursor}`, "desc", commentsPerPage + 1),
    newer: commentRows(`and (created_at, id) >= ${cursor}`, "asc", commentsPerPage + 1),
  },
  "profile.show_comments_section",
);

/**
 * Comments that are older than a place in their order, or the newest; null when no artist answers to the slug or the
 * artist shows none.
 */
export async function findCommentsPage(
  visitor: Actor,
  slug: string,
  before: Cursor | null,
): Promise<CommentsPage | null> {
  const values = [slug, before?.createdAt ?? null, before?.id ?? null];
  const [row] = await visitor.readOnce(commentsPage, values);
  if (!row) return null;
  const { appearance, comments, newer, ...rest } = row;
  return {
    ...rest,
    appearance: appearanceOf(appearance),
    comments: comments.slice(0, commentsPerPage),
    hasOlder: comments.length > commentsPerPage,
    newer: newer.length === 0 ? null : (newer[commentsPerPage] ?? "first"),
  };
}
