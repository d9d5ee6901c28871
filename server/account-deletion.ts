import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { type AccountContents, contentsText } from "../app/shared/account-contents.ts";
import { demoAccountIds } from "../app/shared/demo-accounts.ts";
import { formatsFor, standardFormat } from "../app/shared/formats.ts";
import { sourceLanguage } from "../app/shared/languages.ts";
import { t } from "../app/shared/t.ts";
import { contentsOf } from "./account-contents.ts";
import { type Actor, recordAuditAction } from "./audit.ts";
import type { Config } from "./config.ts";
import { type Reader, violates, type Writer } from "./db/database.ts";
import { AppError } from "./errors.ts";
import type { JobData } from "./jobs/jobs.ts";
import { mailAccount } from "./mail/account-mail.ts";
import { formatsOf } from "./preferences.ts";
import { inLanguage } from "./reading.ts";
import type { Services } from "./services.ts";

// An account that its owner deletes is out of sight at once, and goes two weeks later unless somebody signs in to it
// (decision 0037). What the audit list keeps of that names it by its id: its address goes with it.

export const graceDays = 14;

/** An hour's run deletes no more; the others go in the next ones. */
const deletedAtOnce = 100;

/**
 * Takes everything of an account's out of sight, ends all its sessions, and tells its address until when a sign-in brings
 * everything back.
 * @returns when it is deleted
 * @throws AppError `conflict` for the only admin, `not-found`
 */
export async function askForDeletion(
  { config, db }: Pick<Services, "config" | "db">,
  userId: string,
): Promise<Date> {
  try {
    return await db.asSystem().write(async (tx) => {
      const leaving = await tx
        .updateTable("users")
        .set({ deletes_at: sql<Date>`coalesce(deletes_at, now() + ${graceDays} * interval '1 day')` })
        .where("id", "=", userId)
        .returning(["email", "deletes_at"])
        .executeTakeFirst();
      if (!leaving?.deletes_at) throw goneAccount();
      const { email, deletes_at } = leaving;
      await tx.deleteFrom("sessions").where("user_id", "=", userId).execute();
      await tx.deleteFrom("account_archives").where("user_id", "=", userId).execute();
      await recordAuditAction(
        tx,
        "account owner",
        "deletion_asked",
        userId,
        `for ${inLanguage(sourceLanguage, () => formatsFor(standardFormat).date(deletes_at, "long"))}`,
      );
      await mailAccount(tx, userId, async (site) =>
        leavingMail(config, site, email, (await formatsOf(tx, userId)).date(deletes_at, "long")),
      );
      return deletes_at;
    });
  } catch (error) {
    if (!violates(error, "users_role_last_admin")) throw error;
    throw new AppError(
      "conflict",
      t("You are the only admin. Make another account an admin before you delete yours."),
      { cause: error },
    );
  }
}

/**
 * A sign-in keeps the account: one that was to be deleted is there again as it was, and its address is told. Holds the
 * account until the transaction ends, so that a deletion that is due either waits for it or has come first.
 * @returns when it would have been deleted; null for an account that wasn't to be
 * @throws AppError `not-found` where the deletion has come first
 */
export async function keepAccount(tx: Writer, config: Config, userId: string): Promise<Date | null> {
  const account = await tx
    .selectFrom("users")
    .select(["id", "email", "deletes_at"])
    .where("id", "=", userId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!account) throw goneAccount();
  const { deletes_at } = account;
  if (!deletes_at) return null;
  await tx.updateTable("users").set({ deletes_at: null }).where("id", "=", userId).execute();
  await recordAuditAction(tx, "account owner", "deletion_withdrawn", userId);
  await mailAccount(tx, userId, (site) => stayingMail(tx, config, site, account, deletes_at));
  return deletes_at;
}

/**
 * Deletes an account with all its rows: sessions and cached pages at once, files after the commit (decision 0011).
 * @param user locked; the audit list names it by `target`
 */
export async function deleteAccount(
  tx: Writer,
  actor: Actor,
  user: { id: string; target: string },
  contents: AccountContents,
): Promise<void> {
  const [demoMusician, ...partners] = demoAccountIds;
  // Those who only write with the demo musician go with her.
  const ids = user.id === demoMusician ? [user.id, ...partners] : [user.id];
  await tx.deleteFrom("users").where("id", "in", ids).execute();
  // The audit list is kept in one language.
  const details = inLanguage(sourceLanguage, () => contentsText(contents));
  await recordAuditAction(tx, actor, "user_deleted", user.target, details);
}

