import { sql } from "kysely";
import type { Reader } from "#server/db/database.ts";
import { AppError } from "#server/errors.ts";
import type { Services } from "#server/services.ts";
import { draftDays } from "~/shared/draft-days";
import { t } from "~/shared/t";
import { type DraftAction, mostDrafts } from "./schema.ts";

/** What its musician has typed into a form and not saved, on any of their devices; null where there is nothing. */
export async function draftOf(tx: Reader, userId: string, about: string) {
  const draft = await tx
    .selectFrom("drafts")
    .select(["fields", "updated_at"])
    .where("user_id", "=", userId)
    .where("about", "=", about)
    .where("updated_at", ">", sql<Date>`now() - ${draftDays} * interval '1 day'`)
    .executeTakeFirst();
  return draft ?? null;
}

/**
 * Keeps what is typed in place of what was kept of the same form, or drops it. Old drafts of the musician, and those beyond
 * the most that are kept, go on the way.
 * @throws AppError `too-large` where the database takes less than the form
 */
export async function executeDraftAction(
  { db }: Pick<Services, "db">,
  userId: string,
  form: DraftAction,
): Promise<void> {
  await db.asMusician(userId).write(async (tx) => {
    const own = tx.deleteFrom("drafts").where("user_id", "=", userId);
    await own.where("about", "=", form.about).execute();
    if (form.intent === "drop-draft") return;
    const fields = JSON.stringify(form.fields);
    if (Buffer.byteLength(fields) > 250_000) throw new AppError("too-large", t("This draft is too long."));
    await tx.insertInto("drafts").values({ user_id: userId, about: form.about, fields }).execute();
    const newest = tx
      .selectFrom("drafts")
      .select("about")
      .where("user_id", "=", userId)
      .where("updated_at", ">", sql<Date>`now() - ${draftDays} * interval '1 day'`)
      .orderBy("updated_at", "desc")
      .limit(mostDrafts);
    await own.where("about", "not in", newest).execute();
  });
}
