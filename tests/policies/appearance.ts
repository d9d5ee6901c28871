import type { Relation, World } from "../factories/world.ts";
import type { Expectations } from "./expectation.ts";

export const appearanceExpectations = ({ admin, backgrounds }: World, { me }: Relation) =>
  ({
    background_options: {
      rows: backgrounds,
      visitor: {
        reads: {
          columns: ["id", "name", "type", "url", "thumbnail_url", "is_active", "created_at"],
          rows: ["active", "taken off, still in use"],
        },
      },
      musician: {
        reads: {
          columns: ["id", "name", "type", "url", "thumbnail_url", "is_active", "created_at"],
          rows: ["active", "taken off, still in use"],
        },
      },
      admin: {
        reads: {
          columns: ["id", "name", "type", "url", "thumbnail_url", "is_active", "created_by", "created_at"],
          rows: Object.keys(backgrounds),
        },
        updates: {
          columns: ["name", "type", "url", "thumbnail_url", "is_active"],
          rows: Object.keys(backgrounds),
        },
        deletes: Object.keys(backgrounds),
        inserts: {
          row: {
            name: "New",
            type: "video",
            url: "https://example.org/new.mp4",
            thumbnail_url: null,
            is_active: true,
            created_by: admin.id,
          },
          refused: [{ created_by: me.id }, { created_by: null }],
        },
      },
    },
  }) satisfies Expectations;
