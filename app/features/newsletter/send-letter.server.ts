import { setTimeout as delay } from "node:timers/promises";
import { sql } from "kysely";
import type { Writer } from "#server/db/database.ts";
import { MailError } from "#server/mail/mail.ts";
import type { JobServices, Services } from "#server/services.ts";
import { artistPath } from "~/shared/artist-address";
import { letterMail } from "./letter-mail.ts";
import { unsubscribeUrl } from "./tokens.server.ts";

/** How a letter goes out. Times in milliseconds. */
export interface Pace {
  /** Between two mails. */
  everyMs: number;
  /** How long one job works on it before it makes room: less than the queue waits for at the server's end. */
  sliceMs: number;
  /** How long nobody else works on it after each mail: more than the longest a mail server may take. */
  leaseMs: number;
}

const usualPace: Pace = { everyMs: 100, sliceMs: 5_000, leaseMs: 90_000 };
/** When the mail server is out of reach. */
const pauseMs = 60_000;
const triesPerAddress = 6;
/** 1, 4, 16, 64, 256 minutes. */
const backOffMs = (attempts: number) => 60_000 * 4 ** (attempts - 1);

type Worker = Pick<JobServices, "db" | "config" | "mailer" | "log">;

/**
 * Works on a letter for a while, and leaves a job for what is left. No address gets it twice: a delivery is claimed and the
 * claim committed before the mail server hears of it. One whose claim is found without a worker may have arrived, and is not
 * sent again.
 */
export async function sendLetter(services: Worker, letterId: string, pace = usualPace): Promise<void> {
  const { db } = services;
  const letter = await db.asSystem().write((tx) => takeLetter(tx, letterId, pace));
  if (!letter) return;
  const { sliceMs, everyMs } = pace;
  const ends = performance.now() + sliceMs;
  let again: Date | undefined;
  while (performance.now() < ends) {
    const claimed = await db.asSystem().write((tx) => claim(tx, letterId, pace));
    if (!claimed) break;
    const started = performance.now();
    const became = claimed.wants_it
      ? await deliver(services, letter, claimed)
      : { status: "skipped" as const };
    await db.asSystem().write(async (tx) => {
      await tx
        .updateTable("letter_deliveries")
        .set({
          status: became.status,
          ...(became.nextTryAt && { next_try_at: became.nextTryAt, attempts: became.attempts }),
        })
        .where("id", "=", claimed.id)
        .execute();
      if (became.status === "failed" && became.isRefused) {
        await tx
          .updateTable("newsletter_subscribers")
          .set({ bounced_at: new Date() })
          .where("id", "=", claimed.subscriber_id)
          .execute();
      }
    });
    if (became.isServerAway) {
      again = new Date(Date.now() + pauseMs);
      break;
    }
    await delay(Math.max(0, everyMs - (performance.now() - started)));
  }
  await db.asSystem().write((tx) => leaveLetter(tx, letterId, again));
}

/** Begins what is due, settling whom it goes to, and keeps others from it. Undefined where there is nothing to do. */
async function takeLetter(tx: Writer, letterId: string, { leaseMs }: Pace) {
  const letter = await tx
    .selectFrom("letters")
    .innerJoin("musician_profiles as profile", "profile.user_id", "letters.musician_id")
    .innerJoin("users", "users.id", "letters.musician_id")
    .select(["letters.id", "letters.musician_id", "title", "body", "status", "scheduled_for", "leased_until"])
    .select(["profile.artist_name", "profile.custom_url"])
    .where("letters.id", "=", letterId)
    .forUpdate("letters")
    .executeTakeFirst();
  if (!letter) return undefined;
  const now = Date.now();
  if (letter.status === "scheduled") {
    const due = letter.scheduled_for?.getTime() ?? now;
    if (due > now) {
      await tx.enqueue("newsletter.send", { letterId }, new Date(due));
      return undefined;
    }
    await sql`
      insert into letter_deliveries (letter_id, subscriber_id)
      select ${letterId}::uuid, id from newsletter_subscribers
      where musician_id = ${letter.musician_id}
        and confirmed_at is not null and unsubscribed_at is null and bounced_at is null
      on conflict do nothing`.execute(tx);
  } else if (letter.status !== "sending") return undefined;
  else if (letter.leased_until && letter.leased_until.getTime() > now) {
    await tx.enqueue("newsletter.send", { letterId }, new Date(letter.leased_until.getTime() + 1_000));
    return undefined;
  }
  await tx
    .updateTable("letters")
    .set({
      status: "sending",
      leased_until: new Date(now + leaseMs),
      started_at: sql`coalesce(started_at, now())`,
    })
    .where("id", "=", letterId)
    .execute();
  // Whoever claimed these is gone.
  await tx
    .updateTable("letter_deliveries")
    .set({ status: "unknown" })
    .where("letter_id", "=", letterId)
    .where("status", "=", "claimed")
    .execute();
  return letter;
}

