import { z } from "zod";
import { orderField } from "~/shared/fields";
import { webAddressField } from "~/shared/web-address-field";
import { type PaymentPlatform, platformLabels } from "./platforms.ts";

/** [2 §5] */
export const linkLimit = 4;
export const tooManyText = `Maximum of ${linkLimit} payment links allowed`;

export const saveFailure = "Failed to save payment link";
export const deleteFailure = "Failed to delete payment link";
export const reorderFailure = "Failed to reorder payment links";
export const saved = "Payment link saved";
export const deleted = "Payment link deleted";
export const reordered = "Payment links reordered";
export const enabled = "Payment link enabled";
export const disabled = "Payment link disabled";

const id = z.uuid();
const platform = z.custom<PaymentPlatform>(
  (value) => typeof value === "string" && Object.hasOwn(platformLabels, value),
  "Please choose a platform",
);

/** A link to add, or with an id, one to change. Both fields are needed. [2 §5] */
export const paymentLinkSchema = z.object({ id: id.optional(), platform, url: webAddressField });
export type PaymentLinkForm = z.output<typeof paymentLinkSchema>;

export const paymentLinkIdSchema = z.object({ id });
export const enablingSchema = z.object({ id, enabled: z.stringbool() });
/** Ids with spaces between. */
export const orderSchema = z.object({
  order: orderField,
});
