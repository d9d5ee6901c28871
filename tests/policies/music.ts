import type { Relation, World } from "../factories/world.ts";
import type { Expectations } from "./expectation.ts";

const track = ["title", "cover_image", "downloads_enabled", "is_visible", "display_order"];
const offers = ["tag_title", "has_embedded_cover"];
const sound = ["waveform", "loudness", "is_shorter"];
const tracks = ["id", "user_id", "file_url", "duration", "play_count", "created_at", ...sound, ...track];

export const musicExpectations = (_: World, { me, them }: Relation) =>
  ({
    music_tracks: {
      rows: {
        mine: me.track.id,
        "mine, hidden": me.hiddenTrack.id,
        theirs: them.track.id,
        "theirs, hidden": them.hiddenTrack.id,
      },
      visitor: { reads: { columns: tracks, rows: ["mine", "theirs"] } },
      musician: {
        reads: {
          columns: [...tracks, ...offers, "file_size", "analysed_at"],
          rows: ["mine", "mine, hidden", "theirs"],
        },
        updates: { columns: [...track, ...offers], rows: ["mine", "mine, hidden"] },
        deletes: ["mine", "mine, hidden"],
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
            tag_title: null,
            has_embedded_cover: false,
          },
          refused: [{ user_id: them.id }],
        },
      },
    },
  }) satisfies Expectations;
