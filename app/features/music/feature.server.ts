import { z } from "zod";
import type { Feature } from "#server/features.ts";
import { displayOrder, past } from "~/shared/archived";
import { msg } from "~/shared/t";
import { newToken } from "./private-links.server.ts";
import { linkLimit, tooManyLinks } from "./private-links-schema.ts";
import { archived, releaseLimits, tooManyReleases } from "./releases-schema.ts";
import { trackTitle } from "./schema.ts";
import { releaseWebhooks } from "./webhooks.server.ts";

export default {
  tables: {
    music_tracks: {
      owner: "user_id",
      dropsPages: "owner's",
      files: ["file_url", "cover_image", "playback_url"],
      madeAnew: ["playback_url", "playback_state", "playback_percent"],
      exported: true,
      // The fields of a track beside its file, which is imported as an upload.
      imported: {
        schema: z
          .object({
            title: trackTitle,
            downloads_enabled: z.boolean(),
            is_visible: z.boolean(),
            display_order: displayOrder,
            play_count: z.int().min(0),
            created_at: past,
          })
          .partial()
          .and(archived.music_tracks),
      },
      contents: {
        text: msg("{count, plural, one {{shown} track} other {{shown} tracks}}"),
        place: 1,
      },
      counted: [
        {
          kind: "plays",
          target: "id::text",
          shown: `(is_visible and profile.show_music_section or exists (
            select from private_links link
            where link.id = given.link and (
              link.track_id = music_tracks.id or link.release_id in (
                select release_id from release_tracks where track_id = music_tracks.id))))`,
        },
        {
          kind: "downloads",
          target: "file_url",
          shown: "is_visible and downloads_enabled and profile.show_music_section",
        },
      ],
    },
    releases: {
      owner: "user_id",
      dropsPages: "owner's",
      files: ["cover_image"],
      exported: true,
      imported: {
        schema: archived.releases,
        most: { rows: releaseLimits.releases, text: tooManyReleases },
      },
      contents: {
        text: msg("{count, plural, one {{shown} release} other {{shown} releases}}"),
        place: 2,
      },
    },
    release_tracks: {
      owner: "user_id",
      dropsPages: "owner's",
      exported: true,
      imported: { schema: archived.release_tracks, of: ["release_id", "track_id"] },
    },
    release_links: {
      owner: "user_id",
      dropsPages: "owner's",
      exported: true,
      imported: { schema: archived.release_links, of: ["release_id"] },
      counted: [{ kind: "clicks", target: "url", shown: "true", name: "url" }],
    },
    release_reminders: {
      owner: "user_id",
      // They were left for one mail alone, which this server sends.
      exported: "addresses of fans that the artist doesn't get, only the number of them",
      contents: {
        text: msg(
          "{count, plural, one {{shown} fan to be told of a release} other {{shown} fans to be told of a release}}",
        ),
        place: 13,
      },
    },
    release_notices: {
      owner: "user_id",
      exported: "how many of those fans were told, which is about this installation's mails",
    },
    private_links: {
      owner: "user_id",
      exported: true,
      secrets: ["token"],
      imported: {
        schema: archived.private_links.transform((link) => ({ ...link, token: newToken() })),
        most: { rows: linkLimit, text: tooManyLinks },
        of: ["track_id", "release_id"],
      },
      contents: {
        text: msg("{count, plural, one {{shown} private link} other {{shown} private links}}"),
        place: 14,
      },
    },
    former_music_slugs: {
      owner: "user_id",
      exported: true,
      imported: { schema: archived.former_music_slugs, of: ["track_id", "release_id"] },
    },
  },
  importedColumns: {
    musician_profiles: z.object({ plays_on: z.boolean(), has_podcast: z.boolean() }).partial(),
  },
  webhooks: releaseWebhooks,
} satisfies Feature;
