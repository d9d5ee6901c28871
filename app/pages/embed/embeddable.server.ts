import type { Actor } from "#server/db/database.ts";
import { pageStatement, profileBySlug } from "#server/db/fragments.ts";

const embeddable = pageStatement("embeddable", profileBySlug, {
  artistName: "artist_name",
  customUrl: "custom_url",
  embedsOn: "embeds_on",
});

/** The artist whose things are to be embedded; null when nobody answers to the slug. */
export async function findEmbeddable(visitor: Actor, slug: string) {
  const [row] = await visitor.readOnce(embeddable, [slug]);
  return row ?? null;
}
