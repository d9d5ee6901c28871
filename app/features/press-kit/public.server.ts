import { row } from "#server/db/fragments.ts";

/** The press kit on the page. */
export const pressKitPart = row(
  "press_kits",
  { fileUrl: "file_url", fileName: "file_name", bytes: "file_size" },
  "where user_id = profile.user_id",
);
