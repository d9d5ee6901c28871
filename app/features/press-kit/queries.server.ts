import type { Reader } from "#server/db/database.ts";
import { artistPath } from "~/shared/artist-address";

/** The musician's press kit; null while there is none. [2 §7] */
export async function ownPressKit(tx: Reader, userId: string) {
  const kit = await tx
    .selectFrom("press_kits")
    .leftJoin("musician_profiles", "musician_profiles.user_id", "press_kits.user_id")
    .select(["press_kits.id", "file_name", "file_url", "file_size", "press_kits.created_at"])
    .select(["artist_name", "custom_url"])
    .where("press_kits.user_id", "=", userId)
    .executeTakeFirst();
  if (!kit) return null;
  const { artist_name, custom_url, ...row } = kit;
  const page = artistPath({ artistName: artist_name, customUrl: custom_url });
  /** The path to give away: it leads to whichever press kit there is, once the artist has a page. */
  const link = page ? `${page}/press-kit.pdf` : row.file_url;
  return { ...row, link };
}

export type OwnPressKit = NonNullable<Awaited<ReturnType<typeof ownPressKit>>>;
