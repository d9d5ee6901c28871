import { z } from "zod";
import { asFormOf, idField, resource, timeField } from "#server/api/resource.ts";
import { executePhotoAction } from "./commands.server";
import { captionLimit, photoActionSchema } from "./schema";

const written = z.strictObject({
  caption: z.string().max(captionLimit),
  alt_text: z.string().max(captionLimit).meta({ description: "For those who can't see it." }),
});

export const resources = [
  resource({
    path: "photos",
    area: "gallery",
    name: { one: "photo", many: "photos" },
    about: "The gallery. Photos are sent as files.",
    table: "photo_gallery",
    owner: "user_id",
    row: written.extend({
      id: idField,
      image_url: z.string(),
      display_order: z.int(),
      created_at: timeField,
    }),
    rows: (tx, userId, asked) =>
      asked(
        tx
          .selectFrom("photo_gallery")
          .select(["id", "image_url", "caption", "alt_text", "display_order", "created_at"])
          .where("user_id", "=", userId),
      ),
    update: {
      body: written.partial(),
      run(services, userId, stored, changed) {
        const form = asFormOf(photoActionSchema, { ...stored, ...changed, intent: "describe-photo" });
        return executePhotoAction(services, userId, form);
      },
    },
    remove: (services, userId, id) =>
      executePhotoAction(services, userId, { intent: "delete-photo", id: [id] }),
    reorder: (services, userId, order) =>
      executePhotoAction(services, userId, { intent: "reorder-photos", order }),
  }),
];
