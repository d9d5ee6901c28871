import type { Feature } from "#server/features.ts";
import { msg } from "~/shared/t";

export default {
  tables: {
    deleted_items: {
      owner: "user_id",
      exported: "its owner has deleted it",
      contents: {
        text: msg(
          "{count, plural, one {{shown} recently deleted item} other {{shown} recently deleted items}}",
        ),
        place: 15,
      },
    },
    deleted_files: {
      owner: "user_id",
      files: ["url"],
      exported: "its owner has deleted them",
    },
  },
} satisfies Feature;
