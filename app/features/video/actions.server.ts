import type { Services } from "#server/services.ts";
import { answerForm } from "~/forms.server";
import { deleteVideo, reorderVideos, saveVideo, setPrimaryVideo, showVideo } from "./commands.server";
import { orderSchema, videoIdSchema, videoSchema, visibilitySchema } from "./schema";

/** The forms of the videos' screen, by their `intent`. */
export const videoActions = {
  "save-video": ({ db }: Services, userId: string, form: FormData) =>
    answerForm(form, videoSchema, async (video) => {
      await saveVideo(db, userId, video);
      return { savedVideo: true };
    }),
  "set-primary-video": ({ db }: Services, userId: string, form: FormData) =>
    answerForm(form, videoIdSchema, async ({ id }) => {
      await setPrimaryVideo(db, userId, id);
      return { primaryVideo: id };
    }),
  "show-video": ({ db }: Services, userId: string, form: FormData) =>
    answerForm(form, visibilitySchema, async ({ id, visible }) => {
      await showVideo(db, userId, id, visible);
      return { shownVideo: visible };
    }),
  "delete-video": ({ db }: Services, userId: string, form: FormData) =>
    answerForm(form, videoIdSchema, async ({ id }) => {
      await deleteVideo(db, userId, id);
      return { deletedVideo: true };
    }),
  "reorder-videos": ({ db }: Services, userId: string, form: FormData) =>
    answerForm(form, orderSchema, async ({ order }) => {
      await reorderVideos(db, userId, order);
      return { reorderedVideos: true };
    }),
};
