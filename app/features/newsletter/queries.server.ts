import { sql } from "kysely";
import type { Actor, Reader } from "#server/db/database.ts";
import { csvLines, csvOf } from "~/shared/csv";
import { type StateFilter, type SubscriberState, sourceText, states } from "./schema.ts";

/** On one page of the list. */
const subscribersPerPage = 50;
/** Rows of the file that are in memory at a time. */
const rowsPerPiece = 5_000;

/** An address that can't be reached isn't written to, and one that has unsubscribed even less. */
const state = sql<SubscriberState>`case
  when unsubscribed_at is not null then 'unsubscribed'
  when bounced_at is not null then 'bounced'
  when confirmed_at is not null then 'confirmed'
  else 'waiting' end`;

/** Subscribers who haven't been asked to confirm yet. */
export const isUnasked = sql<boolean>`(confirmed_at is null and unsubscribed_at is null and bounced_at is null
  and confirm_sent_at is null)`;

/** The number of a musician's subscribers who are yet to be asked to confirm. */
export async function countUnasked(tx: Reader, userId: string): Promise<number> {
  const { count } = await tx
    .selectFrom("newsletter_subscribers")
    .select((is) => is.fn.countAll<number>().as("count"))
    .where("musician_id", "=", userId)
    .where(isUnasked)
    .executeTakeFirstOrThrow();
  return count;
}

/**
 * One page of the musician's subscribers, the newest first, and how many there are of each state.
 * @param search part of an address or a name
 */
export async function ownSubscribers(
  tx: Reader,
  userId: string,
  { search, show, page }: { search: string; show: StateFilter; page: number },
) {
  const own = tx.selectFrom("newsletter_subscribers").where("musician_id", "=", userId);
  const counted = await own
    .select((is) => [state.as("state"), is.fn.countAll<number>().as("count")])
    .groupBy("state")
    .execute();
  const counts = { all: 0, confirmed: 0, waiting: 0, unsubscribed: 0, bounced: 0 };
  for (const { state, count } of counted) {
    counts[state] = count;
    counts.all += count;
  }

  let found = own;
  if (show !== "all") found = found.where(state, "=", show);
  if (search) {
    const pattern = `%${search.replace(/[\\%_]/g, "\\$&")}%`;
    found = found.where((is) =>
      is.or([is("subscriber_email", "ilike", pattern), is("subscriber_name", "ilike", pattern)]),
    );
  }
  const total = search
    ? (await found.select((is) => is.fn.countAll<number>().as("count")).executeTakeFirstOrThrow()).count
    : counts[show];
  const pages = Math.max(1, Math.ceil(total / subscribersPerPage));
  // The last page may have become empty by now.
  const shownPage = Math.min(page, pages);
  const subscribers = await found
    .select([
      "id",
      "subscriber_email",
      "subscriber_name",
      "source",
      "consent_note",
      "created_at",
      state.as("state"),
    ])
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(subscribersPerPage)
    .offset((shownPage - 1) * subscribersPerPage)
    .execute();
  return { subscribers, counts, total, page: shownPage, pages, unasked: await countUnasked(tx, userId) };
}

export type OwnSubscribers = Awaited<ReturnType<typeof ownSubscribers>>;
export type OwnSubscriber = OwnSubscribers["subscribers"][number];

/** The whole list as a CSV file, the newest first, in pieces: memory doesn't grow with the list. */
export async function* subscribersCsv(musician: Actor, userId: string): AsyncGenerator<string> {
  yield csvOf([["email", "name", "source", "state", "subscribed", "consent"]]);
  let last: { at: string; id: string } | undefined;
  do {
    const rows = await musician.read((tx) => {
      let next = tx
        .selectFrom("newsletter_subscribers")
        .select(["id", "subscriber_email", "subscriber_name", "source", "consent_note", "created_at"])
        // As a Date it would lose its microseconds, and rows with them.
        .select([state.as("state"), sql<string>`created_at::text`.as("at")])
        .where("musician_id", "=", userId);
      if (last)
        next = next.where(sql<boolean>`(created_at, id) < (${last.at}::timestamptz, ${last.id}::uuid)`);
      return next.orderBy("created_at", "desc").orderBy("id", "desc").limit(rowsPerPiece).execute();
    });
    if (rows.length > 0) {
      yield csvLines(
        rows.map((row) => [
          row.subscriber_email,
          row.subscriber_name ?? "",
          sourceText(row.source),
          states[row.state],
          row.created_at.toISOString(),
          row.consent_note ?? "",
        ]),
      );
    }
    const end = rows.length === rowsPerPiece ? rows.at(-1) : undefined;
    last = end && { at: end.at, id: end.id };
  } while (last);
}
