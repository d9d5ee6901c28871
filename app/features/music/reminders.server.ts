import { sql, type Updateable } from "kysely";
import { violates, violatesPolicy, type Writer } from "#server/db/database.ts";
import type { ReleaseReminders } from "#server/db/schema.ts";
import { AppError } from "#server/errors.ts";
import { type LimitRule, limitKey } from "#server/http/limits.ts";
import type { JobData } from "#server/jobs/jobs.ts";
import { askToConfirm, hashToken, isLinkGood, nextLink } from "#server/mail/confirmation.ts";
import { inLanguageOf } from "#server/reading.ts";
import type { JobServices, Services } from "#server/services.ts";
import { artistPath, releasePath } from "~/shared/artist-address";
import { translationInto } from "~/shared/row-translations";
import { language, msg, t } from "~/shared/t";
import { invalidEmail } from "~/shared/text-fields";
import { confirmReminderMail, stopUrl } from "./reminder-mail.ts";
import { type ReminderForm, remindersKeptDays } from "./reminders-schema.ts";
import { isOut } from "./tell-release.server.ts";

/** A whole venue may stand behind one address. */
const network: LimitRule = { name: "reminder-network", tries: 600, windowSeconds: 3600 };

const notNow = msg("Nobody can be told of this release at the moment.");

/**
 * Notes an address that is to be told when a release is out, once however often it is sent. Doesn't show whether it was
 * there before.
 * @param from the visitor's network
 * @throws AppError `too-many`, or `conflict` where the release isn't announced any more, or no mail is sent here
 */
export async function askForReminder(
  { db, config, limits }: Pick<Services, "db" | "config" | "limits">,
  { releaseId, artistId }: { releaseId: string; artistId: string },
  from: string,
  { reminder_email: email, newsletter, subject }: ReminderForm,
): Promise<void> {
  await limits.spend(network, limitKey(from));
  // A program gets the same answer as everyone.
  if (subject !== "") return;
  if (!config.smtpUrl) throw new AppError("conflict", t(notNow));
  try {
    await db.asVisitor().write(async (tx) => {
      await tx
        .insertInto("release_reminders")
        .values({ user_id: artistId, release_id: releaseId, email, language: language() })
        // Without a target: naming one takes the right to read it.
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      // For every address alike: only the job finds out whether a mail is needed, so that not even the time tells.
      await tx.enqueue("reminders.confirm", { releaseId, email, newsletter });
    });
  } catch (error) {
    if (violates(error, "release_reminders_email_format")) {
      throw new AppError("invalid", invalidEmail, { field: "reminder_email", cause: error });
    }
    if (!violatesPolicy(error)) throw error;
    throw new AppError("conflict", t(notNow), { cause: error });
  }
}

/**
 * Asks an address by mail whether it wants to be told of a release, unless it has confirmed or was asked within the
 * hour. One mail asks for the newsletter as well, where that was ticked.
 */
export async function askToConfirmReminder(
  services: Pick<JobServices, "db" | "config" | "site" | "mailer" | "limits">,
  { releaseId, email, newsletter }: JobData<"reminders.confirm">,
): Promise<void> {
  const { db, config, site } = services;
  const system = db.asSystem();
  const row = await system.read((tx) =>
    tx
      .selectFrom("release_reminders as reminder")
      .innerJoin("releases", "releases.id", "reminder.release_id")
      .innerJoin("musician_profiles as profile", "profile.user_id", "reminder.user_id")
      .select(["reminder.id", "reminder.user_id", "confirm_hash", "confirm_sent_at", "confirmed_at"])
      .select(["stop_key", "wants_newsletter", "reminder.language", "profile.artist_name"])
      .select(["releases.title", "releases.translations", "profile.other_languages"])
      .where("release_id", "=", releaseId)
      .where("email", "=", email)
      .where("releases.released_at", ">", sql<Date>`now()`)
      .executeTakeFirst(),
  );
  if (!row) return;
  const change = (values: Updateable<ReleaseReminders>) =>
    system.write(async (tx) => {
      await tx.updateTable("release_reminders").set(values).where("id", "=", row.id).execute();
    });
  if (newsletter && !row.wants_newsletter) await change({ wants_newsletter: true });
  const withNewsletter = newsletter || row.wants_newsletter;
  if (row.confirmed_at && !withNewsletter) return;
  const stop = stopUrl(config, row.stop_key);
  const later = await askToConfirm(services, {
    email,
    occasion: { musicianId: row.user_id, by: "page" },
    askedAt: row.confirm_sent_at,
    async store(hash) {
      // Of two jobs for the same reminder at once, one goes on.
      const isFirst = await system.write((tx) =>
        tx
          .updateTable("release_reminders")
          .set(nextLink(hash))
          .where("id", "=", row.id)
          .where("confirm_hash", "is not distinct from", row.confirm_hash)
          .executeTakeFirst(),
      );
      return isFirst.numUpdatedRows === 1n;
    },
    async mail(token) {
      const { name: siteName } = await site.shown();
      const link = `${config.origin}/confirm-reminder?token=${token}`;
      const { title = row.title } = translationInto(row.language, row.translations, row.other_languages);
      const release = { artistName: row.artist_name, title, siteName };
      const mail = inLanguageOf(row, () => confirmReminderMail(release, { link, stop, withNewsletter }));
      return { ...mail, unsubscribeUrl: stop };
    },
    // Nobody can be told at an address that its own server refuses.
    note: (became) =>
      became === "sent" ? change({ confirm_sent_at: new Date() }) : stopReminder(services, row.stop_key),
  });
  if (later) {
    await system.write((tx) => tx.enqueue("reminders.confirm", { releaseId, email, newsletter }, later));
  }
}

