import { createHmac, randomBytes } from "node:crypto";

// As the Standard Webhooks specification has it: https://www.standardwebhooks.com

const prefix = "whsec_";

/** A secret to sign with: 32 random bytes, which receivers are given in this form. */
export function newSecret(): string {
  return prefix + randomBytes(32).toString("base64");
}

/**
 * The headers of a webhook, signed with each of the secrets.
 * @param body exactly the text that is posted
 */
export function signedHeaders(
  { id, at, body }: { id: string; at: Date; body: string },
  secrets: readonly string[],
): Record<string, string> {
  const seconds = String(Math.floor(at.getTime() / 1000));
  const signature = (secret: string) =>
    createHmac("sha256", Buffer.from(secret.slice(prefix.length), "base64"))
      .update(`${id}.${seconds}.${body}`)
      .digest("base64");
  return {
    "webhook-id": id,
    "webhook-timestamp": seconds,
    "webhook-signature": secrets.map((secret) => `v1,${signature(secret)}`).join(" "),
  };
}
