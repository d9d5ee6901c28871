import { z } from "zod";
import { switchField, tickedField } from "~/shared/fields";
import { msg } from "~/shared/t";
import { webAddressField } from "~/shared/web-address-field";

/** How many an account may have. */
export const mostEndpoints = 5;
export const tooManyText = msg("You can have 5 webhooks");
/** Deliveries are kept so long. */
export const keptDays = 30;
export const testType = "webhook.test";

/** What a webhook can tell of: the first words of the events' types. */
export const subjects = {
  booking: msg("Booking requests"),
  subscriber: msg("Newsletter subscribers"),
  comment: msg("Comments"),
  release: msg("Releases"),
  event: msg("Events"),
  message: msg("Messages"),
} as const;
export type Subject = keyof typeof subjects;

/** In the order of the form. */
export const subjectNames = Object.keys(subjects).filter((name): name is Subject => name in subjects);

const fields = {
  url: webAddressField,
  booking: tickedField,
  subscriber: tickedField,
  comment: tickedField,
  release: tickedField,
  event: tickedField,
  message: tickedField,
};

type Ticked = Record<Subject, boolean>;

/** The subjects that are ticked. */
export function chosenSubjects(form: Ticked): Subject[] {
  return subjectNames.filter((name) => form[name]);
}

const hasSubject = (form: Ticked) => chosenSubjects(form).length > 0;
const needsOne = { path: ["message"], error: msg("Please choose at least one") };

export const newEndpointSchema = z.object(fields).refine(hasSubject, needsOne);
export type EndpointForm = z.output<typeof newEndpointSchema>;

const id = z.uuid();

/** The forms of the screen, by their `intent`. */
export const webhookActionSchema = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("add-webhook"), ...fields }).refine(hasSubject, needsOne),
  z.object({ intent: z.literal("new-webhook-secret"), id }),
  z.object({ intent: z.literal("test-webhook"), id }),
  z.object({ intent: z.literal("switch-webhook"), id, on: switchField }),
  z.object({ intent: z.literal("delete-webhook"), id }),
  z.object({ intent: z.literal("send-delivery"), id }),
]);
export type WebhookAction = z.output<typeof webhookActionSchema>;
