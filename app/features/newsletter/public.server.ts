import { fragment, row, rows } from "#server/db/fragments.ts";
import type { Translations } from "~/shared/row-translations";

interface Issue {
  title: string;
  body: string;
  blocks: unknown;
  translations: Translations;
  startedAt: string;
  inArchive: boolean;
}

/** The issue $2 of `profile`'s newsletter from when its sending has begun, for whoever has its address. */
export const publishedIssuePart = fragment<Issue | null>(`(
  select row_to_json(letter)
  from (
    select title, body, blocks, translations, started_at as "startedAt", in_archive as "inArchive"
    from app.letter_at($2::uuid) where musician_id = profile.user_id) letter)`);

/** The public archive of `profile`, as SQL. */
const archived = "musician_id = profile.user_id and in_archive and started_at is not null";

export const hasArchivePart = fragment<boolean>(`exists (select from letters where ${archived})`);

const neighbour = (is: "<" | ">", order: "asc" | "desc") =>
  row(
    "letters",
    { id: "id", title: "title" },
    `where ${archived}
       and (started_at, id) ${is} (select at.started_at, at.id from letters at where at.id = $2::uuid and at.in_archive)
     order by started_at ${order}, id ${order}
     limit 1`,
  );

/** Those before and after the issue $2 in the archive; null also where it isn't in the archive itself. */
export const olderIssuePart = neighbour("<", "desc");
export const newerIssuePart = neighbour(">", "asc");

/**
 * Issues of the archive.
 * @param which of them, as SQL that begins with `and`
 * @param order from the newest or from the oldest
 */
export const archivedIssues = (which: string, order: "asc" | "desc", limit: number) =>
  rows(
    "letters",
    {
      id: "id",
      title: "title",
      // Enough for the first words, also where addresses that don't show stand among them.
      beginning: fragment<string>("left(body, 3000)"),
      translations: fragment<Translations>(`(
        select coalesce(
          jsonb_object_agg(key, value - 'body' || jsonb_strip_nulls(
            jsonb_build_object('beginning', left(value ->> 'body', 3000)))),
          '{}')
        from jsonb_each(translations))`),
      startedAt: fragment<string>("started_at"),
    },
    `where ${archived} ${which} order by started_at ${order}, id ${order} limit ${limit}`,
  );

/** The newest issues of the archive, whole. @param limit how many */
export const newestIssuesPart = (limit: number) =>
  rows(
    "letters",
    { id: "id", title: "title", body: "body", blocks: "blocks", startedAt: fragment<string>("started_at") },
    `where ${archived} order by started_at desc, id desc limit ${limit}`,
  );
