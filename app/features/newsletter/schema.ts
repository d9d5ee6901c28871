import { z } from "zod";
import { emailAddress, optionalLine } from "~/shared/written";

export const nameLimit = 100;

/** [1 §8] */
export const subscriptionFailure = "Failed to subscribe. Please try again.";

/** A subscription. [1 §5] */
export const subscriptionSchema = z.object({
  subscriber_email: emailAddress("Please enter your email address"),
  subscriber_name: optionalLine(nameLimit),
});

export type SubscriptionForm = z.output<typeof subscriptionSchema>;
