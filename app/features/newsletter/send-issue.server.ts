import { setTimeout as delay } from "node:timers/promises";
import { sql, type Updateable } from "kysely";
import type { Writer } from "#server/db/database.ts";
import type { LetterDeliveries } from "#server/db/schema.ts";
import { MailError } from "#server/mail/mail.ts";
import type { JobServices, Services } from "#server/services.ts";
import { artistPath } from "~/shared/artist-address";
import { issueMail } from "./issue-mail.ts";
import { unsubscribeUrl } from "./tokens.server.ts";

/** The pace of a delivery. Times in milliseconds. */
export interface Pace {
  /** Resolves when one more mail may begin. */
  turn: () => Promise<void>;
  /** The number of an issue's mails that are on their way at a time. */
  lanes: number;
  /** How long one job works on it before it yields: less than the queue waits for at the server's end. */
  sliceMs: number;
  /** How long other workers leave it alone after its worker has died. Nothing but waiting depends on it. */
  leaseMs: number;
}

/** One after another at this distance, however many ask. */
function turns(everyMs: number): Pace["turn"] {
  let next = 0;
  return () => {
    const now = performance.now();
    const mine = Math.max(now, next);
    next = mine + everyMs;
    return delay(mine - now);
  };
}

const usualPace: Pace = { turn: turns(50), lanes: 4, sliceMs: 5_000, leaseMs: 6_000 };
const lookedUpAtOnce = 100;
/** When the mail server is out of reach. */
const pauseMs = 60_000;
const triesPerAddress = 6;
/** 1, 4, 16, 64, 256 minutes. */
const backOffMs = (attempts: number) => 60_000 * 4 ** (attempts - 1);

type Worker = Pick<JobServices, "db" | "config" | "site" | "mailer" | "log">;

/**
 * Works on an issue for a while, and leaves a job for the rest. No address gets it twice: a delivery is claimed, and
 * the claim committed, when the mail server has all of the mail but its end. A worker that dies before that has sent
 * nothing, and it is sent again; a claim that is found without a worker may have gone out, and is not.
 */
export async function sendIssue(services: Worker, issueId: string, pace = usualPace): Promise<void> {
  const system = services.db.asSystem();
  const issue = await takeInTurn(services, issueId, pace);
  if (!issue) return;
  let renewed = Promise.resolve();
  const renewing = setInterval(() => {
    renewed = system
      .write((tx) => renewLease(tx, issueId, pace))
      .catch((error: unknown) =>
        services.log.warn({ issueId, err: error }, "a newsletter issue could not be held"),
      );
  }, pace.leaseMs / 3);
  const ends = performance.now() + pace.sliceMs;
  let isServerAway = false;
  try {
    while (!isServerAway && performance.now() < ends) {
      const { found, wanted } = await system.write((tx) => nextDeliveries(tx, issueId));
      if (found === 0) break;
      let isOutdated = false;
      const lane = async () => {
        while (!isServerAway && !isOutdated) {
          await pace.turn();
          const next = performance.now() < ends ? wanted.shift() : undefined;
          if (!next) return;
          const became = await deliver(services, issue, next);
          isServerAway ||= became === "away";
          isOutdated ||= became === "not mine";
        }
      };
      const lanes = await Promise.allSettled(Array.from({ length: pace.lanes }, lane));
      for (const ended of lanes) if (ended.status === "rejected") throw ended.reason;
    }
  } finally {
    clearInterval(renewing);
    await renewed;
  }
  const notBefore = isServerAway ? new Date(Date.now() + pauseMs) : undefined;
  await system.write((tx) => releaseIssue(tx, issueId, notBefore));
}

/**
 * Leases the issue, waiting for another worker's lease to run out, as that worker may have died. One that lives leaves a
 * job for the rest; this leaves another in case it does not.
 */
async function takeInTurn({ db }: Worker, issueId: string, pace: Pace): Promise<NewsletterIssue | undefined> {
  const system = db.asSystem();
  const first = await system.write((tx) => leaseIssue(tx, issueId, pace));
  if (!(first instanceof Date)) return first;
  await delay(first.getTime() - Date.now() + 50);
  return system.write(async (tx) => {
    const second = await leaseIssue(tx, issueId, pace);
    if (!(second instanceof Date)) return second;
    await tx.enqueue("newsletter.send", { letterId: issueId }, second);
    return undefined;
  });
}

/**
 * Begins a due issue, fixing its recipients, and keeps other workers from it. Undefined where there is nothing to do;
 * the end of the lease where another worker holds it.
 */
