import { createHash } from "node:crypto";
import { violates, violatesPolicy } from "#server/db/database.ts";
import { AppError } from "#server/errors.ts";
import { type LimitRule, limitKey } from "#server/http/limits.ts";
import type { Services } from "#server/services.ts";
import { invalidEmail } from "~/shared/written";
import type { SubscriptionForm } from "./schema.ts";

/** A whole venue may stand behind one address: 300 fans, each with a slip of the thumb. */
const network: LimitRule = { name: "subscription-network", tries: 600, windowSeconds: 3600 };

/**
 * Puts an address on an artist's list, once however often it is sent. Doesn't say whether it was there before, so
 * that nobody finds out who reads whom. [1 §7, decisions: What visitors write]
 * @param from the visitor's network
 * @throws AppError `too-many`, or `conflict` where there is no such artist any more
 */
export async function subscribe(
  { db, limits }: Pick<Services, "db" | "limits">,
  artistId: string,
  from: string,
  { subscriber_email, subscriber_name }: SubscriptionForm,
): Promise<void> {
  await limits.spend(network, limitKey(from));
  try {
    await db.asVisitor().write((tx) =>
      tx
        .insertInto("newsletter_subscribers")
        .values({ musician_id: artistId, subscriber_email, subscriber_name, source: "bio_page" })
        // Without a target: naming one takes the right to read it.
        .onConflict((conflict) => conflict.doNothing())
        .execute(),
    );
  } catch (error) {
    if (violates(error, "newsletter_subscribers_subscriber_email_format")) {
      throw new AppError("invalid", invalidEmail, { field: "subscriber_email", cause: error });
    }
    if (!violatesPolicy(error)) throw error;
    throw new AppError("conflict", "This page takes no subscriptions at the moment.", { cause: error });
  }
}

const addressesKept = 10;

/**
 * What a browser keeps of the addresses it has subscribed to an artist: enough to know them again, not to read them.
 * Whatever it brings says nothing about anybody's list.
 * @param kept what it brought
 */
export function recallSubscription(
  kept: string | undefined,
  artistId: string,
  email: string,
): { isKnown: boolean; toKeep: string } {
  const mark = createHash("sha256").update(`${artistId} ${email}`).digest("base64url").slice(0, 16);
  const marks = kept?.split(".") ?? [];
  const others = marks.filter((other) => other !== mark && /^[\w-]{16}$/.test(other));
  return { isKnown: marks.includes(mark), toKeep: [mark, ...others].slice(0, addressesKept).join(".") };
}
