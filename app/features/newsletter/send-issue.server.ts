import { sql } from "kysely";
import type { Writer } from "#server/db/database.ts";
import { type Delivery, deliver, type Settled, usualPace } from "#server/mail/deliver.ts";
import { inLanguageOf } from "#server/reading.ts";
import type { JobServices, Services } from "#server/services.ts";
import { artistPath, letterPath } from "~/shared/artist-address";
import { isReached } from "./audience.server.ts";
import { refusedAtOnce } from "./bounces.server.ts";
import { markMailed } from "./issue-commands.server.ts";
import { issueContent } from "./issue-content.server.ts";
import { idsOf, storedBlocks } from "./issue-document.ts";
import { type IssueContent, issueMail } from "./issue-mail.ts";
import { unsubscribeUrl } from "./mail-links.server.ts";

type Worker = Pick<JobServices, "db" | "config" | "site" | "mailer" | "log">;

/** Works on an issue for a while, and leaves a job for the rest. No address gets it twice: see `deliver`. */
export async function sendIssue(services: Worker, issueId: string, pace = usualPace): Promise<void> {
  await deliver(services, issueDelivery(services, issueId), pace);
}

function issueDelivery(
  services: Pick<Worker, "db" | "config" | "site">,
  issueId: string,
): Delivery<NewsletterIssue, IssueRecipient> {
  const { config } = services;
  const contents = new Map<string | null, Promise<IssueContent>>();
  const goOn = (tx: Writer, at: Date) => tx.enqueue("newsletter.send", { letterId: issueId }, at);
  return {
    goOn,
    lease: (tx, until) => leaseIssue(tx, issueId, until),
    async renewLease(tx, leased_until) {
      await tx
        .updateTable("letters")
        .set({ leased_until })
        .where("id", "=", issueId)
        .where("status", "=", "sending")
        .execute();
    },
    nextRecipients: (tx, most) => nextRecipients(tx, issueId, most),
    claim,
    settle,
    async mailTo(issue, { subscriber_id, subscriber_email, unsubscribe_key, language: readers }) {
      const unsubscribe = unsubscribeUrl(config, unsubscribe_key);
      const own = artistPath({ artistName: issue.artist_name, customUrl: issue.custom_url });
      const page = own && config.origin + letterPath(own, issue.id);
      // Of those who came with an import nothing is known but whose letters they read.
      const language = readers ?? issue.page_language;
      const mail = await inLanguageOf({ language }, async () => {
        // The same for all of a language: only the links at its end differ.
        const content =
          contents.get(language) ??
          issueContent(services, { ...issue, blocks: storedBlocks(issue.blocks) }, { language });
        contents.set(language, content);
        return issueMail(await content, { page, unsubscribe });
      });
      return {
        id: `letter-${issue.id}-${subscriber_id}`,
        to: subscriber_email,
        ...mail,
        unsubscribeUrl: unsubscribe,
        returnKey: subscriber_id,
      };
    },
    async release(tx, notBefore) {
      const next = await releaseIssue(tx, issueId);
      if (next) await goOn(tx, notBefore && notBefore > next ? notBefore : next);
    },
  };
}

/** Leases a due issue, fixing its recipients when it begins. */
async function leaseIssue(tx: Writer, issueId: string, leased_until: Date) {
  const issue = await tx
    .selectFrom("letters")
    .innerJoin("musician_profiles as profile", "profile.user_id", "letters.musician_id")
    .innerJoin("users", "users.id", "letters.musician_id")
    .select(["letters.id", "letters.musician_id", "title", "body", "blocks", "preheader", "look", "audience"])
    .select(["status", "scheduled_for", "leased_until", "letters.translations"])
    .select(["profile.artist_name", "profile.custom_url", "profile.page_language"])
    .where("letters.id", "=", issueId)
    .forUpdate("letters")
    .executeTakeFirst();
  if (!issue) return undefined;
  const now = Date.now();
  if (issue.status === "scheduled") {
    const due = issue.scheduled_for?.getTime() ?? now;
    if (due > now) {
      await tx.enqueue("newsletter.send", { letterId: issueId }, new Date(due));
      return undefined;
    }
    await sql`
      insert into letter_deliveries (letter_id, subscriber_id)
      select ${issueId}::uuid, id from newsletter_subscribers
      where ${isReached(issue.musician_id, issue.audience)}
      on conflict do nothing`.execute(tx);
    const pictures = idsOf(storedBlocks(issue.blocks) ?? [], "picture");
    await markMailed(tx, issue.musician_id, pictures);
    await removePictures(tx, issueId, pictures);
  } else if (issue.status !== "sending") return undefined;
  else if (issue.leased_until && issue.leased_until.getTime() > now) {
    return issue.leased_until;
  }
  await tx
    .updateTable("letters")
    .set({ status: "sending", leased_until, started_at: sql`coalesce(started_at, now())` })
    .where("id", "=", issueId)
    .execute();
  // The worker that claimed these is gone, or takes longer than it should and will still note the outcome.
  await tx
    .updateTable("letter_deliveries")
    .set({ status: "unknown" })
    .where("letter_id", "=", issueId)
    .where("status", "=", "claimed")
    .execute();
  return issue;
}

