import type { Writer } from "#server/db/database.ts";
import { AppError } from "#server/errors.ts";
import { type LimitRule, limitKey } from "#server/http/limits.ts";
import type { Services } from "#server/services.ts";
import { requireVersion } from "#server/versions.ts";
import { issueMail } from "./issue-mail.ts";
import type { IssueAction, IssueForm } from "./issue-schema.ts";

/**
 * Keeps an issue that is still to be sent; a new one without an id.
 * @returns its id
 * @throws ChangedMeanwhile when the form was opened with another version
 */
export async function saveIssue(
  { db }: Pick<Services, "db">,
  userId: string,
  { id, title, body, version }: IssueForm,
): Promise<string> {
  return db.asMusician(userId).write(async (tx) => {
    if (id === undefined) {
      const added = await tx
        .insertInto("letters")
        .values({ musician_id: userId, title, body })
        .returning("id")
        .executeTakeFirstOrThrow();
      return added.id;
    }
    const stored = await tx
      .selectFrom("letters")
      .select(["title", "body"])
      .where("id", "=", id)
      .where("status", "=", "draft")
      .forUpdate()
      .executeTakeFirst();
    if (stored) requireVersion(version, stored, { title, body });
    await change(tx, id, ["draft"], { title, body, updated_at: new Date() });
    return id;
  });
}

/**
 * Sends, holds, goes on with, cancels or deletes an issue, or sends it once more where a delivery is in doubt.
 * @throws AppError `not-found` when there is no such issue of theirs; `conflict` when it isn't at that point any more
 */
export async function executeIssueAction(
  { db, config }: Pick<Services, "db" | "config">,
  userId: string,
  form: Exclude<IssueAction, { intent: "save-issue" | "send-test" }>,
): Promise<void> {
  const { id } = form;
  await db.asMusician(userId).write(async (tx) => {
    switch (form.intent) {
      case "send-issue": {
        requireMail(config.smtpUrl);
        const at = form.scheduled_for ?? new Date();
        await change(tx, id, ["draft"], { status: "scheduled", scheduled_for: at });
        return tx.enqueue("newsletter.send", { letterId: id }, at);
      }
      case "unschedule-issue":
        return change(tx, id, ["scheduled"], { status: "draft", scheduled_for: null });
      case "pause-issue":
        return change(tx, id, ["sending"], { status: "paused" });
      case "resume-issue":
        requireMail(config.smtpUrl);
        await change(tx, id, ["paused"], { status: "sending" });
        return tx.enqueue("newsletter.send", { letterId: id });
      case "send-issue-again":
        requireMail(config.smtpUrl);
        await change(tx, id, ["sent"], { status: "sending", finished_at: null });
        await tx
          .updateTable("letter_deliveries")
          .set({ status: "waiting" })
          .where("letter_id", "=", id)
          .where("status", "=", "unknown")
          .execute();
        return tx.enqueue("newsletter.send", { letterId: id });
      case "cancel-issue":
        return change(tx, id, ["sending", "paused"], { status: "cancelled", finished_at: new Date() });
      case "delete-issue": {
        const gone = await tx
          .deleteFrom("letters")
          .where("id", "=", id)
          .where("musician_id", "=", userId)
          .where("status", "in", ["draft", "sent", "cancelled"])
          .executeTakeFirst();
        if (gone.numDeletedRows === 0n) await requireOne(tx, id);
      }
    }
  });
}

/** The account's address may be another person's: it need not be confirmed. */
const tests: LimitRule = { name: "letter-test", tries: 20, windowSeconds: 24 * 3600 };

/** Sends the issue to its own writer alone. @throws AppError `too-many` */
export async function sendTest(
  { db, config, site, limits }: Pick<Services, "db" | "config" | "site" | "limits">,
  userId: string,
  id: string,
): Promise<void> {
  requireMail(config.smtpUrl);
  const { name: siteName } = await site.shown();
  await limits.spend(tests, limitKey(userId));
  await db.asMusician(userId).write(async (tx) => {
    const issue = await tx
      .selectFrom("letters")
      .innerJoin("users", "users.id", "letters.musician_id")
      .innerJoin("musician_profiles as profile", "profile.user_id", "letters.musician_id")
      .select(["title", "body", "users.email", "profile.artist_name"])
      .where("letters.id", "=", id)
      .where("letters.musician_id", "=", userId)
      .executeTakeFirst();
    if (!issue) return requireOne(tx, id);
    const { email, artist_name: artistName, title, body } = issue;
    // The links of a test lead to pages that change nothing.
    const links = { page: null, unsubscribe: `${config.origin}/unsubscribe` };
    const { subject, ...mail } = issueMail({ artistName, title, body, siteName }, links);
    await tx.enqueue("mail.send", {
      to: email,
      subject: `Test: ${subject}`,
      text: mail.text,
      html: mail.html,
    });
  });
}

type Status = "draft" | "scheduled" | "sending" | "paused" | "sent" | "cancelled";

async function change(
  tx: Writer,
  id: string,
  from: Status[],
  fields: {
    status?: Status;
    title?: string;
    body?: string;
    scheduled_for?: Date | null;
    finished_at?: Date | null;
    updated_at?: Date;
  },
): Promise<void> {
  const changed = await tx
    .updateTable("letters")
    .set(fields)
    .where("id", "=", id)
    .where("status", "in", from)
    .executeTakeFirst();
  if (changed.numUpdatedRows === 0n) await requireOne(tx, id);
}

/** Why nothing was changed. */
async function requireOne(tx: Writer, id: string): Promise<never> {
  const issue = await tx.selectFrom("letters").select("id").where("id", "=", id).executeTakeFirst();
  if (!issue) throw new AppError("not-found", "This letter does not exist any more.");
  throw new AppError("conflict", "This letter has moved on meanwhile. Please look at it again.");
}

function requireMail(smtpUrl: string | undefined): void {
  if (!smtpUrl) throw new AppError("conflict", "Mail isn't set up on this server, so nothing can be sent.");
}
