import { fragment, row, rows, whereShown } from "#server/db/fragments.ts";
import { commentsCounted } from "./public.tsx";

/**
 * Approved comments on the page of `profile`.
 * @param condition further ones of theirs, as SQL
 */
export const commentRows = (condition: string, order: "asc" | "desc", limit: number) =>
  rows(
    "fan_comments",
    {
      id: "id",
      authorName: "author_name",
      content: "content",
      createdAt: "created_at",
      answer: "answer",
      trackSeconds: "track_seconds",
      // Nobody learns here of a track that isn't on the page, the artist's own preview neither.
      track: row(
        "music_tracks",
        { id: "id", slug: "slug", title: "title" },
        `where id = fan_comments.track_id and profile.show_music_section and is_visible and app.is_track_out(id)`,
      ),
    },
    `where musician_id = profile.user_id and is_approved ${condition}
     order by created_at ${order}, id ${order}
     limit ${limit}`,
  );

/** The newest comments on the page. */
export const newestCommentsPart = (limit: number) =>
  whereShown("show_comments_section", commentRows("", "desc", limit));

/** On the shape of a track: more would cover each other. */
const pinsShown = 100;
/** So many characters of each: the whole comment stands among the others. */
const pinLength = 160;

/** The newest comments on moments of a track. @param trackId its id, as SQL in brackets */
export const pinsPart = (trackId: string) =>
  whereShown(
    "show_comments_section",
    rows(
      "fan_comments",
      {
        id: "id",
        authorName: "author_name",
        content: fragment<string>(`left(content, ${pinLength})`),
        seconds: fragment<number>("track_seconds"),
      },
      `where musician_id = profile.user_id and is_approved and track_id = ${trackId}
       order by created_at desc, id desc
       limit ${pinsShown}`,
    ),
  );

/** The number of comments, as far as they are counted. */
export const commentCountPart = fragment<number>(`(
  select count(*)
  from (
    select from fan_comments
    where musician_id = profile.user_id and is_approved and profile.show_comments_section
    limit ${commentsCounted + 1}) counted)`);
