import type { Relation, World } from "../factories/world.ts";
import type { Expectations } from "./expectation.ts";

const track = ["title", "cover_image", "downloads_enabled", "is_visible", "display_order"];
const offers = ["tag_title", "has_embedded_cover"];
const sound = ["waveform", "loudness", "is_shorter", "playback_url"];
const copying = ["playback_state", "playback_percent"];
const about = ["lyrics", "credits", "licence", "isrc", "translations"];
const tracks = [
  "id",
  "user_id",
  "file_url",
  "duration",
  "play_count",
  "created_at",
  "slug",
  ...sound,
  ...track,
  ...about,
];
const release = [
  "title",
  "kind",
  "description",
  "credits",
  "translations",
  "licence",
  "upc",
  "cover_image",
  "published_at",
  "release_date",
  "time_zone",
  "updated_at",
];
const releases = ["id", "user_id", "slug", "released_at", "created_at", ...release];
const entries = ["user_id", "release_id", "track_id", "position", "is_early"];
const links = ["id", "user_id", "release_id", "position", "platform", "url"];
const privateLinks = ["id", "user_id", "name", "token", "track_id", "release_id", "expires_at"];
const formerSlugs = ["user_id", "kind", "slug", "track_id", "release_id"];

export const musicExpectations = (_: World, { me, them }: Relation) =>
  ({
    music_tracks: {
      rows: {
        mine: me.track.id,
        "mine, hidden": me.hiddenTrack.id,
        "mine, to come": me.trackToCome.id,
        "mine, of a draft": me.draftTrack.id,
        theirs: them.track.id,
        "theirs, hidden": them.hiddenTrack.id,
        "theirs, to come": them.trackToCome.id,
        "theirs, of a draft": them.draftTrack.id,
      },
      visitor: { reads: { columns: tracks, rows: ["mine", "theirs"] } },
      musician: {
        reads: {
          columns: [...tracks, ...offers, ...copying, "out_at", "file_size", "analysed_at", "source_digest"],
          rows: ["mine", "mine, hidden", "mine, to come", "mine, of a draft", "theirs"],
        },
        updates: {
          columns: [...track, ...offers, ...about],
          rows: ["mine", "mine, hidden", "mine, to come", "mine, of a draft"],
        },
        deletes: ["mine", "mine, hidden", "mine, to come", "mine, of a draft"],
        inserts: {
          row: {
            user_id: me.id,
            title: "New",
            file_url: null,
            duration: null,
            cover_image: null,
            downloads_enabled: true,
            is_visible: true,
            display_order: 1,
            file_size: 1,
            source_digest: "0".repeat(64),
            lyrics: null,
            isrc: null,
            translations: { de: { title: "Neu" } },
            tag_title: null,
            has_embedded_cover: false,
          },
          refused: [{ user_id: them.id }],
        },
      },
    },
    releases: {
      rows: {
        mine: me.release,
        "mine, a draft": me.draftRelease,
        "mine, deleted": me.deletedRelease,
        theirs: them.release,
        "theirs, a draft": them.draftRelease,
        "theirs, deleted": them.deletedRelease,
      },
      visitor: { reads: { columns: releases, rows: ["mine", "theirs"] } },
      musician: {
        reads: {
          columns: [...releases, "deleted_at"],
          rows: ["mine", "mine, a draft", "mine, deleted", "theirs"],
        },
        updates: { columns: [...release, "deleted_at"], rows: ["mine", "mine, a draft", "mine, deleted"] },
        deletes: ["mine", "mine, a draft", "mine, deleted"],
        inserts: {
          row: {
            user_id: me.id,
            title: "New",
            kind: "album",
            description: null,
            credits: null,
            translations: { de: { title: "Neu" } },
            licence: "cc-by",
            upc: null,
            cover_image: null,
            published_at: null,
            release_date: null,
            time_zone: "UTC",
          },
          refused: [{ user_id: them.id }],
        },
      },
    },
    release_tracks: {
      rows: {
        mine: me.trackToCome.id,
        "mine, of a draft": me.draftTrack.id,
        theirs: them.trackToCome.id,
        "theirs, of a draft": them.draftTrack.id,
      },
      key: "track_id",
      visitor: { reads: { columns: entries, rows: ["mine", "theirs"] } },
      musician: {
        reads: { columns: [...entries, "is_hidden_with"], rows: ["mine", "mine, of a draft", "theirs"] },
        updates: {
          columns: ["position", "is_early", "is_hidden_with"],
          rows: ["mine", "mine, of a draft"],
        },
        deletes: ["mine", "mine, of a draft"],
        inserts: {
          row: {
            user_id: me.id,
            release_id: me.release,
            track_id: me.track.id,
            position: 2,
            is_early: false,
          },
          refused: [{ user_id: them.id }],
        },
      },
    },
    private_links: {
      rows: { mine: me.privateLink, theirs: them.privateLink },
      musician: {
        reads: { columns: [...privateLinks, "created_at"], rows: ["mine"] },
        deletes: ["mine"],
        inserts: {
          row: {
            user_id: me.id,
            name: "Label",
            token: "0123456789abcdefghijkl",
            track_id: me.track.id,
            release_id: null,
            expires_at: null,
          },
          refused: [{ user_id: them.id }],
        },
      },
    },
    release_links: {
      rows: {
        mine: me.releaseLink,
        "mine, of a draft": me.draftReleaseLink,
        theirs: them.releaseLink,
        "theirs, of a draft": them.draftReleaseLink,
      },
      visitor: { reads: { columns: links, rows: ["mine", "theirs"] } },
      musician: {
        reads: { columns: links, rows: ["mine", "mine, of a draft", "theirs"] },
        deletes: ["mine", "mine, of a draft"],
        inserts: {
          row: {
            user_id: me.id,
            release_id: me.release,
            position: 1_000_000,
            platform: "tidal",
            url: "https://example.org",
          },
          refused: [{ user_id: them.id }],
        },
      },
    },
    release_reminders: {
      rows: {
        mine: me.reminder,
        "mine, in doubt": me.doubtfulReminder,
        theirs: them.reminder,
        "theirs, in doubt": them.doubtfulReminder,
      },
      visitor: {
        inserts: {
          row: { user_id: me.id, release_id: me.release, email: "fan@example.org", language: "de" },
          refused: [{ release_id: me.draftRelease }, { release_id: me.deletedRelease }, { user_id: them.id }],
        },
      },
      musician: {
        reads: {
          columns: ["id", "user_id", "release_id", "confirmed_at", "status", "created_at"],
          rows: ["mine", "mine, in doubt"],
        },
        updates: { columns: ["status"], rows: ["mine, in doubt"], to: { status: "waiting" } },
      },
    },
    release_notices: {
      rows: { mine: me.notice, theirs: them.notice },
      key: "release_id",
      musician: {
        reads: {
          columns: ["release_id", "user_id", "started_at", "finished_at", "told", "failed", "doubtful"],
          rows: ["mine"],
        },
      },
    },
    former_music_slugs: {
      rows: {
        mine: me.formerTrackSlug,
        "mine, of a track to come": me.formerTrackToComeSlug,
        "mine, of a release": me.formerReleaseSlug,
        "mine, of a draft": me.formerDraftSlug,
        theirs: them.formerTrackSlug,
        "theirs, of a track to come": them.formerTrackToComeSlug,
        "theirs, of a release": them.formerReleaseSlug,
        "theirs, of a draft": them.formerDraftSlug,
      },
      key: "slug",
      visitor: {
        reads: {
          columns: formerSlugs,
          rows: ["mine", "mine, of a release", "theirs", "theirs, of a release"],
        },
      },
      musician: {
        reads: {
          columns: formerSlugs,
          rows: [
            "mine",
            "mine, of a track to come",
            "mine, of a release",
            "mine, of a draft",
            "theirs",
            "theirs, of a release",
          ],
        },
      },
    },
  }) satisfies Expectations;