const artist = ["profile.artist_name", "profile.custom_url"] as const;

/** What a confirmation's link is about; null when the link is no longer valid. */
export async function reminderToConfirm({ db }: Pick<Services, "db">, token: string) {
  const row = await db.asSystem().read((tx) =>
    tx
      .selectFrom("release_reminders as reminder")
      .innerJoin("releases", "releases.id", "reminder.release_id")
      .innerJoin("musician_profiles as profile", "profile.user_id", "reminder.user_id")
      .select(["releases.title", "releases.slug", "wants_newsletter", ...artist])
      .select(isOut.as("is_out"))
      .where("confirm_hash", "=", hashToken(token))
      .where(isLinkGood())
      .executeTakeFirst(),
  );
  if (!row) return null;
  const own = artistPath({ artistName: row.artist_name, customUrl: row.custom_url });
  return {
    artistName: row.artist_name,
    title: row.title,
    withNewsletter: row.wants_newsletter,
    /** Its page, once it is out. */
    page: row.is_out && own ? releasePath(own, row.slug) : null,
  };
}

/**
 * Confirms the address that a link was sent to. Of a release that is out by now nobody is told any more.
 * @param subscribe puts the address on the artist's list, where the newsletter was ticked
 * @returns whether the newsletter was confirmed as well; null when the link is no longer good
 */
export async function confirmReminder(
  { db }: Pick<Services, "db">,
  token: string,
  subscribe: (
    tx: Writer,
    who: { musicianId: string; email: string; releaseId: string; language: string | null },
  ) => Promise<void>,
): Promise<{ withNewsletter: boolean } | null> {
  const now = new Date();
  return db.asSystem().write(async (tx) => {
    const reminder = await tx
      .selectFrom("release_reminders as reminder")
      .innerJoin("releases", "releases.id", "reminder.release_id")
      .select(["reminder.id", "reminder.user_id", "release_id", "email", "confirmed_at", "wants_newsletter"])
      .select(["language", isOut.as("is_out")])
      .where("confirm_hash", "=", hashToken(token))
      .where(isLinkGood())
      .forUpdate("reminder")
      .executeTakeFirst();
    if (!reminder) return null;
    const { id, user_id, email, release_id, language, confirmed_at, wants_newsletter, is_out } = reminder;
    await tx
      .updateTable("release_reminders")
      .set({ wants_newsletter: false, ...(!is_out && { confirmed_at: confirmed_at ?? now }) })
      .where("id", "=", id)
      .execute();
    if (wants_newsletter)
      await subscribe(tx, { musicianId: user_id, email, releaseId: release_id, language });
    return { withNewsletter: wants_newsletter };
  });
}

const keyShape = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** What the link in a reminder's mail is about; null when there is nothing to remove any more. */
export async function reminderToStop({ db }: Pick<Services, "db">, key: string) {
  if (!keyShape.test(key)) return null;
  const row = await db
    .asSystem()
    .read((tx) =>
      tx
        .selectFrom("release_reminders as reminder")
        .innerJoin("releases", "releases.id", "reminder.release_id")
        .innerJoin("musician_profiles as profile", "profile.user_id", "reminder.user_id")
        .select(["releases.title", "profile.artist_name as artistName"])
        .where("stop_key", "=", key)
        .executeTakeFirst(),
    );
  return row ?? null;
}

/** Removes an address at once, as often as it is requested. */
export async function stopReminder({ db }: Pick<Services, "db">, key: string): Promise<void> {
  if (!keyShape.test(key)) return;
  await db.asSystem().write((tx) => tx.deleteFrom("release_reminders").where("stop_key", "=", key).execute());
}

/**
 * Removes addresses that aren't needed any more: of releases that have been out for a while, and those whose owner never
 * confirmed. What became of the others stays as a number.
 * @returns how many
 */
export async function sweepReminders({ db }: Pick<Services, "db">): Promise<number> {
  const { rows } = await db.asSystem().write((tx) =>
    sql<{ swept: number }>`
      with swept as (
        delete from release_reminders reminder
        using releases
          left join release_notices notice on notice.release_id = releases.id
        where releases.id = reminder.release_id and reminder.created_at < now() - ${keptFor} and (
          greatest(
            releases.published_at, releases.released_at, notice.started_at, notice.finished_at
          ) < now() - ${keptFor} and releases.published_at is not null
          or reminder.confirmed_at is null
            and coalesce(reminder.confirm_sent_at, reminder.created_at) < now() - ${keptFor})
        returning reminder.release_id, reminder.confirmed_at, reminder.status
      ), counted as (
        update release_notices notice
        set told = notice.told + gone.told, failed = notice.failed + gone.failed,
          doubtful = notice.doubtful + gone.doubtful
        from (
          select release_id, count(*) filter (where status = 'sent') as told,
            count(*) filter (where status = 'failed') as failed,
            count(*) filter (where status in ('unknown', 'claimed')) as doubtful
          from swept where confirmed_at is not null group by release_id) gone
        where gone.release_id = notice.release_id
      )
      select count(*) as swept from swept`.execute(tx),
  );
  return rows[0]?.swept ?? 0;
}

const keptFor = sql`make_interval(days => ${remindersKeptDays}::integer)`;