async function leaseIssue(tx: Writer, issueId: string, { leaseMs }: Pace) {
  const issue = await tx
    .selectFrom("letters")
    .innerJoin("musician_profiles as profile", "profile.user_id", "letters.musician_id")
    .innerJoin("users", "users.id", "letters.musician_id")
    .select(["letters.id", "letters.musician_id", "title", "body", "status", "scheduled_for", "leased_until"])
    .select(["profile.artist_name", "profile.custom_url"])
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
      where musician_id = ${issue.musician_id}
        and confirmed_at is not null and unsubscribed_at is null and bounced_at is null
      on conflict do nothing`.execute(tx);
  } else if (issue.status !== "sending") return undefined;
  else if (issue.leased_until && issue.leased_until.getTime() > now) {
    return issue.leased_until;
  }
  await tx
    .updateTable("letters")
    .set({
      status: "sending",
      leased_until: new Date(now + leaseMs),
      started_at: sql`coalesce(started_at, now())`,
    })
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

/** Renews the lease. */
async function renewLease(tx: Writer, issueId: string, { leaseMs }: Pace): Promise<void> {
  await tx
    .updateTable("letters")
    .set({ leased_until: new Date(Date.now() + leaseMs) })
    .where("id", "=", issueId)
    .where("status", "=", "sending")
    .execute();
}

const wantsIt = sql<boolean>`confirmed_at is not null and unsubscribed_at is null and bounced_at is null`;

/** The next recipients, without those who have unsubscribed meanwhile; none while it is paused or when it is done. */
async function nextDeliveries(tx: Writer, issueId: string) {
  const next = await tx
    .selectFrom("letter_deliveries as delivery")
    .innerJoin("newsletter_subscribers as subscriber", "subscriber.id", "delivery.subscriber_id")
    .innerJoin("letters", "letters.id", "delivery.letter_id")
    .select(["delivery.id", "subscriber_id", "attempts", "subscriber_email", "unsubscribe_key"])
    .select(wantsIt.as("wants_it"))
    .where("letter_id", "=", issueId)
    .where("letters.status", "=", "sending")
    .where("delivery.status", "=", "waiting")
    .where("next_try_at", "<=", sql<Date>`now()`)
    .orderBy("next_try_at")
    .limit(lookedUpAtOnce)
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

type Delivery = Awaited<ReturnType<typeof nextDeliveries>>["wanted"][number];

/**
 * A worker that dies after this may have sent it. @returns whether it may be sent: it is still due, and no other worker
 * has claimed it
 */
async function claim(tx: Writer, { id }: Delivery): Promise<boolean> {
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

const notMine = new Error("This delivery is not due any more.");

/** Sends one, and writes down what became of it. */
async function deliver(
  { db, config, site, mailer, log }: Worker,
  issue: NewsletterIssue,
  delivery: Delivery,
): Promise<"done" | "away" | "not mine"> {
  const system = db.asSystem();
  const unsubscribe = unsubscribeUrl(config, delivery.unsubscribe_key);
  const own = artistPath({ artistName: issue.artist_name, customUrl: issue.custom_url });
  const page = own && `${config.origin}${own}/letters/${issue.id}`;
  const { name: siteName } = await site.shown();
  const content = { artistName: issue.artist_name, title: issue.title, body: issue.body, siteName };
  const mail = {
    id: `letter-${issue.id}-${delivery.subscriber_id}`,
    to: delivery.subscriber_email,
    ...issueMail(content, { page, unsubscribe }),
    unsubscribeUrl: unsubscribe,
  };
  try {
    await mailer.send(mail, async () => {
      if (!(await system.write((tx) => claim(tx, delivery)))) throw notMine;
    });
  } catch (error) {
    if (error === notMine) return "not mine";
    if (!(error instanceof MailError)) throw error;
    const { outcome } = error;
    log.info({ issueId: issue.id, outcome, err: error }, "a newsletter issue was not handed over");
    // Nothing has changed for this address.
    if (outcome === "away") return "away";
    await noteOutcome(() => system.write((tx) => settleFailure(tx, delivery, outcome)));
    return "done";
  }
  await noteOutcome(() => system.write((tx) => settle(tx, delivery, { status: "sent" })));
  return "done";
}

async function settleFailure(
  tx: Writer,
  delivery: Delivery,
  outcome: "refused" | "later" | "unknown",
): Promise<void> {
  if (outcome === "unknown") return settle(tx, delivery, { status: "unknown" });
  const attempts = delivery.attempts + 1;
  if (outcome === "later" && attempts < triesPerAddress) {
    const next_try_at = new Date(Date.now() + backOffMs(attempts));
    return settle(tx, delivery, { status: "waiting", attempts, next_try_at });
  }
  await settle(tx, delivery, { status: "failed" });
  if (outcome === "refused") {
    await tx
      .updateTable("newsletter_subscribers")
      .set({ bounced_at: new Date() })
      .where("id", "=", delivery.subscriber_id)
      .execute();
  }
}

async function settle(tx: Writer, { id }: Delivery, fields: Updateable<LetterDeliveries>): Promise<void> {
  await tx.updateTable("letter_deliveries").set(fields).where("id", "=", id).execute();
}

/** An outcome that isn't recorded is in doubt: a database that is away for a moment is no reason for that. */
async function noteOutcome(write: () => Promise<void>): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return await write();
    } catch (error) {
      if (tries === 3) throw error;
      await delay(1_000);
    }
  }
}

/** Gives up the lease: the issue is done, or there is a job for the rest. */
async function releaseIssue(tx: Writer, issueId: string, notBefore: Date | undefined): Promise<void> {
  const issue = await tx
    .selectFrom("letters")
    .select("status")
    .where("id", "=", issueId)
    .forUpdate()
    .executeTakeFirst();
  if (!issue) return;
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
  if (issue.status === "sending" && next) {
    await tx.enqueue(
      "newsletter.send",
      { letterId: issueId },
      notBefore && notBefore > next ? notBefore : next,
    );
  }
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
