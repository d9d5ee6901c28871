import { type RawBuilder, sql } from "kysely";
import type { Actor, Reader } from "#server/db/database.ts";
import { hasWords } from "#server/db/search.ts";
import { AppError } from "#server/errors.ts";
import type { Chosen } from "~/shared/chosen";
import { csvLines, csvOf } from "~/shared/csv";
import { t } from "~/shared/t";
import {
  type SubscriberOrder,
  type SubscriberState,
  type SubscribersAsked,
  sourceText,
  states,
  subscribersAsked,
} from "./schema.ts";

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

const byOrder: Record<SubscriberOrder, RawBuilder<unknown>> = {
  newest: sql`created_at desc, id desc`,
  oldest: sql`created_at, id`,
  address: sql`subscriber_email, id`,
  name: sql`lower(subscriber_name) nulls last, subscriber_email, id`,
};

/** Whether a subscriber is among those that are asked for. */
function isFound({ search, show }: SubscribersAsked): RawBuilder<boolean> {
  const isShown = show === "all" ? sql`true` : sql`${state} = ${show}`;
  return sql`(${isShown} and ${hasWords(search, "subscriber_email", "subscriber_name")})`;
}

/**
 * Whether a subscriber is among those that an action is about.
 * @throws AppError `not-found` when these are all of a list that doesn't exist
 */
export function isChosen(chosen: Chosen): RawBuilder<boolean> {
  if ("ids" in chosen) return sql`id = any(${chosen.ids}::uuid[])`;
  const asked = subscribersAsked(chosen.asked);
  if (!asked) throw new AppError("not-found", t("This page does not exist."));
  return isFound(asked);
}

/**
 * One page of the musician's subscribers, the newest first unless another order is asked for, and how many there are of
 * each state.
 */
export async function ownSubscribers(
  tx: Reader,
  userId: string,
  { search, show, order = "newest", page }: SubscribersAsked & { order?: SubscriberOrder; page: number },
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

  const found = own.where(isFound({ search, show }));
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
      "bounced_at",
      "bounce_status",
      "soft_bounces",
      state.as("state"),
    ])
    .orderBy(byOrder[order])
    .limit(subscribersPerPage)
    .offset((shownPage - 1) * subscribersPerPage)
    .execute();
  return { subscribers, counts, total, page: shownPage, pages, unasked: await countUnasked(tx, userId) };
}

export type OwnSubscribers = Awaited<ReturnType<typeof ownSubscribers>>;
export type OwnSubscriber = OwnSubscribers["subscribers"][number];

/**
 * The list as a CSV file, the newest first, in pieces: memory doesn't grow with the list.
 * @param chosen only these; the whole list without it
 */
export async function* subscribersCsv(
  musician: Actor,
  userId: string,
  chosen?: Chosen,
): AsyncGenerator<string> {
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
      if (chosen) next = next.where(isChosen(chosen));
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
          t(states[row.state]),
          row.created_at.toISOString(),
          row.consent_note ?? "",
        ]),
      );
    }
    const end = rows.length === rowsPerPiece ? rows.at(-1) : undefined;
    last = end && { at: end.at, id: end.id };
  } while (last);
}
