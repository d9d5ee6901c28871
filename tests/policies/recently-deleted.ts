import type { Relation, World } from "../factories/world.ts";
import type { Expectations } from "./expectation.ts";

const items = ["id", "user_id", "kind", "name", "deleted_at", "bytes"];

export const recentlyDeletedExpectations = (_: World, { me, them }: Relation) =>
  ({
    deleted_items: {
      rows: { mine: me.deleted.id, theirs: them.deleted.id },
      musician: { reads: { columns: items, rows: ["mine"] }, deletes: ["mine"] },
    },
    deleted_files: {
      rows: { mine: me.deleted.file, theirs: them.deleted.file },
      key: "url",
      visitor: { reads: { columns: ["url"], rows: [] } },
      musician: { reads: { columns: ["url"], rows: [] } },
    },
  }) satisfies Expectations;