/**
 * Deletes the accounts whose two weeks are over; where mail is set up, a last mail tells each address. One that can't be deleted is logged, and tried again the next time.
 * Several processes may do it at once.
 * @returns how many it has deleted
 */
export async function deleteDueAccounts(
  services: Pick<Services, "config" | "db" | "declarations" | "log">,
): Promise<number> {
  const { db, log } = services;
  const due = await db
    .asSystem()
    .read((tx) =>
      tx
        .selectFrom("users")
        .select("id")
        .where("deletes_at", "<=", sql<Date>`now()`)
        .orderBy("deletes_at")
        .limit(deletedAtOnce)
        .execute(),
    );
  let deleted = 0;
  for (const { id } of due) {
    try {
      if (await deleteIfDue(services, id)) deleted += 1;
    } catch (error) {
      log.error(
        { err: error, userId: id },
        "an account could not be deleted; it is tried again within the hour",
      );
    }
  }
  return deleted;
}

async function deleteIfDue(
  services: Pick<Services, "config" | "db" | "declarations">,
  id: string,
): Promise<boolean> {
  const contents = await contentsOf(services, id);
  return services.db.asSystem().write(async (tx) => {
    // A sign-in at this moment holds the row: the account stays.
    const user = await tx
      .selectFrom("users")
      .select("email")
      .where("id", "=", id)
      .where("deletes_at", "<=", sql<Date>`now()`)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst();
    if (!user) return false;
    // The address goes with the row; the queue keeps the mail until it is sent.
    if (services.config.smtpUrl) await mailAccount(tx, id, (site) => lastMail(site, user.email));
    await deleteAccount(tx, "account owner", { id, target: id }, contents);
    return true;
  });
}

function goneAccount(): AppError {
  return new AppError("not-found", t("This account has been deleted."));
}

function leavingMail({ origin }: Config, siteName: string, to: string, day: string): JobData<"mail.send"> {
  return {
    to,
    subject: t("Your {siteName} account will be deleted on {day}", { siteName, day }),
    text: [
      t("Hello,"),
      t("you have deleted your account. Nothing of it is public any more, and every session has ended."),
      t("On {day} it goes for good, with everything in it. Sign in before, and all of it is back: {link}", {
        day,
        link: `${origin}/signin`,
      }),
      t("If it wasn't you, choose a new password now, which brings it back as well: {link}", {
        link: `${origin}/signin?reset=1`,
      }),
      siteName,
    ].join("\n\n"),
  };
}

function lastMail(siteName: string, to: string): JobData<"mail.send"> {
  return {
    // Should it be sent twice after a crash, its reader can tell.
    id: randomUUID(),
    to,
    subject: t("Your {siteName} account is deleted", { siteName }),
    text: [
      t("Hello,"),
      t(
        "your account is deleted for good now, as its owner asked two weeks ago: everything that was in it, files included. Nobody can bring it back.",
      ),
      t("Copies in backups go when those are replaced. This is the last mail about it."),
      siteName,
    ].join("\n\n"),
  };
}

async function stayingMail(
  tx: Reader,
  { origin }: Config,
  siteName: string,
  { id, email }: { id: string; email: string },
  deletesAt: Date,
): Promise<JobData<"mail.send">> {
  const day = (await formatsOf(tx, id)).date(deletesAt, "long");
  const letter = await tx
    .selectFrom("letters")
    .select("id")
    .where("musician_id", "=", id)
    .where("status", "in", ["draft", "paused"])
    .limit(1)
    .executeTakeFirst();
  return {
    to: email,
    subject: t("Your {siteName} account stays", { siteName }),
    text: [
      t("Hello,"),
      t(
        "your account was to be deleted on {day}. Somebody has signed in to it, so it stays, and everything is back.",
        { day },
      ),
      ...(letter
        ? [
            t(
              "Letters that were scheduled or on their way have stopped, and wait for you to send them: {link}",
              { link: `${origin}/newsletter/letters` },
            ),
          ]
        : []),
      t("If that wasn't you, choose a new password, which ends every session: {link}", {
        link: `${origin}/signin?reset=1`,
      }),
      siteName,
    ].join("\n\n"),
  };
}
