import { z } from "zod";
import { orderField } from "~/shared/fields";
import { platformNames, profileOfHandle, type SocialPlatform } from "~/shared/platforms";
import { msg, t } from "~/shared/t";
import { webAddressField } from "~/shared/web-address-field";

/** As many as a page shows. */
export const linkLimit = 100;
export const tooManyText = () => t("Maximum of {limit} social links allowed", { limit: linkLimit });
export const doubleText = msg("You have this link already");

export const saveFailure = msg("Failed to save social link");
export const deleteFailure = msg("Failed to delete social link");
export const loadFailure = msg("Failed to load social links");
export const reorderFailure = msg("Failed to reorder social links");
export const saved = msg("Social link saved");
export const deleted = msg("Social link deleted");
export const reordered = msg("Social links reordered");

const platform = z.custom<SocialPlatform>(
  (value) => typeof value === "string" && Object.hasOwn(platformNames, value),
  msg("Please choose a platform"),
);

/** A link to add, or with an id, one to change. Both fields are needed. [2 §5] */
export const socialLinkSchema = z.object({
  id: z.uuid().optional(),
  platform,
  url: z.string().transform(profileOfHandle).pipe(webAddressField),
});

export type SocialLinkForm = z.output<typeof socialLinkSchema>;

/** The forms of the links' block, by their `intent`. */
export const socialLinkActionSchema = z.discriminatedUnion("intent", [
  socialLinkSchema.extend({ intent: z.literal("save-social-link") }),
  z.object({ intent: z.literal("delete-social-link"), id: z.uuid() }),
  z.object({ intent: z.literal("reorder-social-links"), order: orderField }),
]);
export type SocialLinkAction = z.output<typeof socialLinkActionSchema>;