type Letter = NonNullable<Awaited<ReturnType<typeof takeLetter>>>;

async function claim(tx: Writer, letterId: string, { leaseMs }: Pace) {
  const { numUpdatedRows } = await tx
    .updateTable("letters")
    .set({ leased_until: new Date(Date.now() + leaseMs) })
    .where("id", "=", letterId)
    .where("status", "=", "sending")
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return undefined;
  const next = await tx
    .selectFrom("letter_deliveries as delivery")
    .innerJoin("newsletter_subscribers as subscriber", "subscriber.id", "delivery.subscriber_id")
    .select(["delivery.id", "subscriber_id", "attempts", "subscriber_email", "unsubscribe_key"])
    .select(
      sql<boolean>`confirmed_at is not null and unsubscribed_at is null and bounced_at is null`.as(
        "wants_it",
      ),
    )
    .where("letter_id", "=", letterId)
    .where("status", "=", "waiting")
    .where("next_try_at", "<=", sql<Date>`now()`)
    .orderBy("next_try_at")
    .limit(1)
    .forUpdate("delivery")
    .skipLocked()
    .executeTakeFirst();
  if (next) {
    await tx.updateTable("letter_deliveries").set({ status: "claimed" }).where("id", "=", next.id).execute();
  }
  return next;
}

type Claim = NonNullable<Awaited<ReturnType<typeof claim>>>;

interface Outcome {
  status: "sent" | "failed" | "skipped" | "unknown" | "waiting";
  nextTryAt?: Date;
  attempts?: number;
  isRefused?: boolean;
  isServerAway?: boolean;
}

async function deliver({ config, mailer, log }: Worker, letter: Letter, claimed: Claim): Promise<Outcome> {
  const unsubscribe = unsubscribeUrl(config, claimed.unsubscribe_key);
  const own = artistPath({ artistName: letter.artist_name, customUrl: letter.custom_url });
  const page = own && `${config.origin}${own}/letters/${letter.id}`;
  const content = { artistName: letter.artist_name, title: letter.title, body: letter.body };
  try {
    await mailer.send({
      id: `letter-${letter.id}-${claimed.subscriber_id}`,
      to: claimed.subscriber_email,
      ...letterMail(content, { page, unsubscribe }),
      unsubscribeUrl: unsubscribe,
    });
    return { status: "sent" };
  } catch (error) {
    const outcome = error instanceof MailError ? error.outcome : "unknown";
    log.info({ letterId: letter.id, outcome, err: error }, "a letter was not handed over");
    if (outcome === "refused") return { status: "failed", isRefused: true };
    if (outcome === "unknown") return { status: "unknown" };
    if (outcome === "away") {
      return { status: "waiting", nextTryAt: new Date(), attempts: claimed.attempts, isServerAway: true };
    }
    const attempts = claimed.attempts + 1;
    if (attempts >= triesPerAddress) return { status: "failed" };
    return { status: "waiting", attempts, nextTryAt: new Date(Date.now() + backOffMs(attempts)) };
  }
}

/** Lets go of the letter: it is done, or there is a job for the rest. */
async function leaveLetter(tx: Writer, letterId: string, notBefore: Date | undefined): Promise<void> {
  const letter = await tx
    .selectFrom("letters")
    .select("status")
    .where("id", "=", letterId)
    .forUpdate()
    .executeTakeFirst();
  if (!letter) return;
  const { next } = await tx
    .selectFrom("letter_deliveries")
    .select((is) => is.fn.min<Date | null>("next_try_at").as("next"))
    .where("letter_id", "=", letterId)
    .where("status", "=", "waiting")
    .executeTakeFirstOrThrow();
  const isDone = letter.status === "sending" && next === null;
  await tx
    .updateTable("letters")
    .set({ leased_until: null, ...(isDone && { status: "sent", finished_at: new Date() }) })
    .where("id", "=", letterId)
    .execute();
  if (letter.status === "sending" && next) {
    await tx.enqueue("newsletter.send", { letterId }, notBefore && notBefore > next ? notBefore : next);
  }
}

/** Goes on with every letter that is under way or due; what is worked on already is left alone. */
export async function catchUpLetters({ db, config }: Pick<Services, "db" | "config">): Promise<void> {
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