type NewsletterIssue = Exclude<Awaited<ReturnType<typeof leaseIssue>>, Date | undefined>;

/** Those that the issue names no longer. */
async function removePictures(tx: Writer, issueId: string, named: string[]): Promise<void> {
  await tx
    .deleteFrom("letter_pictures")
    .where("letter_id", "=", issueId)
    .$if(named.length > 0, (unnamed) => unnamed.where("id", "not in", named))
    .execute();
}

const wantsIt = sql<boolean>`confirmed_at is not null and unsubscribed_at is null and bounced_at is null`;

/** The next recipients, without those who have unsubscribed meanwhile; none while it is paused or when it is done. */
async function nextRecipients(tx: Writer, issueId: string, most: number) {
  const next = await tx
    .selectFrom("letter_deliveries as delivery")
    .innerJoin("newsletter_subscribers as subscriber", "subscriber.id", "delivery.subscriber_id")
    .innerJoin("letters", "letters.id", "delivery.letter_id")
    .select(["delivery.id", "subscriber_id", "attempts", "subscriber_email", "unsubscribe_key"])
    .select("language")
    .select(wantsIt.as("wants_it"))
    .where("letter_id", "=", issueId)
    .where("letters.status", "=", "sending")
    .where("delivery.status", "=", "waiting")
    .where("next_try_at", "<=", sql<Date>`now()`)
    .orderBy("next_try_at")
    .limit(most)
    .execute();
  const unwanted = next.filter(({ wants_it }) => !wants_it).map(({ id }) => id);
  if (unwanted.length > 0) {
    await tx
      .updateTable("letter_deliveries")
      .set({ status: "skipped" })
      .where("id", "in", unwanted)
      .where("status", "=", "waiting")
      .execute();
  }
  return { found: next.length, wanted: next.filter(({ wants_it }) => wants_it) };
}

type IssueRecipient = Awaited<ReturnType<typeof nextRecipients>>["wanted"][number];

async function claim(tx: Writer, { id }: IssueRecipient): Promise<boolean> {
  const claimed = await tx
    .updateTable("letter_deliveries as delivery")
    .from(["letters", "newsletter_subscribers as subscriber"])
    .set({ status: "claimed" })
    .where("delivery.id", "=", id)
    .where("delivery.status", "=", "waiting")
    .whereRef("letters.id", "=", "delivery.letter_id")
    .where("letters.status", "=", "sending")
    .whereRef("subscriber.id", "=", "delivery.subscriber_id")
    .where(wantsIt)
    .executeTakeFirst();
  return claimed.numUpdatedRows === 1n;
}

async function settle(tx: Writer, { id, subscriber_id }: IssueRecipient, became: Settled): Promise<void> {
  const refusal = became.status === "failed" ? became.refusal : undefined;
  await tx
    .updateTable("letter_deliveries")
    .set(became.status === "failed" ? { status: "failed" } : became)
    .where("id", "=", id)
    .execute();
  if (refusal !== undefined) {
    await tx
      .updateTable("newsletter_subscribers")
      .set(refusedAtOnce(refusal))
      .where("id", "=", subscriber_id)
      .execute();
  }
}

/** Gives up the lease. @returns when its next recipient is due; undefined when it is done, or was stopped */
async function releaseIssue(tx: Writer, issueId: string): Promise<Date | undefined> {
  const issue = await tx
    .selectFrom("letters")
    .select("status")
    .where("id", "=", issueId)
    .forUpdate()
    .executeTakeFirst();
  if (!issue) return undefined;
  const { next } = await tx
    .selectFrom("letter_deliveries")
    .select((is) => is.fn.min<Date | null>("next_try_at").as("next"))
    .where("letter_id", "=", issueId)
    .where("status", "=", "waiting")
    .executeTakeFirstOrThrow();
  const isDone = issue.status === "sending" && next === null;
  await tx
    .updateTable("letters")
    .set({ leased_until: null, ...(isDone && { status: "sent", finished_at: new Date() }) })
    .where("id", "=", issueId)
    .execute();
  return issue.status === "sending" && next ? next : undefined;
}

/** Goes on with every issue that is under way or due; issues with a worker are left alone. */
export async function catchUpIssues({ db, config }: Pick<Services, "db" | "config">): Promise<void> {
  if (!config.smtpUrl) return;
  await db.asSystem().write(async (tx) => {
    const open = await tx
      .selectFrom("letters")
      .select(["id", "scheduled_for", "status"])
      .where("status", "in", ["scheduled", "sending"])
      .where((is) => is.or([is("status", "=", "sending"), is("scheduled_for", "<=", new Date())]))
      .limit(1_000)
      .execute();
    for (const { id } of open) await tx.enqueue("newsletter.send", { letterId: id });
  });
}
