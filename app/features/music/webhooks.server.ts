import type { WebhookEvent } from "#server/features.ts";
import { artistPath, releasePath } from "~/shared/artist-address";

/** A release as visitors see it, with the path of its page. It may be announced only: then `released_at` is to come. */
const release: WebhookEvent = {
  readBy: "visitor",
  async data(tx, id) {
    const found = await tx
      .selectFrom("releases as release")
      .innerJoin("musician_profiles as profile", "profile.user_id", "release.user_id")
      .select(["artist_name as artistName", "custom_url as customUrl"])
      .select([
        "release.id",
        "release.slug",
        "release.title",
        "release.kind",
        "release.description",
        "release.credits",
        "release.licence",
        "release.upc",
        "release.release_date",
        "release.released_at",
        "release.published_at",
      ])
      .where("release.id", "=", id)
      .where("profile.show_music_section", "=", true)
      .executeTakeFirst();
    if (!found) return;
    const { artistName, customUrl, ...row } = found;
    const artist = artistPath({ artistName, customUrl });
    return { ...row, path: artist && releasePath(artist, row.slug) };
  },
};

export const releaseWebhooks = { "release.published": release };
