import type { Services } from "#server/services.ts";
import { answerForm } from "~/forms.server";
import {
  deletePaymentLink,
  enablePaymentLink,
  reorderPaymentLinks,
  savePaymentLink,
} from "./commands.server";
import { enablingSchema, orderSchema, paymentLinkIdSchema, paymentLinkSchema } from "./schema";

/** The forms of the support links' block, by their `intent`. */
export const paymentLinkActions = {
  "save-payment-link": ({ db }: Services, userId: string, form: FormData) =>
    answerForm(form, paymentLinkSchema, async (link) => {
      await savePaymentLink(db, userId, link);
      return { savedPaymentLink: true };
    }),
  "enable-payment-link": ({ db }: Services, userId: string, form: FormData) =>
    answerForm(form, enablingSchema, async ({ id, enabled }) => {
      await enablePaymentLink(db, userId, id, enabled);
      return { enabledPaymentLink: enabled };
    }),
  "delete-payment-link": ({ db }: Services, userId: string, form: FormData) =>
    answerForm(form, paymentLinkIdSchema, async ({ id }) => {
      await deletePaymentLink(db, userId, id);
      return { deletedPaymentLink: true };
    }),
  "reorder-payment-links": ({ db }: Services, userId: string, form: FormData) =>
    answerForm(form, orderSchema, async ({ order }) => {
      await reorderPaymentLinks(db, userId, order);
      return { reorderedPaymentLinks: true };
    }),
};
