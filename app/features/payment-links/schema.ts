import { z } from "zod";
import { orderField } from "~/shared/fields";
import { msg, t } from "~/shared/t";
import { webAddressField } from "~/shared/web-address-field";
import { type PaymentPlatform, platformLabels } from "./platforms.ts";

/** [2 §5] */
export const linkLimit = 4;
export const tooManyText = () => t("Maximum of {limit} payment links allowed", { limit: linkLimit });

export const saveFailure = msg("Failed to save payment link");
export const deleteFailure = msg("Failed to delete payment link");
export const reorderFailure = msg("Failed to reorder payment links");
export const saved = msg("Payment link saved");
export const deleted = msg("Payment link deleted");
export const reordered = msg("Payment links reordered");
export const enabled = msg("Payment link enabled");
export const disabled = msg("Payment link disabled");

const id = z.uuid();
const platform = z.custom<PaymentPlatform>(
  (value) => typeof value === "string" && Object.hasOwn(platformLabels, value),
  msg("Please choose a platform"),
);

/** A link to add, or with an id, one to change. Both fields are needed. [2 §5] */
export const paymentLinkSchema = z.object({ id: id.optional(), platform, url: webAddressField });
export type PaymentLinkForm = z.output<typeof paymentLinkSchema>;

/** The forms of the support links' block, by their `intent`. */
export const paymentLinkActionSchema = z.discriminatedUnion("intent", [
  paymentLinkSchema.extend({ intent: z.literal("save-payment-link") }),
  z.object({ intent: z.literal("enable-payment-link"), id, enabled: z.stringbool() }),
  z.object({ intent: z.literal("delete-payment-link"), id }),
  z.object({ intent: z.literal("reorder-payment-links"), order: orderField }),
]);
export type PaymentLinkAction = z.output<typeof paymentLinkActionSchema>;
