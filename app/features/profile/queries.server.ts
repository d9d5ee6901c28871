import type { Reader } from "#server/db/database.ts";

/** The profile form's fields, or undefined before the first save. */
export function ownProfile(tx: Reader, userId: string) {
  return tx
    .selectFrom("musician_profiles")
    .select(["artist_name", "bio", "location", "custom_url", "cover_image_size"])
    .where("user_id", "=", userId)
    .executeTakeFirst();
}

/** Is the custom URL free for this musician? Only exact matches of others count. [2 §7] */
export async function customUrlIsFree(tx: Reader, customUrl: string, userId: string): Promise<boolean> {
  const other = await tx
    .selectFrom("musician_profiles")
    .select(["id", "user_id"])
    .where("custom_url", "=", customUrl)
    .where("user_id", "<>", userId)
    .executeTakeFirst();
  return other === undefined;
}
