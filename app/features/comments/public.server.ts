import { fragment, rows, whereShown } from "#server/db/fragments.ts";
import { commentsCounted } from "./public.tsx";

/**
 * Approved comments on the page of `profile`.
 * @param condition further ones of theirs, as SQL
 */
export const commentRows = (condition: string, order: "asc" | "desc", limit: number) =>
  rows(
    "fan_comments",
    { id: "id", authorName: "author_name", content: "content", createdAt: "created_at" },
    `where musician_id = profile.user_id and is_approved ${condition}
     order by created_at ${order}, id ${order}
     limit ${limit}`,
  );

/** The newest comments on the page. */
export const newestCommentsPart = (limit: number) =>
  whereShown("show_comments_section", commentRows("", "desc", limit));

/** The number of comments, as far as they are counted. */
export const commentCountPart = fragment<number>(`(
  select count(*)
  from (
    select from fan_comments
    where musician_id = profile.user_id and is_approved and profile.show_comments_section
    limit ${commentsCounted + 1}) counted)`);
