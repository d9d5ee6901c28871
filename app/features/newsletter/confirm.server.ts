import { sql, type UpdateObject } from "kysely";
import type { DB } from "#server/db/schema.ts";
import type { JobData } from "#server/jobs/jobs.ts";
import { askToConfirm as askByMail, nextLink } from "#server/mail/confirmation.ts";
import { forgetDays, type Occasion, roomToday, sentToday } from "#server/mail/daily.ts";
import { isPermanent } from "#server/mail/status-code.ts";
import { inLanguageOf } from "#server/reading.ts";
import type { JobServices, Services } from "#server/services.ts";
import { escaped } from "~/shared/escaped";
import { dailyPerArtist } from "~/shared/mail-limits";
import { anArtist, nameInMail } from "~/shared/name-in-mail";
import { t } from "~/shared/t";
import { refusedAtOnce } from "./bounces.server.ts";
import { confirmUrl, unsubscribeUrl } from "./mail-links.server.ts";
import { isUnasked } from "./queries.server.ts";
import { fromFile } from "./schema.ts";

/** The number of subscribers without a mail that are caught up in one go. */
const caughtUpAtOnce = 1_000;

/**
 * Asks an address by mail whether it wants an artist's issues, unless it has confirmed or was asked within the hour.
 * Where no mail server is set up, no mail is sent: the address stays on the list and counts as not confirmed.
 */
export async function askToConfirm(
  services: Pick<JobServices, "db" | "config" | "site" | "mailer" | "limits">,
  { musicianId, email }: JobData<"newsletter.confirm">,
): Promise<void> {
  const { db, config, site } = services;
  const system = db.asSystem();
  const row = await system.read((tx) =>
    tx
      .selectFrom("newsletter_subscribers as subscriber")
      .innerJoin("musician_profiles as profile", "profile.user_id", "subscriber.musician_id")
      .select(["subscriber.id", "confirmed_at", "unsubscribed_at", "confirm_sent_at", "unsubscribe_key"])
      .select(["profile.artist_name", "subscriber.source", "subscriber.language", "confirm_hash"])
      .where("musician_id", "=", musicianId)
      .where("subscriber_email", "=", email)
      .executeTakeFirst(),
  );
  if (!row) return;
  const change = (values: UpdateObject<DB, "newsletter_subscribers">) =>
    system.write(async (tx) => {
      await tx.updateTable("newsletter_subscribers").set(values).where("id", "=", row.id).execute();
    });
  if (!config.smtpUrl) {
    // They have subscribed again, and there is no mail server to ask them.
    if (row.unsubscribed_at) await change({ unsubscribed_at: null });
    return;
  }
  if (row.confirmed_at && !row.unsubscribed_at) return;
  const leave = unsubscribeUrl(config, row.unsubscribe_key);
  const later = await askByMail(services, {
    email,
    occasion: { musicianId, by: row.source === fromFile ? "file" : "page" },
    askedAt: row.confirm_sent_at,
    async store(hash) {
      // Of two jobs for the same subscriber at once, one goes on.
      const isFirst = await system.write((tx) =>
        tx
          .updateTable("newsletter_subscribers")
          .set(nextLink(hash))
          .where("id", "=", row.id)
          .where("confirm_hash", "is not distinct from", row.confirm_hash)
          .executeTakeFirst(),
      );
      return isFirst.numUpdatedRows === 1n;
    },
    async mail(token) {
      const { name } = await site.shown();
      const link = confirmUrl(config, token);
      const mail = inLanguageOf(row, () => confirmMail(name, row.artist_name, link, leave));
      return { ...mail, unsubscribeUrl: leave, returnKey: row.id };
    },
    note: (became) =>
      change({
        ...(became !== "sent" && refusedAtOnce(became.refusal)),
        // One that the next mail may reach isn't asked every hour until then: it counts as asked.
        ...((became === "sent" || !isPermanent(became.refusal)) && { confirm_sent_at: new Date() }),
      }),
  });
  if (later) {
    await system.write((tx) => tx.enqueue("newsletter.confirm", { musicianId, email }, later));
  }
}

function confirmMail(siteName: string, name: string, link: string, leave: string) {
  const artistName = nameInMail(name, anArtist(siteName));
  const hello = t("Hello,");
  const opening = t(
    "This address was entered for letters from {artistName}. If that was you, confirm it here:",
    {
      artistName,
    },
  );
  const note = t(
    "If it wasn't you, you don't need to do anything: without your confirmation no letter is sent to you.",
  );
  return {
    subject: t("Confirm your subscription to {artistName}", { artistName }),
    fromName: artistName,
    text: [hello, opening, link, note, t("Never ask me again: {link}", { link: leave }), siteName].join(
      "\n\n",
    ),
    html: [
      `<p>${escaped(hello)}</p>`,
      `<p>${escaped(opening)}</p>`,
      `<p><a href="${escaped(link)}">${escaped(t("Confirm my subscription"))}</a></p>`,
      `<p>${escaped(note)}</p>`,
      `<p><a href="${escaped(leave)}">${escaped(t("Never ask me again"))}</a></p>`,
      `<p>${escaped(siteName)}</p>`,
    ].join("\n"),
  };
}

/**
 * Asks those who were never asked, as far as the day's limit allows: subscribers from before mail was set up, or left
 * over from the day before, and those from a file. The oldest first, and no artist before another.
 */
export async function catchUpConfirmations(services: Pick<Services, "db" | "config">): Promise<void> {
  await services.db.asSystem().write(forgetDays);
  await askWaiting(services, "page");
  await askWaiting(services, "file");
}

/** Begins to ask those whom an artist has just brought in a file. */
export async function askImported(services: Pick<Services, "db" | "config">, musicianId: string) {
  await askWaiting(services, "file", musicianId);
}

async function askWaiting(
  { db, config }: Pick<Services, "db" | "config">,
  by: Occasion["by"],
  musicianId?: string,
): Promise<void> {
  if (!config.smtpUrl) return;
  await db.asSystem().write(async (tx) => {
    const room = Math.min(caughtUpAtOnce, await roomToday(tx, config, by));
    const waiting = tx
      .selectFrom("newsletter_subscribers")
      .select(["musician_id", "subscriber_email", "created_at"])
      .select(sql<number>`row_number() over (partition by musician_id order by created_at, id)`.as("place"))
      .where(isUnasked)
      .where(sql<string>`coalesce(source, '')`, by === "file" ? "=" : "<>", fromFile)
      // A subscriber who came by a form has a job already.
      .$if(by === "page", (query) => query.where("created_at", "<", sql<Date>`now() - interval '10 minutes'`))
      .$if(musicianId !== undefined, (query) => query.where("musician_id", "=", musicianId ?? ""));
    const unasked = await tx
      .selectFrom(waiting.as("waiting"))
      .select(["musician_id", "subscriber_email"])
      .where(({ eb, ref }) =>
        eb(ref("place"), "<=", sql<number>`${dailyPerArtist[by]} - ${sentToday(by, "waiting.musician_id")}`),
      )
      .orderBy("place")
      .orderBy("created_at")
      .limit(room)
      .execute();
    for (const { musician_id: musicianId, subscriber_email: email } of unasked) {
      await tx.enqueue("newsletter.confirm", { musicianId, email });
    }
  });
}
