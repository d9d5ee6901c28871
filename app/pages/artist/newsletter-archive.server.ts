import type { Actor } from "#server/db/database.ts";
import { pageStatement, profileBySlug } from "#server/db/fragments.ts";
import { appearanceOf } from "~/artist-theme/appearance.server";
import { archivedIssues } from "~/features/newsletter/public.server";
import type { Cursor } from "~/shared/cursor";
import { sideColumns } from "./side-columns.server";

const lettersPerPage = 20;

/** Without one, the end of time: the newest are before it. */
const cursor =
  "(coalesce($2, 'infinity')::timestamptz, coalesce($3, 'ffffffff-ffff-ffff-ffff-ffffffffffff')::uuid)";

const archivePage = pageStatement("newsletter-archive-page", profileBySlug, {
  ...sideColumns,
  letters: archivedIssues(`and (started_at, id) < ${cursor}`, "desc", lettersPerPage + 1),
  newer: archivedIssues(`and (started_at, id) >= ${cursor}`, "asc", lettersPerPage + 1),
});

/** Letters of the archive that are older than a place in their order, or the newest; null when no artist answers to the slug. */
export async function findArchivePage(visitor: Actor, slug: string, before: Cursor | null) {
  const values = [slug, before?.createdAt ?? null, before?.id ?? null];
  const [row] = await visitor.readOnce(archivePage, values);
  if (!row) return null;
  const { appearance, letters, newer, ...rest } = row;
  const placeOf = ({ startedAt, id }: (typeof letters)[number]): Cursor => ({ createdAt: startedAt, id });
  const shown = letters.slice(0, lettersPerPage);
  const last = shown.at(-1);
  const beforeNewer = newer[lettersPerPage];
  return {
    ...rest,
    appearance: appearanceOf(appearance),
    letters: shown,
    /** After which letter the next page begins. */
    older: letters.length > lettersPerPage && last ? placeOf(last) : null,
    /** The same of the page before this, or that it is the first. */
    newer: newer.length === 0 ? null : beforeNewer ? placeOf(beforeNewer) : ("first" as const),
  };
}
