import { sql } from "kysely";
import { AppError } from "#server/errors.ts";
import type { JobData } from "#server/jobs/jobs.ts";
import { isPermanent } from "#server/mail/status-code.ts";
import type { Services } from "#server/services.ts";
import { t } from "~/shared/t";

/** The columns of an address that mails arrive at, as far as is known. */
export const neverBounced = { bounced_at: null, bounce_status: null, soft_bounces: 0 };

/** The columns of an address whose own mail server refused a mail when it was to be handed over: as if it had come back. */
export function refusedAtOnce(status: string) {
  return {
    bounce_status: status,
    ...(isPermanent(status) ? { bounced_at: new Date() } : oneMoreCameBack),
  };
}

const oneMoreCameBack = { soft_bounces: sql<number>`soft_bounces + 1` };

/**
 * Writes down that a subscriber's mails have come back. Where the address can't be reached at all, no further letter goes to it.
 * A report that is read twice counts once, and one of before the musician had it tried again doesn't count.
 */
export async function noteBounce(
  { db }: Pick<Services, "db">,
  { subscriberId, earlier, ...latest }: JobData<"newsletter.bounced">,
): Promise<void> {
  await db.asSystem().write(async (tx) => {
    for (const { status, isPermanent, at } of [...earlier, latest]) {
      const arrived = new Date(at);
      await tx
        .updateTable("newsletter_subscribers")
        .set((row) => ({
          bounce_status: status,
          bounces_known_at: arrived,
          ...(isPermanent
            ? { bounced_at: row.fn.coalesce("bounced_at", row.val(arrived)) }
            : oneMoreCameBack),
        }))
        .where("id", "=", subscriberId)
        .where((is) => is.or([is("bounces_known_at", "is", null), is("bounces_known_at", "<", arrived)]))
        .execute();
    }
  });
}

/**
 * Lets an address be written to again that could not be reached. One that was never asked to confirm is asked within the hour.
 * @throws AppError `not-found`
 */
export async function tryAgain({ db }: Pick<Services, "db">, userId: string, id: string): Promise<void> {
  const { numUpdatedRows } = await db.asMusician(userId).write((tx) =>
    tx
      .updateTable("newsletter_subscribers")
      .set({ ...neverBounced, bounces_known_at: sql<Date>`now()` })
      .where("id", "=", id)
      .where("musician_id", "=", userId)
      .executeTakeFirst(),
  );
  if (numUpdatedRows === 0n)
    throw new AppError("not-found", t("This subscriber is not on your list any more."));
}
