import type { Relation, World } from "../factories/world.ts";
import type { Expectations } from "./expectation.ts";

const video = [
  "title",
  "translations",
  "video_url",
  "video_type",
  "thumbnail_url",
  "is_primary",
  "display_order",
  "is_visible",
  "updated_at",
];
const videos = ["id", "user_id", "created_at", ...video];

export const videoExpectations = (_: World, { me, them }: Relation) =>
  ({
    video_gallery: {
      rows: {
        mine: me.video,
        "mine, hidden": me.hiddenVideo,
        theirs: them.video,
        "theirs, hidden": them.hiddenVideo,
      },
      visitor: { reads: { columns: videos, rows: ["mine", "theirs"] } },
      musician: {
        reads: { columns: videos, rows: ["mine", "mine, hidden", "theirs"] },
        updates: { columns: video, rows: ["mine", "mine, hidden"] },
        deletes: ["mine", "mine, hidden"],
        inserts: {
          row: {
            user_id: me.id,
            title: "New",
            translations: { de: { title: "Neu" } },
            video_url: "https://example.org/new.mp4",
            video_type: "mp4",
            thumbnail_url: null,
            is_primary: false,
            display_order: 1,
            is_visible: true,
            updated_at: new Date(),
          },
          refused: [{ user_id: them.id }],
        },
      },
    },
  }) satisfies Expectations;
