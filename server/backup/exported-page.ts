import { artistPath } from "../../app/shared/artist-address.ts";
import { largestAddress } from "../../app/shared/picture.ts";
import type { Services } from "../services.ts";
import { artistCopy, type Visit } from "../static-copy/artist-copy.ts";

/**
 * The page of an account as visitors see it, for its archive: `index.html` and what belongs to it, which play the files
 * that are in the archive anyway. Nothing while the account has no page, or none of it is public.
 * @param archiveNameOf where the archive keeps the file at an address
 */
export async function* exportedPage(
  { db, config }: Pick<Services, "db" | "config">,
  userId: string,
  visit: Visit,
  archiveNameOf: (address: string) => string,
): AsyncGenerator<{ name: string; input: string | Uint8Array }> {
  const musician = db.asMusician(userId);
  const { profile, copies } = await musician.read(async (tx) => ({
    profile: await tx
      .selectFrom("musician_profiles")
      .select(["artist_name as artistName", "custom_url as customUrl"])
      .where("user_id", "=", userId)
      .executeTakeFirst(),
    // The page plays them in the place of the originals, and the archive has none of what is made anew.
    copies: await tx
      .selectFrom("music_tracks")
      .select(["playback_url", "file_url"])
      .where("user_id", "=", userId)
      .where("playback_url", "is not", null)
      .execute(),
  }));
  const path = profile && artistPath(profile);
  if (!path) return;
  const originals = new Map(copies.map(({ playback_url, file_url }) => [playback_url, file_url]));
  const storedName = (address: string) => archiveNameOf(originals.get(address) ?? largestAddress(address));
  const files = artistCopy({ visit, origin: config.origin, artistPath: path, storedName, isForWeb: false });
  for await (const file of files) {
    if ("content" in file) yield { name: file.name, input: file.content };
  }
}
