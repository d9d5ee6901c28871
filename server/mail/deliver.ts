import { setTimeout as delay } from "node:timers/promises";
import type { Writer } from "../db/database.ts";
import type { JobServices } from "../services.ts";
import { type Mail, MailError } from "./mail.ts";

/** The pace of a delivery. Times in milliseconds. */
export interface Pace {
  /** Resolves when one more mail may begin. */
  turn: () => Promise<void>;
  /** The number of its mails that are on their way at a time. */
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

/** Of all deliveries of this process together. */
export const usualPace: Pace = { turn: turns(50), lanes: 4, sliceMs: 5_000, leaseMs: 6_000 };
const lookedUpAtOnce = 100;
/** When the mail server is out of reach. */
const pauseMs = 60_000;
const triesPerAddress = 6;
/** 1, 4, 16, 64, 256 minutes. */
const backOffMs = (attempts: number) => 60_000 * 4 ** (attempts - 1);

export type DeliveryWorker = Pick<JobServices, "db" | "mailer" | "log">;

/** One recipient's row: `waiting` until it is claimed. */
export interface Recipient {
  id: string;
  attempts: number;
}

/** What becomes of a claimed recipient, or of one whose mail was surely not taken. */
export type Settled =
  | { status: "sent" | "unknown" }
  /** @param refusal the code with which the address's own server refused it for good (RFC 3463) */
  | { status: "failed"; refusal: string | undefined }
  | { status: "waiting"; attempts: number; next_try_at: Date };

/** One mail to many: a newsletter issue, or the news of a release. Each function acts within the given transaction. */
export interface Delivery<Content, Row extends Recipient> {
  /**
   * Begins it where it is due, and keeps other workers from it until then; what is found claimed becomes `unknown`.
   * Undefined where there is nothing to do; the end of the lease where another worker holds it.
   */
  lease(tx: Writer, until: Date): Promise<Content | Date | undefined>;
  renewLease(tx: Writer, until: Date): Promise<void>;
  /** The next rows that are due, at most so many, and of those the ones that still want it. */
  nextRecipients(tx: Writer, most: number): Promise<{ found: number; wanted: Row[] }>;
  /**
   * A worker that dies after this may have sent it. @returns whether it may be sent: it is still due, and no other
   * worker has claimed it
   */
  claim(tx: Writer, recipient: Row): Promise<boolean>;
  settle(tx: Writer, recipient: Row, became: Settled): Promise<void>;
  /** Its `id` is the same whenever it is asked for. */
  mailTo(content: Content, recipient: Row): Promise<Mail>;
  /** Gives up the lease: it is done, or a job is left for the rest. */
  release(tx: Writer, notBefore: Date | undefined): Promise<void>;
  /** Leaves a job that goes on with it. */
  goOn(tx: Writer, at: Date): Promise<void>;
}

/**
 * Works on a delivery for a while, and leaves a job for the rest. No address gets it twice: a recipient is claimed, and
 * the claim committed, when the mail server has all of the mail but its end. A worker that dies before that has sent
 * nothing, and it is sent again; a claim that is found without a worker may have gone out, and is not.
 */
export async function deliver<Content extends object, Row extends Recipient>(
  services: DeliveryWorker,
  delivery: Delivery<Content, Row>,
  pace: Pace,
): Promise<void> {
  const system = services.db.asSystem();
  const content = await takeInTurn(services, delivery, pace);
  if (!content) return;
  let renewed = Promise.resolve();
  const renewing = setInterval(() => {
    renewed = system
      .write((tx) => delivery.renewLease(tx, leaseEnds(pace)))
      .catch((error: unknown) => services.log.warn({ err: error }, "a delivery could not be held"));
  }, pace.leaseMs / 3);
  const ends = performance.now() + pace.sliceMs;
  let isServerAway = false;
  try {
    while (!isServerAway && performance.now() < ends) {
      const { found, wanted } = await system.write((tx) => delivery.nextRecipients(tx, lookedUpAtOnce));
      if (found === 0) break;
      let isOutdated = false;
      const lane = async () => {
        while (!isServerAway && !isOutdated) {
          await pace.turn();
          const next = performance.now() < ends ? wanted.shift() : undefined;
          if (!next) return;
          const became = await sendOne(services, delivery, content, next);
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
  await system.write((tx) => delivery.release(tx, notBefore));
}

const leaseEnds = ({ leaseMs }: Pace) => new Date(Date.now() + leaseMs);

/**
 * Leases it, waiting for another worker's lease to run out, as that worker may have died. One that lives leaves a job
 * for the rest; this leaves another in case it does not.
 */
async function takeInTurn<Content extends object, Row extends Recipient>(
  { db }: DeliveryWorker,
  delivery: Delivery<Content, Row>,
  pace: Pace,
): Promise<Content | undefined> {
  const system = db.asSystem();
  const first = await system.write((tx) => delivery.lease(tx, leaseEnds(pace)));
  if (!(first instanceof Date)) return first;
  await delay(first.getTime() - Date.now() + 50);
  return system.write(async (tx) => {
    const second = await delivery.lease(tx, leaseEnds(pace));
    if (!(second instanceof Date)) return second;
    await delivery.goOn(tx, second);
    return undefined;
  });
}

const notMine = new Error("This delivery is not due any more.");

/** Sends one, and writes down what became of it. */
async function sendOne<Content extends object, Row extends Recipient>(
  { db, mailer, log }: DeliveryWorker,
  delivery: Delivery<Content, Row>,
  content: Content,
  recipient: Row,
): Promise<"done" | "away" | "not mine"> {
  const system = db.asSystem();
  const mail = await delivery.mailTo(content, recipient);
  try {
    await mailer.send(mail, async () => {
      if (!(await system.write((tx) => delivery.claim(tx, recipient)))) throw notMine;
    });
  } catch (error) {
    if (error === notMine) return "not mine";
    if (!(error instanceof MailError)) throw error;
    const { outcome, status } = error;
    log.info({ mailId: mail.id, outcome, err: error }, "a mail of a delivery was not handed over");
    // Nothing has changed for this address.
    if (outcome === "away") return "away";
    await noteOutcome(() =>
      system.write((tx) => delivery.settle(tx, recipient, afterFailure(recipient, outcome, status))),
    );
    return "done";
  }
  await noteOutcome(() => system.write((tx) => delivery.settle(tx, recipient, { status: "sent" })));
  return "done";
}

function afterFailure(
  recipient: Recipient,
  outcome: "refused" | "later" | "unknown",
  status: string,
): Settled {
  if (outcome === "unknown") return { status: "unknown" };
  const attempts = recipient.attempts + 1;
  if (outcome === "refused") return { status: "failed", refusal: status };
  if (attempts >= triesPerAddress) return { status: "failed", refusal: undefined };
  return { status: "waiting", attempts, next_try_at: new Date(Date.now() + backOffMs(attempts)) };
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
