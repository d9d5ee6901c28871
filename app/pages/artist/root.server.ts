import { profileBySlug } from "#server/db/fragments.ts";
import type { Services } from "#server/services.ts";
import { artistPath } from "~/shared/artist-address";

interface Artist {
  artistName: string;
  customUrl: string | null;
}

const columns = `custom_url as "customUrl", artist_name as "artistName"`;
const chosenArtist = {
  name: "root-by-account",
  text: `select ${columns} from musician_profiles where user_id = $1`,
};
/** By a former address too, as long as it leads to the artist. */
const artistOfEnvironment = {
  name: "root-by-address",
  text: `select ${columns} from ${profileBySlug} profile`,
};

/**
 * The path of the artist's page that stands at the root; undefined for the landing page, also while there is no such
 * artist, or nothing of theirs is public. What an admin has set holds over `SITE`. Asks nothing where neither names an
 * artist.
 * @throws AppError `unavailable`
 */
export async function rootPath({
  config,
  db,
  site,
}: Pick<Services, "config" | "db" | "site">): Promise<string | undefined> {
  const { root, rootArtist } = await site.shown();
  if (root === "landing") return undefined;
  const named = root === "artist" ? rootArtist : config.site;
  if (!named) return undefined;
  const statement = root === "artist" ? chosenArtist : artistOfEnvironment;
  const [artist] = await db.asVisitor().readOnce<Artist>(statement, [named]);
  return (artist && artistPath(artist)) ?? undefined;
}
