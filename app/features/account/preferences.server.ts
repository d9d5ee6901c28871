import { sql } from "kysely";
import type { Reader } from "#server/db/database.ts";
import { setPreferences } from "#server/preferences.ts";
import type { Services } from "#server/services.ts";
import { requireVersion } from "#server/versions.ts";
import { notificationKinds } from "~/shared/notification-kinds";
import {
  formatsValues,
  languageValues,
  mailsValues,
  type Preferences,
  type PreferencesAction,
} from "./schema.ts";

/** The account's preferences; the defaults before any choice. */
export async function preferencesOf(tx: Reader, userId: string): Promise<Preferences> {
  const { rows } = await sql<Preferences>`
    select coalesce(time_zone, '') as time_zone, coalesce(format, 'en-US') as format, language,
      app.mails_when(person.id, 'bookings') as bookings, app.mails_when(person.id, 'comments') as comments,
      app.mails_when(person.id, 'messages') as messages, app.mails_when(person.id, 'subscribers') as subscribers
    from (select ${userId}::uuid as id) person
      left join account_preferences on user_id = person.id`.execute(tx);
  const [preferences] = rows;
  if (!preferences) throw new Error("The database has left out a row.");
  return preferences;
}

/**
 * Saves one of the forms of the account's preferences.
 * @throws ChangedMeanwhile when the form was opened with other values
 * @throws AppError `invalid` when the database doesn't know the time zone
 */
export async function executePreferencesAction(
  { db }: Pick<Services, "db">,
  userId: string,
  form: PreferencesAction,
) {
  return db.asMusician(userId).write(async (tx) => {
    // So that there is a row to hold.
    await tx
      .insertInto("account_preferences")
      .values({ user_id: userId })
      .onConflict((already) => already.column("user_id").doNothing())
      .execute();
    await tx
      .selectFrom("account_preferences")
      .select("user_id")
      .where("user_id", "=", userId)
      .forUpdate()
      .executeTakeFirstOrThrow();
    const held = await preferencesOf(tx, userId);
    if (form.intent === "save-mails") {
      const { intent, version, ...mails } = form;
      const wanted = mailsValues({ ...held, ...mails });
      requireVersion(version, mailsValues(held), wanted);
      await setPreferences(tx, userId, mails);
      return { stored: wanted };
    }
    if (form.intent === "save-language") {
      const { language } = form;
      const wanted = languageValues({ ...held, language });
      requireVersion(form.version, languageValues(held), wanted);
      await setPreferences(tx, userId, { language });
      return { stored: wanted };
    }
    const { time_zone, format } = form;
    const wanted = formatsValues({ ...held, time_zone, format });
    requireVersion(form.version, formatsValues(held), wanted);
    await setPreferences(tx, userId, { time_zone: time_zone || null, format });
    return { stored: wanted };
  });
}

const keyShape = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** What the link at the end of a mail switches off; null for a link that is none, or of an account that is gone. */
export async function mailsToStop({ db }: Pick<Services, "db">, key: string) {
  if (!keyShape.test(key)) return null;
  const mail = await db
    .asSystem()
    .read((tx) =>
      tx.selectFrom("notification_mails").select("about").where("off_key", "=", key).executeTakeFirst(),
    );
  return mail?.about ?? null;
}

/** Switches these mails off, as often as it is asked: those of one kind, or all that come daily. */
export async function stopMails({ db }: Pick<Services, "db">, key: string): Promise<void> {
  if (!keyShape.test(key)) return;
  await db.asSystem().write(async (tx) => {
    const mail = await tx
      .selectFrom("notification_mails")
      .select(["user_id", "about"])
      .where("off_key", "=", key)
      .executeTakeFirst();
    if (!mail) return;
    const { user_id, about } = mail;
    if (about !== "daily") return setPreferences(tx, user_id, { [about]: "never" });
    const held = await preferencesOf(tx, user_id);
    const daily = notificationKinds.filter((kind) => held[kind] === "daily");
    if (daily.length === 0) return;
    await setPreferences(tx, user_id, Object.fromEntries(daily.map((kind) => [kind, "never"])));
  });
}
