import { uploadAddress } from "../factories/page.ts";
import type { Relation, World } from "../factories/world.ts";
import type { Expectations } from "./expectation.ts";

const pressKits = ["id", "user_id", "file_name", "file_url", "file_size", "created_at"];

export const pressKitExpectations = ({ admin, newcomer }: World, { me, them }: Relation) =>
  ({
    press_kits: {
      rows: { mine: me.pressKit, theirs: them.pressKit },
      visitor: { reads: { columns: pressKits, rows: ["mine", "theirs"] } },
      musician: {
        reads: { columns: pressKits, rows: ["mine", "theirs"] },
        deletes: ["mine"],
        inserts: {
          as: newcomer.id,
          row: {
            user_id: newcomer.id,
            file_name: "new.pdf",
            file_url: uploadAddress("press-kits", newcomer.id, "new.pdf"),
            file_size: 1,
          },
          refused: [{ user_id: admin.id, file_url: uploadAddress("press-kits", admin.id, "new.pdf") }],
        },
      },
    },
  }) satisfies Expectations;
