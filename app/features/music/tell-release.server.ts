import { sql } from "kysely";
import type { Writer } from "#server/db/database.ts";
import { type Delivery, deliver, type Settled, usualPace } from "#server/mail/deliver.ts";
import { inLanguageOf } from "#server/reading.ts";
import type { JobServices, Services } from "#server/services.ts";
import { artistPath, releasePath } from "~/shared/artist-address";
import { translationInto } from "~/shared/row-translations";
import { releaseMail, stopUrl } from "./reminder-mail.ts";

type Worker = Pick<JobServices, "db" | "config" | "site" | "mailer" | "log">;

/** A release that has been out for longer is news no more: it is no news when it comes in with an archive. */
const newsForDays = 7;

/** The moment at which a release in `releases` is out, where it is published. */
const outAt = sql<Date>`greatest(releases.published_at, releases.released_at)`;

/** Whether a release in `releases` is public, and out. */
export const isOut = sql<boolean>`(
  coalesce(releases.published_at <= now() and releases.released_at <= now(), false) and releases.deleted_at is null
  and releases.user_id not in (select app.suspended()))`;

const isNews = sql<boolean>`(${outAt} > now() - make_interval(days => ${newsForDays}::integer))`;

/**
 * Leaves a job for the second at which a release is out, after that has changed. The job looks at the release again: where
 * it has changed once more, that has left another.
 */
export async function tellWhenOut(tx: Writer, releaseId: string): Promise<void> {
  const release = await tx
    .selectFrom("releases")
    .select(outAt.as("at"))
    .where("id", "=", releaseId)
    .where("published_at", "is not", null)
    .where("deleted_at", "is", null)
    .where(isNews)
    .executeTakeFirst();
  if (release) await tx.enqueue("reminders.send", { releaseId }, release.at);
}

/**
 * Tells those who have asked that a release is out, for a while, and leaves a job for the rest. No address is told twice:
 * see `deliver`.
 */
export async function tellOfRelease(services: Worker, releaseId: string, pace = usualPace): Promise<void> {
  await deliver(services, newsDelivery(services, releaseId), pace);
}

function newsDelivery(
  { config, site }: Pick<Worker, "config" | "site">,
  releaseId: string,
): Delivery<News, ToBeTold> {
  const goOn = (tx: Writer, at: Date) => tx.enqueue("reminders.send", { releaseId }, at);
  return {
    goOn,
    lease: (tx, until) => leaseNews(tx, releaseId, until),
    async renewLease(tx, leased_until) {
      await tx
        .updateTable("release_notices")
        .set({ leased_until })
        .where("release_id", "=", releaseId)
        .execute();
    },
    async nextRecipients(tx, most) {
      const wanted = await nextToBeTold(tx, releaseId, most);
      return { found: wanted.length, wanted };
    },
    claim,
    settle,
    async mailTo(news, { id, email, stop_key, language }) {
      const own = artistPath({ artistName: news.artist_name, customUrl: news.custom_url });
      const page = config.origin + (own ? releasePath(own, news.slug) : "");
      const stop = stopUrl(config, stop_key);
      const { name: siteName } = await site.shown();
      const { title = news.title } = translationInto(language, news.translations, news.other_languages);
      const release = { artistName: news.artist_name, title, siteName };
      return {
        id: `release-${releaseId}-${id}`,
        to: email,
        ...inLanguageOf({ language }, () => releaseMail(release, { page, stop })),
        unsubscribeUrl: stop,
      };
    },
    async release(tx, notBefore) {
      const next = await giveUpLease(tx, releaseId);
      if (next) await goOn(tx, notBefore && notBefore > next ? notBefore : next);
    },
  };
}

/** Leases the news of a release that is out, where somebody is to be told or it has begun. */
async function leaseNews(tx: Writer, releaseId: string, leased_until: Date) {
  await sql`
    insert into release_notices (release_id, user_id)
    select id, user_id from releases
    where id = ${releaseId} and ${isOut} and ${isNews} and exists (
      select from release_reminders where release_id = releases.id and confirmed_at is not null)
    on conflict do nothing`.execute(tx);
  const news = await tx
    .selectFrom("release_notices as notice")
    .innerJoin("releases", "releases.id", "notice.release_id")
    .innerJoin("musician_profiles as profile", "profile.user_id", "releases.user_id")
    .select(["releases.title", "releases.translations", "releases.slug"])
    .select(["profile.artist_name", "profile.custom_url", "profile.other_languages"])
    .select("notice.leased_until")
    .where("notice.release_id", "=", releaseId)
    .where(isOut)
    .forUpdate("notice")
    .executeTakeFirst();
  if (!news) return undefined;
  if (news.leased_until && news.leased_until.getTime() > Date.now()) return news.leased_until;
  await tx.updateTable("release_notices").set({ leased_until }).where("release_id", "=", releaseId).execute();
  // The worker that claimed these is gone, or takes longer than it should and will still note the outcome.
  await tx
    .updateTable("release_reminders")
    .set({ status: "unknown" })
    .where("release_id", "=", releaseId)
    .where("status", "=", "claimed")
    .execute();
  return news;
}

