import type { Services } from "#server/services.ts";
import { answerForm } from "~/forms.server";
import { deleteSocialLink, saveSocialLink } from "./commands.server";
import { socialLinkIdSchema, socialLinkSchema } from "./schema";

/** The forms of the links' block, by their `intent`. */
export const socialLinkActions = {
  "save-social-link": ({ db }: Services, userId: string, form: FormData) =>
    answerForm(form, socialLinkSchema, async (link) => {
      await saveSocialLink(db, userId, link);
      return { savedSocialLink: true };
    }),
  "delete-social-link": ({ db }: Services, userId: string, form: FormData) =>
    answerForm(form, socialLinkIdSchema, async ({ id }) => {
      await deleteSocialLink(db, userId, id);
      return { deletedSocialLink: true };
    }),
};
