import { sql } from "kysely";
import type { Reader } from "#server/db/database.ts";
import { type Block, blocksIn, storedBlocks } from "./issue-document.ts";
import { countReached } from "./issue-offers.server.ts";
import { resultsSchema } from "./issue-schema.ts";

const issuesPerPage = 50;

/** One page of the musician's issues, the newest first. */
export async function ownIssues(tx: Reader, userId: string, page: number) {
  const own = tx.selectFrom("letters").where("musician_id", "=", userId);
  const { total } = await own.select((is) => is.fn.countAll<number>().as("total")).executeTakeFirstOrThrow();
  const pages = Math.max(1, Math.ceil(total / issuesPerPage));
  // The last page may have become empty by now.
  const shownPage = Math.min(page, pages);
  const issues = await own
    .select(["id", "title", "status", "scheduled_for", "started_at", "created_at", "in_archive"])
    .orderBy("created_at", "desc")
    .orderBy("id")
    .limit(issuesPerPage)
    .offset((shownPage - 1) * issuesPerPage)
    .execute();
  return { issues, total, page: shownPage, pages };
}

/** One issue of theirs, with its deliveries counted by status; undefined when there is none. */
export async function ownIssue(tx: Reader, userId: string, id: string) {
  const issue = await tx
    .selectFrom("letters")
    .innerJoin("musician_profiles as profile", "profile.user_id", "letters.musician_id")
    .select(["letters.id", "musician_id", "title", "body", "blocks", "preheader", "look", "audience"])
    .select(["status", "scheduled_for", "started_at", "in_archive", "results", "letters.translations"])
    .select(["profile.artist_name", "profile.custom_url"])
    .where("letters.id", "=", id)
    .where("letters.musician_id", "=", userId)
    .executeTakeFirst();
  if (!issue) return undefined;
  const { results, ...shown } = issue;
  const counted = await tx
    .selectFrom("letter_deliveries")
    .select((is) => ["status", is.fn.countAll<number>().as("count")])
    .where("letter_id", "=", id)
    .groupBy("status")
    .execute();
  const counts = { waiting: 0, claimed: 0, sent: 0, failed: 0, skipped: 0, unknown: 0 };
  for (const { status, count } of counted) counts[status] = count;
  // The deliveries of an issue that came from another site have stayed there.
  if (counted.length === 0) Object.assign(counts, resultsSchema.parse(results ?? {}));
  const readers = await countReached(tx, userId, issue.audience);
  return { ...shown, blocks: storedBlocks(issue.blocks), counts, readers };
}

/** The blocks that are typed and not saved. @param id of the issue, or `new` */
export async function keptBlocks(tx: Reader, userId: string, id: string): Promise<Block[]> {
  const draft = await tx
    .selectFrom("drafts")
    .select(sql<string | null>`fields ->> 'blocks'`.as("blocks"))
    .where("user_id", "=", userId)
    .where("about", "=", `letter:${id}`)
    .executeTakeFirst();
  return blocksIn(draft?.blocks ?? "") ?? [];
}

export type OwnIssue = NonNullable<Awaited<ReturnType<typeof ownIssue>>>;
