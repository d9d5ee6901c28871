import { sql } from "kysely";
import type { Writer } from "#server/db/database.ts";
import { AppError } from "#server/errors.ts";
import { type LimitRule, limitKey } from "#server/http/limits.ts";
import type { StoredPicture } from "#server/media/images.ts";
import { recordPicture } from "#server/media/stored-pictures.ts";
import type { Services } from "#server/services.ts";
import { requireVersion } from "#server/versions.ts";
import { draftDays } from "~/shared/draft-days";
import type { Translations } from "~/shared/row-translations";
import { language, t } from "~/shared/t";
import { issueContent, type StoredIssue } from "./issue-content.server.ts";
import { idsOf, storedBlocks, textOf, withText } from "./issue-document.ts";
import { heaviestMail, issueMail } from "./issue-mail.ts";
import {
  bodyLimit,
  bodyMissing,
  draftGone,
  type IssueAction,
  type IssueContentFields,
  type IssueForm,
  issueValues,
  tooHeavy,
} from "./issue-schema.ts";
import type { Look } from "./mail-look.ts";

const contentColumns = [
  "title",
  "body",
  "blocks",
  "preheader",
  "look",
  "audience",
  "in_archive",
  "translations",
] as const;

/**
 * Keeps an issue that is still to be sent; a new one without an id.
 * @returns its id, and its content as it is stored now
 * @throws AppError `invalid` on `body` when its blocks hold no words, or more than it may
 * @throws ChangedMeanwhile when the form was opened with another version
 */
export async function saveIssue(
  { db }: Pick<Services, "db">,
  userId: string,
  { id, version, ...form }: IssueForm,
): Promise<{ id: string; content: IssueContentFields }> {
  const content = withOwnText(form);
  const columns = { ...content, blocks: content.blocks && JSON.stringify(content.blocks) };
  return db.asMusician(userId).write(async (tx) => {
    if (id === undefined) {
      const added = await tx
        .insertInto("letters")
        .values({ musician_id: userId, ...columns })
        .returning("id")
        .executeTakeFirstOrThrow();
      await takePictures(tx, added.id, content);
      return { id: added.id, content };
    }
    const row = await tx
      .selectFrom("letters")
      .select(contentColumns)
      .where("id", "=", id)
      .where("status", "=", "draft")
      .forUpdate()
      .executeTakeFirst();
    if (row) {
      const stored = { ...row, blocks: storedBlocks(row.blocks) };
      requireVersion(version, issueValues(stored), issueValues(content));
    }
    await change(tx, id, ["draft"], { ...columns, updated_at: new Date() });
    await takePictures(tx, id, content);
    return { id, content };
  });
}

/** Pictures that were added before their issue had a row are its own from now on. */
async function takePictures(tx: Writer, letter_id: string, { blocks }: IssueContentFields): Promise<void> {
  const pictures = idsOf(blocks ?? [], "picture");
  if (pictures.length === 0) return;
  await tx
    .updateTable("letter_pictures")
    .set({ letter_id })
    .where("id", "in", pictures)
    .where("letter_id", "is", null)
    .execute();
}

/** With blocks, the text is theirs, also where it was changed without the editor. */
function withOwnText(form: IssueContentFields): IssueContentFields {
  const { title, preheader, look, audience, in_archive, translations } = form;
  const blocks = form.blocks && withText(form.blocks, form.body);
  const body = blocks ? textOf(blocks) : form.body;
  if (!body) throw new AppError("invalid", t(bodyMissing), { field: "body" });
  if (body.length > bodyLimit) {
    const limit = bodyLimit.toLocaleString(language());
    throw new AppError("invalid", t("Please use at most {limit} characters", { limit }), { field: "body" });
  }
  // Far more than a mail of it could be.
  if (blocks && Buffer.byteLength(JSON.stringify(blocks)) > 190_000)
    throw new AppError("invalid", t(tooHeavy), { field: "body" });
  return { title, body, blocks, preheader, look, audience, in_archive, translations };
}

/**
 * Sends, holds, goes on with, cancels or deletes an issue, or sends it once more where a delivery is in doubt.
 * @throws AppError `not-found` when there is no such issue of theirs; `conflict` when it isn't at that point any more
 */
