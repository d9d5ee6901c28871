import type { Relation, World } from "../factories/world.ts";
import type { Expectations } from "./expectation.ts";

const socialLinks = ["id", "user_id", "platform", "url", "created_at", "display_order"];

export const socialLinksExpectations = (_: World, { me, them }: Relation) =>
  ({
    social_links: {
      rows: { mine: me.socialLink, theirs: them.socialLink },
      visitor: { reads: { columns: socialLinks, rows: ["mine", "theirs"] } },
      musician: {
        reads: { columns: socialLinks, rows: ["mine", "theirs"] },
        updates: { columns: ["platform", "url", "display_order"], rows: ["mine"] },
        deletes: ["mine"],
        inserts: {
          row: { user_id: me.id, platform: "tidal", url: "https://example.org" },
          refused: [{ user_id: them.id }],
        },
      },
    },
  }) satisfies Expectations;
