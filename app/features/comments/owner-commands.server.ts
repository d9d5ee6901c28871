import { sql } from "kysely";
import type { RouterContextProvider } from "react-router";
import { requireCount } from "#server/chosen.ts";
import { violatesPolicy } from "#server/db/database.ts";
import { AppError } from "#server/errors.ts";
import type { Services } from "#server/services.ts";
import { requireVersion } from "#server/versions.ts";
import { callerContext } from "~/services.server";
import type { Chosen } from "~/shared/chosen";
import { msg, t } from "~/shared/t";
import {
  type AnswerForm,
  type CommentAction,
  type CommentSettings,
  notFound,
  notYours,
  settingsValues,
} from "./owner-schema";
import { isChosen } from "./queries.server";
import { reportComment } from "./report.server";

const gone = msg("This comment does not exist any more.");

/**
 * Executes an action of the comments screen.
 * @throws AppError as the command that it is about
 */
export async function executeCommentAction(
  services: Services,
  userId: string,
  form: CommentAction,
  context: Readonly<RouterContextProvider>,
) {
  switch (form.intent) {
    case "set-approved":
      return { count: await setApproved(services, userId, form.ids, form.isOn) };
    case "delete-comments":
      return { count: await deleteComments(services, userId, form.id) };
    case "save-settings":
      await saveSettings(services, userId, form);
      return { stored: settingsValues(form) };
    case "report-comment": {
      const from = context.get(callerContext).network;
      const { id: commentId, reason } = form;
      await reportComment(services, { commentId, reporterId: userId, from, reason });
      return { reported: true };
    }
    case "save-answer":
      return { stored: { answer: await saveAnswer(services, userId, form) } };
    case "remove-answer":
      await removeAnswer(services, userId, form.id);
      return { removed: true };
  }
}

/**
 * Shows comments on the page, or hides them. [2 §4]
 * @returns how many of them there are
 * @throws AppError `not-found` when none of them is on the musician's own profile; as `requireCount`
 */
export async function setApproved(
  { db }: Services,
  userId: string,
  chosen: Chosen,
  isOn: boolean,
): Promise<number> {
  return db.asMusician(userId).write(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable("fan_comments")
      .set({ is_approved: isOn })
      .where(isChosen(chosen))
      .where("musician_id", "=", userId)
      .executeTakeFirst();
    requireCount(chosen, numUpdatedRows);
    if (numUpdatedRows === 0n) throw new AppError("not-found", t(gone));
    return Number(numUpdatedRows);
  });
}

/**
 * Deletes comments for good. [2 §4, §6]
 * @returns how many there were
 * @throws AppError `not-found` when none of them is on the musician's own profile, in the documented words [2 §8]; as
 * `requireCount`
 */
export async function deleteComments({ db }: Services, userId: string, chosen: Chosen): Promise<number> {
  const own = db.asMusician(userId);
  try {
    const count = await own.write(async (tx) => {
      const { numDeletedRows } = await tx
        .deleteFrom("fan_comments")
        .where(isChosen(chosen))
        .where("musician_id", "=", userId)
        .executeTakeFirst();
      requireCount(chosen, numDeletedRows);
      return Number(numDeletedRows);
    });
    if (count > 0) return count;
  } catch (error) {
    if (violatesPolicy(error)) throw new AppError("not-found", t(notYours), { cause: error });
    throw error;
  }
  // On another's page only comments that every visitor may read are seen here.
  const elsewhere = await own.read((tx) =>
    tx.selectFrom("fan_comments").select("id").where(isChosen(chosen)).executeTakeFirst(),
  );
  throw new AppError("not-found", t(elsewhere ? notYours : notFound));
}

/**
 * Answers a comment on the musician's own profile, or changes the answer that it has.
 * @returns the answer
 * @throws AppError `not-found`; ChangedMeanwhile when the form was opened with another answer
 */
export async function saveAnswer(
  { db }: Services,
  userId: string,
  { id, answer, version }: AnswerForm,
): Promise<string> {
  await db.asMusician(userId).write(async (tx) => {
    const comment = await tx
      .selectFrom("fan_comments")
      .select("answer")
      .where("id", "=", id)
      .where("musician_id", "=", userId)
      .forUpdate()
      .executeTakeFirst();
    if (!comment) throw new AppError("not-found", t(gone));
    requireVersion(version, { answer: comment.answer ?? "" }, { answer });
    await tx
      .updateTable("fan_comments")
      .set({ answer, answered_at: sql<Date>`coalesce(answered_at, now())` })
      .where("id", "=", id)
      .execute();
  });
  return answer;
}

/** @throws AppError `not-found` when the comment isn't on the musician's own profile */
export async function removeAnswer({ db }: Services, userId: string, id: string): Promise<void> {
  const changed = await db
    .asMusician(userId)
    .write((tx) =>
      tx
        .updateTable("fan_comments")
        .set({ answer: null, answered_at: null })
        .where("id", "=", id)
        .where("musician_id", "=", userId)
        .executeTakeFirst(),
    );
  if (changed.numUpdatedRows === 0n) throw new AppError("not-found", t(gone));
}

/**
 * Keeps how the musician wants comments to be received; comments that are there already stay as they are.
 * @throws ChangedMeanwhile when the form was opened with another version
 */
async function saveSettings(
  { db }: Services,
  userId: string,
  { reviews_all, blocked_words, version }: CommentSettings & { version?: string | undefined },
): Promise<void> {
  await db.asMusician(userId).write(async (tx) => {
    // So that there is a row to hold.
    await tx
      .insertInto("comment_settings")
      .values({ musician_id: userId, reviews_all: false, blocked_words: [] })
      .onConflict((already) => already.column("musician_id").doNothing())
      .execute();
    const own = tx.selectFrom("comment_settings").where("musician_id", "=", userId);
    const { reviews_all: reviewed, words } = await own
      .select(["reviews_all", sql<string[]>`blocked_words`.as("words")])
      .forUpdate()
      .executeTakeFirstOrThrow();
    requireVersion(
      version,
      settingsValues({ reviews_all: reviewed, blocked_words: words }),
      settingsValues({ reviews_all, blocked_words }),
    );
    await tx
      .updateTable("comment_settings")
      .set({ reviews_all, blocked_words })
      .where("musician_id", "=", userId)
      .execute();
  });
}
