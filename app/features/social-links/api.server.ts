import { z } from "zod";
import { asFormOf, idField, nameField, resource, timeField } from "#server/api/resource.ts";
import { platformNames } from "~/shared/platforms";
import { executeSocialLinkAction, saveSocialLink } from "./commands.server";
import { socialLinkSchema } from "./schema";

const written = z.strictObject({
  platform: nameField(platformNames),
  url: z.string().min(1).max(2048),
});

export const resources = [
  resource({
    path: "social-links",
    area: "links",
    name: { one: "social link", many: "social links" },
    about: "Where else the artist is found, each with its platform's mark.",
    table: "social_links",
    owner: "user_id",
    row: written.extend({
      id: idField,
      display_order: z.int().nullable(),
      created_at: timeField,
    }),
    rows: (tx, userId, asked) =>
      asked(
        tx
          .selectFrom("social_links")
          .select(["id", "platform", "url", "display_order", "created_at"])
          .where("user_id", "=", userId),
      ),
    create: {
      body: written,
      run: (services, userId, values) => saveSocialLink(services, userId, asFormOf(socialLinkSchema, values)),
    },
    update: {
      body: written.partial(),
      run: (services, userId, stored, changed) =>
        saveSocialLink(services, userId, asFormOf(socialLinkSchema, { ...stored, ...changed })),
    },
    remove: (services, userId, id) =>
      executeSocialLinkAction(services, userId, { intent: "delete-social-link", id }),
    reorder: (services, userId, order) =>
      executeSocialLinkAction(services, userId, { intent: "reorder-social-links", order }),
  }),
];
