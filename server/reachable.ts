import type { Config } from "./config.ts";
import { AppError } from "./errors.ts";
import { checkMailServer, MailError } from "./mail/mail.ts";
import type { Storage } from "./storage/storage.ts";

const answerWithinMs = 5_000;

/**
 * The parts that Handbill can start without and can't work without: a line each of the store or the mail server that
 * refuses or doesn't answer, with the remedy.
 */
export async function outOfReach(
  config: Pick<Config, "smtpUrl">,
  storage: Pick<Storage, "ping">,
): Promise<string[]> {
  const troubles = await Promise.all([storeTrouble(storage), mailTrouble(config.smtpUrl)]);
  return troubles.filter((trouble) => trouble !== undefined);
}

async function storeTrouble(storage: Pick<Storage, "ping">): Promise<string | undefined> {
  try {
    await inTime(storage.ping(), "it does not answer within 5 seconds");
    return undefined;
  } catch (error) {
    const cause = error instanceof AppError ? error.cause : error;
    return `Warning: files can neither be stored nor read: ${cause instanceof Error ? cause.message : String(cause)}.`;
  }
}

async function mailTrouble(smtpUrl: string | undefined): Promise<string | undefined> {
  if (smtpUrl === undefined) return undefined;
  try {
    await inTime(checkMailServer(smtpUrl), "the mail server does not answer within 5 seconds");
    return undefined;
  } catch (error) {
    if (!(error instanceof MailError || error instanceof Late)) throw error;
    return `Warning: mails cannot be sent: ${error.message}. Correct SMTP_URL, or start the mail server; mails are tried again for a quarter of an hour.`;
  }
}

class Late extends Error {}

async function inTime(answer: Promise<void>, otherwise: string): Promise<void> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Late(otherwise)), answerWithinMs);
  try {
    await Promise.race([answer, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
