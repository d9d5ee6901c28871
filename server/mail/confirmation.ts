import { createHash, randomBytes } from "node:crypto";
import { sql } from "kysely";
import { isTooMany, type LimitRule, limitKey } from "../http/limits.ts";
import type { JobServices } from "../services.ts";
import { type Occasion, withinTheDay } from "./daily.ts";
import { type Mail, MailError } from "./mail.ts";

// A visitor who leaves an address on an artist's page is asked by mail whether it was them. [decision 0017]

/** Random enough that it can't be guessed, safe in an address. */
function newToken(): string {
  return randomBytes(32).toString("base64url");
}

/** The hash of a token that the database stores. */
export function hashToken(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}

/** For how long a mailed link confirms. It may be pressed again, and says the same. */
const confirmWithinMs = 30 * 24 * 3600 * 1000;

const goodSince = () => new Date(Date.now() - confirmWithinMs);

/** Whether the link of a row is still good: a mail may be read before it is noted as sent. */
export const isLinkGood = () => sql<boolean>`(confirm_sent_at is null or confirm_sent_at > ${goodSince()})`;

/** What is stored with the hash of a row's next link, which may not end when an earlier mail's link did. */
export const nextLink = (confirm_hash: Buffer) => ({
  confirm_hash,
  confirm_sent_at: sql<Date | null>`case when confirm_sent_at > ${goodSince()} then confirm_sent_at end`,
});

/** No inbox is filled by a visitor who types its address into many forms. */
const perAddress: LimitRule = { name: "confirm-mail", tries: 5, windowSeconds: 24 * 3600 };
const againAfterMs = 3600 * 1000;

/** What one address is asked to confirm. */
export interface Question {
  email: string;
  occasion: Occasion;
  /** When it was asked last. */
  askedAt: Date | null;
  /**
   * Stores the hash of the next link's token, before its mail: the link works as soon as it arrives. @returns false when
   * another job has done so meanwhile
   */
  store(hash: Buffer): Promise<boolean>;
  /** The mail with a link that holds this token. */
  mail(token: string): Promise<Omit<Mail, "to">>;
  /** Writes down that the mail was taken, or with which code it was refused for good (RFC 3463). A failure tries again. */
  note(became: "sent" | { refusal: string }): Promise<void>;
}

/**
 * Asks, unless the address was asked within the hour, or often today.
 * @returns when to ask instead, where the day has no room for another such mail
 * @throws MailError when the mail may be taken at another time
 */
export async function askToConfirm(
  services: Pick<JobServices, "db" | "config" | "mailer" | "limits">,
  { email, occasion, askedAt, store, mail, note }: Question,
): Promise<Date | undefined> {
  if (askedAt && Date.now() - askedAt.getTime() < againAfterMs) return undefined;
  try {
    await services.limits.spend(perAddress, limitKey(email));
  } catch (error) {
    if (isTooMany(error)) return undefined;
    throw error;
  }
  const token = newToken();
  return withinTheDay(services, occasion, async () => {
    if (!(await store(hashToken(token)))) return;
    try {
      await services.mailer.send({ to: email, ...(await mail(token)) });
    } catch (error) {
      if (!(error instanceof MailError && error.outcome === "refused")) throw error;
      return note({ refusal: error.status });
    }
    await note("sent");
  });
}
