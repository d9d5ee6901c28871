import { sql, type Updateable } from "kysely";
import { type FormatChoice, type Formats, formatsFor, standardFormat } from "../app/shared/formats.ts";
import { isLanguage, type Language } from "../app/shared/languages.ts";
import { unknownTimeZone } from "../app/shared/time-zone.ts";
import type { Reader, Writer } from "./db/database.ts";
import type { AccountPreferences } from "./db/schema.ts";
import { AppError } from "./errors.ts";
import { scheduleNotifications } from "./notifications.ts";

type Preferences = Omit<Updateable<AccountPreferences>, "user_id">;

/** How an account's dates and numbers are written. */
export async function formatChoiceOf(tx: Reader, userId: string): Promise<FormatChoice> {
  const chosen = await tx
    .selectFrom("account_preferences")
    .select(["format", "time_zone as timeZone"])
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return chosen ?? standardFormat;
}

/** The language of an account's screens and of mails to it; null where they aren't said to be in any. */
export async function languageOfAccount(tx: Reader, userId: string): Promise<Language | null> {
  const chosen = await tx
    .selectFrom("account_preferences")
    .select("language")
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return chosen?.language && isLanguage(chosen.language) ? chosen.language : null;
}

/** What writes an account's dates and numbers, in mails to it and in answers. */
export async function formatsOf(tx: Reader, userId: string): Promise<Formats> {
  return formatsFor(await formatChoiceOf(tx, userId));
}

/**
 * Sets some of an account's preferences, and leaves the others as they are. What is still to be told is told at the new
 * times, or not at all.
 * @throws AppError `invalid` when the database doesn't know the time zone
 */
export async function setPreferences(tx: Writer, userId: string, values: Preferences): Promise<void> {
  if (values.time_zone) {
    const { rows } = await sql`select from pg_timezone_names where name = ${values.time_zone}`.execute(tx);
    if (rows.length === 0) {
      throw new AppError("invalid", unknownTimeZone, { field: "time_zone" });
    }
  }
  await tx
    .insertInto("account_preferences")
    .values({ user_id: userId, ...values })
    .onConflict((conflict) => conflict.column("user_id").doUpdateSet(values))
    .execute();
  await scheduleNotifications(tx, userId);
}
