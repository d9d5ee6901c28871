import { sql } from "kysely";
import { violates } from "#server/db/database.ts";
import { AppError } from "#server/errors.ts";
import { savedTranslations } from "#server/row-translations.ts";
import type { Services } from "#server/services.ts";
import { requireVersion } from "#server/versions.ts";
import { translatedColumns } from "~/shared/first-actions";
import { t } from "~/shared/t";
import { choicesOf, valuesOf } from "./choices.ts";
import { heldAppearance } from "./queries.server.ts";
import { failureTexts, type Settings } from "./schema.ts";

const goneText = () =>
  failureTexts.notSaved(t("This background is offered no longer. Please choose another one."));

/**
 * Saves how a musician's own page looks. A background that is offered no longer may stay, but not be chosen anew.
 * [2 §7 Appearance]
 * @param version what the form was opened with
 * @throws AppError `conflict` while there is no artist name, or when the background is gone; in the documented words
 * @throws ChangedMeanwhile when the form was opened with another version
 */
export async function saveAppearance(
  { db }: Pick<Services, "db">,
  userId: string,
  settings: Settings,
  version?: string,
): Promise<void> {
  try {
    await db.asMusician(userId).write(async (tx) => {
      // Held until the end: the name goes back as it is, not over one that is saved meanwhile.
      const profile = await heldAppearance(tx, userId);
      if (!profile?.artist_name.trim()) throw new AppError("conflict", t(failureTexts.nameFirst));
      requireVersion(version, valuesOf(choicesOf(profile)), valuesOf(choicesOf(settings)));
      const { background_id } = settings;
      if (background_id && background_id !== profile.background_id) {
        const offered = await tx
          .selectFrom("background_options")
          .select("id")
          .where("id", "=", background_id)
          .where("is_active", "=", true)
          .executeTakeFirst();
        if (!offered) throw new AppError("conflict", goneText());
      }
      // The stored function keeps its documented parameters.
      const {
        layout,
        name_font,
        first_action,
        first_action_label,
        first_action_url,
        translations: given,
        ...documented
      } = settings;
      const translations = savedTranslations(profile.translations, translatedColumns, given);
      await tx
        .updateTable("musician_profiles")
        .set({ layout, name_font, first_action, first_action_label, first_action_url, translations })
        .where("user_id", "=", userId)
        .execute();
      const parameters = Object.entries({
        user_id: userId,
        artist_name: profile.artist_name,
        ...documented,
      }).map(([column, value]) => sql`${sql.ref(`p_${column}`)} => ${value}`);
      await sql`select from upsert_musician_appearance_settings(${sql.join(parameters)})`.execute(tx);
    });
  } catch (error) {
    if (!violates(error, "musician_profiles_background_id_fkey")) throw error;
    throw new AppError("conflict", goneText(), { cause: error });
  }
}