type News = Exclude<Awaited<ReturnType<typeof leaseNews>>, Date | undefined>;

/** The next who are to be told; none while the release isn't out, or when all have been. */
function nextToBeTold(tx: Writer, releaseId: string, most: number) {
  return tx
    .selectFrom("release_reminders as reminder")
    .innerJoin("releases", "releases.id", "reminder.release_id")
    .select(["reminder.id", "attempts", "email", "stop_key", "language"])
    .where("release_id", "=", releaseId)
    .where("status", "=", "waiting")
    .where("confirmed_at", "is not", null)
    .where("next_try_at", "<=", sql<Date>`now()`)
    .where(isOut)
    .orderBy("next_try_at")
    .limit(most)
    .execute();
}

type ToBeTold = Awaited<ReturnType<typeof nextToBeTold>>[number];

async function claim(tx: Writer, { id }: ToBeTold): Promise<boolean> {
  const claimed = await tx
    .updateTable("release_reminders as reminder")
    .from("releases")
    .set({ status: "claimed" })
    .where("reminder.id", "=", id)
    .where("status", "=", "waiting")
    .whereRef("releases.id", "=", "reminder.release_id")
    .where(isOut)
    .executeTakeFirst();
  return claimed.numUpdatedRows === 1n;
}

async function settle(tx: Writer, { id }: ToBeTold, became: Settled): Promise<void> {
  await tx
    .updateTable("release_reminders")
    .set(became.status === "failed" ? { status: "failed" } : became)
    .where("id", "=", id)
    .execute();
}

/** @returns when the next is to be told; undefined when all have been, or the release isn't out any more */
async function giveUpLease(tx: Writer, releaseId: string): Promise<Date | undefined> {
  const notice = await tx
    .selectFrom("release_notices as notice")
    .innerJoin("releases", "releases.id", "notice.release_id")
    .select(isOut.as("is_out"))
    .where("release_id", "=", releaseId)
    .forUpdate("notice")
    .executeTakeFirst();
  if (!notice) return undefined;
  const { next } = await tx
    .selectFrom("release_reminders")
    .select((is) => is.fn.min<Date | null>("next_try_at").as("next"))
    .where("release_id", "=", releaseId)
    .where("status", "=", "waiting")
    .where("confirmed_at", "is not", null)
    .executeTakeFirstOrThrow();
  await tx
    .updateTable("release_notices")
    .set({ leased_until: null, finished_at: next ? null : new Date() })
    .where("release_id", "=", releaseId)
    .execute();
  return notice.is_out && next ? next : undefined;
}

/**
 * Goes on with all news that is due, or will be within the next hours: a job may have gone with a database that was put
 * back. News with a worker is left alone.
 */
export async function catchUpNews({ db, config }: Pick<Services, "db" | "config">): Promise<void> {
  if (!config.smtpUrl) return;
  await db.asSystem().write(async (tx) => {
    const open = await tx
      .selectFrom("releases")
      .select(["releases.id", outAt.as("at")])
      .where("published_at", "is not", null)
      .where("deleted_at", "is", null)
      .where(sql<boolean>`${outAt} < now() + interval '2 hours'`)
      .where((is) =>
        is.exists(
          is
            .selectFrom("release_reminders")
            .select("id")
            .whereRef("release_id", "=", "releases.id")
            .where("status", "in", ["waiting", "claimed"])
            .where("confirmed_at", "is not", null),
        ),
      )
      .where((is) =>
        is.or([
          isNews,
          is.exists(
            is.selectFrom("release_notices").select("user_id").whereRef("release_id", "=", "releases.id"),
          ),
        ]),
      )
      .limit(1_000)
      .execute();
    for (const { id, at } of open) await tx.enqueue("reminders.send", { releaseId: id }, at);
  });
}
