import { fragment, row } from "#server/db/fragments.ts";

/** The issue $2 of `profile`'s newsletter. Visitors read one from when its sending has begun. */
export const publishedIssuePart = row(
  "letters",
  { title: "title", body: "body", startedAt: fragment<string>("started_at") },
  "where musician_id = profile.user_id and id = $2",
);
