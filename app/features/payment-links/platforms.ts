import { msg } from "~/shared/t";

/** The names for fans of each platform of `payment_links`. [1 §2, 2 §9] */
export const platformLabels = {
  paypal: "PayPal",
  venmo: "Venmo",
  cashapp: "Cash App",
  stripe: "Stripe",
  kofi: "Ko-fi",
  patreon: "Patreon",
  other: msg("Support|verb, an artist with money"),
} as const;

export type PaymentPlatform = keyof typeof platformLabels;

const domains: Record<string, PaymentPlatform> = {
  "paypal.me": "paypal",
  "paypal.com": "paypal",
  "venmo.com": "venmo",
  "cash.app": "cashapp",
  "stripe.com": "stripe",
  "ko-fi.com": "kofi",
  "patreon.com": "patreon",
};

/** The platform that an address belongs to, by its host alone; undefined when it is none of them. */
export function platformOf(address: string): PaymentPlatform | undefined {
  const labels = (URL.parse(address)?.hostname ?? "").split(".");
  const domain = labels.slice(-2).join(".");
  return Object.hasOwn(domains, domain) ? domains[domain] : undefined;
}
