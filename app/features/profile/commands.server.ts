import { type Database, violates } from "#server/db/database.ts";
import { AppError } from "#server/errors.ts";
import { customUrlIsFree } from "./queries.server";
import { type ProfileForm, takenText } from "./schema";

/**
 * Creates or updates the musician's profile. Of two who save the same custom URL at once, one is told. A custom URL
 * whose check fails counts as taken. [2 §5]
 * @throws AppError `conflict` on `custom_url` when another has it, or when it is one of the site's own words
 */
export async function saveProfile(db: Database, userId: string, profile: ProfileForm): Promise<void> {
  try {
    await db.asMusician(userId).write(async (tx) => {
      const { custom_url } = profile;
      if (custom_url) {
        const isFree = await customUrlIsFree(tx, custom_url, userId).catch((error: unknown) => {
          throw taken(custom_url, error);
        });
        if (!isFree) throw taken(custom_url);
      }
      const fields = { ...profile, updated_at: new Date() };
      await tx
        .insertInto("musician_profiles")
        .values({ user_id: userId, ...fields })
        .onConflict((conflict) => conflict.column("user_id").doUpdateSet(fields))
        .execute();
    });
  } catch (error) {
    if (
      violates(error, "musician_profiles_custom_url_key") ||
      violates(error, "musician_profiles_custom_url_reserved")
    ) {
      throw taken(profile.custom_url ?? "", error);
    }
    throw error;
  }
}

function taken(customUrl: string, cause?: unknown): AppError {
  return new AppError("conflict", takenText(customUrl), { field: "custom_url", cause });
}
