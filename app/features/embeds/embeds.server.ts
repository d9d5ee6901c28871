import type { Reader } from "#server/db/database.ts";
import { AppError } from "#server/errors.ts";
import type { Services } from "#server/services.ts";
import { artistPath } from "~/shared/artist-address";
import type { OwnEmbeds } from "~/shared/embeds";
import { t } from "~/shared/t";

/** @param origin of this server */
export async function ownEmbeds(tx: Reader, userId: string, origin: string): Promise<OwnEmbeds> {
  const profile = await tx
    .selectFrom("musician_profiles")
    .select(["artist_name as artistName", "custom_url as customUrl", "embeds_on as isOn"])
    .where("user_id", "=", userId)
    .executeTakeFirst();
  const path = profile && artistPath(profile);
  return { isOn: profile?.isOn ?? true, artist: path ? origin + path : null };
}

/**
 * Sets whether other sites may show the artist's music and dates.
 * @throws AppError `not-found` when the musician has no profile yet
 */
export async function setEmbeds({ db }: Pick<Services, "db">, userId: string, isOn: boolean): Promise<void> {
  await db.asMusician(userId).write(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable("musician_profiles")
      .set({ embeds_on: isOn })
      .where("user_id", "=", userId)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw new AppError("not-found", t("You have no artist profile yet."));
  });
}
