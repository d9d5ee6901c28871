import type { Reader } from "#server/db/database.ts";
import { artistPath } from "~/shared/artist-address";

export interface OwnPressKit {
  id: string;
  fileName: string;
  fileUrl: string;
  /** Bytes. */
  bytes: number;
  uploadedAt: Date;
  /** The path to give away: it leads to whichever press kit there is, once the artist has a page. */
  link: string;
}

/** The musician's press kit; null while there is none. [2 §7] */
export async function ownPressKit(tx: Reader, userId: string): Promise<OwnPressKit | null> {
  const kit = await tx
    .selectFrom("press_kits")
    .leftJoin("musician_profiles", "musician_profiles.user_id", "press_kits.user_id")
    .select(["press_kits.id", "file_name", "file_url", "file_size", "press_kits.created_at"])
    .select(["artist_name", "custom_url"])
    .where("press_kits.user_id", "=", userId)
    .executeTakeFirst();
  if (!kit) return null;
  const page = artistPath({ artistName: kit.artist_name, customUrl: kit.custom_url });
  return {
    id: kit.id,
    fileName: kit.file_name,
    fileUrl: kit.file_url,
    bytes: kit.file_size,
    uploadedAt: kit.created_at,
    link: page ? `${page}/press-kit.pdf` : kit.file_url,
  };
}