export async function executeIssueAction(
  services: Pick<Services, "db" | "config" | "site">,
  userId: string,
  form: Exclude<IssueAction, { intent: "save-issue" | "send-test" }>,
): Promise<void> {
  const { db, config } = services;
  const { id } = form;
  if (form.intent === "send-issue") {
    requireMail(config.smtpUrl);
    await requireFit(services, userId, id);
  }
  await db.asMusician(userId).write(async (tx) => {
    switch (form.intent) {
      case "send-issue": {
        const at = form.scheduled_for ?? new Date();
        await change(tx, id, ["draft"], { status: "scheduled", scheduled_for: at });
        return tx.enqueue("newsletter.send", { letterId: id }, at);
      }
      case "set-in-archive":
        // A draft's own form says it.
        return change(tx, id, ["scheduled", "sending", "paused", "sent", "cancelled"], {
          in_archive: form.isOn,
        });
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
  services: Pick<Services, "db" | "config" | "site" | "limits">,
  userId: string,
  id: string,
): Promise<void> {
  const { db, config, limits } = services;
  requireMail(config.smtpUrl);
  await limits.spend(tests, limitKey(userId));
  const issue = await ownIssueOf(services, userId, id);
  const content = await issueContent(services, issue, { isOwn: true });
  // The links of a test lead to pages that change nothing.
  const { subject, ...mail } = issueMail(content, {
    page: null,
    unsubscribe: `${config.origin}/unsubscribe`,
  });
  await db.asMusician(userId).write(async (tx) => {
    await markMailed(tx, userId, idsOf(content.blocks, "picture"));
    const { email } = await tx
      .selectFrom("users")
      .select("email")
      .where("id", "=", userId)
      .executeTakeFirstOrThrow();
    await tx.enqueue("mail.send", {
      to: email,
      subject: t("Test: {subject}|a letter sent to its own writer", { subject }),
      text: mail.text,
      html: mail.html,
    });
  });
}

/** More than blocks have room for: some were left out again. */
const picturesPerIssue = 100;

/**
 * @param id of the draft; null for pictures of letters that aren't saved yet
 * @throws AppError `not-found` when there is no such draft of theirs, `conflict` when it has as many pictures as it may
 */
export async function requireDraft(
  { db }: Pick<Services, "db">,
  userId: string,
  id: string | null,
): Promise<void> {
  const { draft, pictures } = await db.asMusician(userId).read(async (tx) => ({
    draft: await tx
      .selectFrom("letters")
      .select("id")
      .where("id", "=", id)
      .where("musician_id", "=", userId)
      .where("status", "=", "draft")
      .executeTakeFirst(),
    pictures: await tx
      .selectFrom("letter_pictures")
      .select("id")
      .where("user_id", "=", userId)
      .where("letter_id", id ? "=" : "is", id)
      .limit(picturesPerIssue)
      .execute(),
  }));
  if (id && !draft) throw new AppError("not-found", t(draftGone));
  if (pictures.length >= picturesPerIssue)
    throw new AppError(
      "conflict",
      t("A letter takes at most {limit} pictures.", { limit: picturesPerIssue }),
    );
}

/**
 * Adds a stored picture to a draft, for its blocks to name. A second time changes nothing. Those of letters that were
 * never saved go on the way, with what was kept of their words.
 * @param letterId null where the letter isn't saved yet
 * @throws AppError `too-large` when the library is full
 */
export async function addPicture(
  { db, config }: Pick<Services, "db" | "config">,
  userId: string,
  letterId: string | null,
  picture: StoredPicture,
): Promise<{ id: string; src: string; width: number; height: number }> {
  const { src, width, height } = picture;
  const id = await db.asMusician(userId).write(async (tx) => {
    const known = await tx
      .selectFrom("letter_pictures")
      .select("id")
      .where("image_url", "=", src)
      .executeTakeFirst();
    if (known) return known.id;
    await tx
      .deleteFrom("letter_pictures")
      .where("user_id", "=", userId)
      .where("letter_id", "is", null)
      .where("created_at", "<", sql<Date>`now() - ${draftDays} * interval '1 day'`)
      .execute();
    await recordPicture(tx, config, userId, picture);
    const added = await tx
      .insertInto("letter_pictures")
      .values({ user_id: userId, letter_id: letterId, image_url: src })
      .returning("id")
      .executeTakeFirstOrThrow();
    return added.id;
  });
  return { id, src, width, height };
}

/** From now on the mail's readers see these pictures of the musician. */
export async function markMailed(tx: Writer, userId: string, pictures: string[]): Promise<void> {
  if (pictures.length === 0) return;
  await tx
    .updateTable("letter_pictures")
    .set({ mailed_at: new Date() })
    .where("user_id", "=", userId)
    .where("id", "in", pictures)
    .where("mailed_at", "is", null)
    .execute();
}

/** An issue of theirs. @throws AppError `not-found` when there is none with this id */
async function ownIssueOf(services: Pick<Services, "db">, userId: string, id: string): Promise<StoredIssue> {
  const row = await services.db
    .asMusician(userId)
    .read((tx) =>
      tx
        .selectFrom("letters")
        .select(["musician_id", "title", "body", "blocks", "preheader", "look", "translations"])
        .where("id", "=", id)
        .where("musician_id", "=", userId)
        .executeTakeFirst(),
    );
  if (!row) throw new AppError("not-found", t("This letter does not exist any more."));
  return { ...row, blocks: storedBlocks(row.blocks) };
}

/** @throws AppError `invalid` when it is more than mail programs show, in whatever language */
async function requireFit(
  services: Pick<Services, "db" | "config" | "site">,
  userId: string,
  id: string,
): Promise<void> {
  const issue = await ownIssueOf(services, userId, id);
  const longestAddress = `${services.config.origin}/${"x".repeat(200)}`;
  for (const translation of [null, ...Object.keys(issue.translations ?? {})]) {
    const content = await issueContent(services, issue, { isOwn: true, language: translation });
    const { html } = issueMail(content, { page: longestAddress, unsubscribe: longestAddress });
    if (Buffer.byteLength(html) > heaviestMail) throw new AppError("invalid", t(tooHeavy));
  }
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
    blocks?: string | null;
    preheader?: string;
    look?: Look;
    audience?: string;
    scheduled_for?: Date | null;
    finished_at?: Date | null;
    updated_at?: Date;
    in_archive?: boolean;
    translations?: Translations | undefined;
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
  if (!issue) throw new AppError("not-found", t("This letter does not exist any more."));
  throw new AppError("conflict", t("This letter has moved on meanwhile. Please look at it again."));
}

function requireMail(smtpUrl: string | undefined): void {
  if (!smtpUrl)
    throw new AppError("conflict", t("Mail isn't set up on this server, so nothing can be sent."));
}
