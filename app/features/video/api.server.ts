import { z } from "zod";
import { asFormOf, idField, nameField, resource, timeField } from "#server/api/resource.ts";
import { executeVideoAction, saveVideo } from "./commands.server";
import { titleLimit, videoSchema, videoTypes } from "./schema";

const written = z.strictObject({
  title: z.string().min(1).max(titleLimit),
  video_type: nameField(videoTypes),
  video_url: z.string().min(1).max(2048),
  thumbnail_url: z.string().max(2048).nullable(),
  is_primary: z.boolean().meta({ description: "Stands first; of all videos one at most." }),
  is_visible: z.boolean(),
});

const videoForm = (values: { thumbnail_url?: string | null | undefined }) =>
  asFormOf(videoSchema, { ...values, thumbnail_url: values.thumbnail_url ?? "", intent: "save-video" });

export const resources = [
  resource({
    path: "videos",
    area: "video",
    name: { one: "video", many: "videos" },
    about: "Videos at YouTube, at Vimeo, or as an MP4.",
    table: "video_gallery",
    owner: "user_id",
    row: written.extend({
      id: idField,
      display_order: z.int(),
      created_at: timeField,
      updated_at: timeField,
    }),
    rows: (tx, userId, asked) =>
      asked(
        tx
          .selectFrom("video_gallery")
          .select(["id", "title", "video_type", "video_url", "thumbnail_url", "is_primary", "is_visible"])
          .select(["display_order", "created_at", "updated_at"])
          .where("user_id", "=", userId),
      ),
    create: {
      body: written.partial().required({ title: true, video_type: true, video_url: true }),
      run: (services, userId, values) =>
        saveVideo(services, userId, videoForm({ is_visible: true, ...values })),
    },
    update: {
      body: written.partial(),
      run: (services, userId, stored, changed) =>
        saveVideo(services, userId, videoForm({ ...stored, ...changed })),
    },
    remove: (services, userId, id) => executeVideoAction(services, userId, { intent: "delete-video", id }),
    reorder: (services, userId, order) =>
      executeVideoAction(services, userId, { intent: "reorder-videos", order }),
  }),
];
