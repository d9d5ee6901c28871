import type { Relation, World } from "../factories/world.ts";
import type { Expectations } from "./expectation.ts";

const pageLink = [
  "title",
  "translations",
  "url",
  "icon",
  "image_url",
  "display_order",
  "shown_from",
  "shown_until",
  "is_visible",
];
const pageLinks = ["id", "user_id", "created_at", ...pageLink];

export const linksExpectations = (_: World, { me, them }: Relation) =>
  ({
    page_links: {
      rows: {
        mine: me.pageLink,
        "mine, hidden": me.hiddenPageLink,
        "mine, too early": me.earlyPageLink,
        "mine, too late": me.latePageLink,
        theirs: them.pageLink,
        "theirs, hidden": them.hiddenPageLink,
        "theirs, too early": them.earlyPageLink,
        "theirs, too late": them.latePageLink,
      },
      visitor: { reads: { columns: pageLinks, rows: ["mine", "theirs"] } },
      musician: {
        reads: {
          columns: pageLinks,
          rows: ["mine", "mine, hidden", "mine, too early", "mine, too late", "theirs"],
        },
        updates: { columns: pageLink, rows: ["mine", "mine, hidden", "mine, too early", "mine, too late"] },
        deletes: ["mine", "mine, hidden", "mine, too early", "mine, too late"],
        inserts: {
          row: {
            user_id: me.id,
            title: "Vinyl pre-order",
            translations: { de: { title: "Neu" } },
            url: "https://example.org",
            icon: "record",
            image_url: null,
            display_order: 1,
            shown_from: null,
            shown_until: null,
            is_visible: true,
          },
          refused: [{ user_id: them.id }],
        },
      },
    },
  }) satisfies Expectations;
