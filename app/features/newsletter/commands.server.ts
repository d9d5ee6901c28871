import { createHash } from "node:crypto";
import { requireCount } from "#server/chosen.ts";
import type { Config } from "#server/config.ts";
import { type Reader, violates, violatesPolicy, type Writer } from "#server/db/database.ts";
import { noteVisit, type Visit } from "#server/db/visits.ts";
import { AppError } from "#server/errors.ts";
import { type LimitRule, limitKey } from "#server/http/limits.ts";
import { columnsOf } from "#server/import-kinds.ts";
import { hashToken, isLinkGood } from "#server/mail/confirmation.ts";
import { readCsv, textOf } from "#server/media/read-csv.ts";
import { noteEvent } from "#server/notifications.ts";
import { formatsOf } from "#server/preferences.ts";
import type { Services } from "#server/services.ts";
import type { Chosen } from "~/shared/chosen";
import { language, t } from "~/shared/t";
import { invalidEmail } from "~/shared/text-fields";
import { neverBounced, tryAgain } from "./bounces.server.ts";
import { askImported } from "./confirm.server.ts";
import { countUnasked, isChosen } from "./queries.server.ts";
import {
  fromFile,
  fromRelease,
  type ImportForm,
  importedSubscriberSchema,
  importLimit,
  type NewSubscriber,
  type SubscriberAction,
  type SubscriptionForm,
} from "./schema.ts";
import { subscriberColumns, subscriberRows } from "./subscriber-rows.ts";

/** A whole venue may stand behind one address: 300 fans, each with a slip of the thumb. */
const network: LimitRule = { name: "subscription-network", tries: 600, windowSeconds: 3600 };

/**
 * Puts an address on an artist's list, once however often it is sent. Doesn't show whether it was there before, so
 * that no visitor finds out who subscribes to whom. [1 §7, decisions: What visitors write]
 * @param from the visitor's network
 * @param visit to count a new address by
 * @throws AppError `too-many`, or `conflict` where there is no such artist any more
 */
export async function subscribe(
  { db, limits }: Pick<Services, "db" | "limits">,
  artistId: string,
  from: string,
  { subscriber_email, subscriber_name }: SubscriptionForm,
  visit?: Visit,
): Promise<void> {
  await limits.spend(network, limitKey(from));
  try {
    await db.asVisitor().write(async (tx) => {
      await noteVisit(tx, visit);
      await tx
        .insertInto("newsletter_subscribers")
        .values({
          ...{ musician_id: artistId, subscriber_email, subscriber_name },
          ...{ source: "bio_page", language: language() },
        })
        // Without a target: naming one takes the right to read it.
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      // Enqueued for every address alike: only the job finds out whether a mail is needed, so that not even the time
      // tells.
      await tx.enqueue("newsletter.confirm", { musicianId: artistId, email: subscriber_email });
    });
  } catch (error) {
    if (violates(error, "newsletter_subscribers_subscriber_email_format")) {
      throw new AppError("invalid", t(invalidEmail), { field: "subscriber_email", cause: error });
    }
    if (!violatesPolicy(error)) throw error;
    throw new AppError("conflict", t("This page takes no subscriptions at the moment."), { cause: error });
  }
}

const addressesKept = 10;

/**
 * The browser's record of the addresses it has subscribed to an artist: enough to know them again, not to read them.
 * The record shows nothing about any artist's list.
 * @param kept the browser's record
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

/**
 * Executes an action of the subscribers' screen.
 * @throws AppError `not-found` when there is no such subscriber of theirs, `conflict` when all of a list were chosen and
 * that has changed; as `importSubscribers`
 */
export async function executeSubscriberAction(services: Services, userId: string, form: SubscriberAction) {
  if (form.intent === "import-subscribers") {
    return { imported: await importSubscribers(services, userId, form) };
  }
  if (form.intent === "try-again") {
    await tryAgain(services, userId, form.id);
    return { triedAgain: true };
  }
  await deleteSubscribers(services, userId, form.id);
  return { deleted: true };
}

/** Each line is a mail to an address whose owner hasn't subscribed here. */
const files: LimitRule = { name: "newsletter-import", tries: 10, windowSeconds: 24 * 3600 };

export interface ImportOutcome {
  added: number;
  /** People who don't get mails where the file comes from. */
  keptOut: number;
  /** Addresses on the list already, or twice in the file; also those that have unsubscribed. */
  known: number;
  /** The number of lines without a valid address. */
  unreadable: number;
}

/**
 * Adds the subscribers in a CSV file: addresses in the column that is called so, or in the first. Each is asked to confirm
 * where mail is set up; a file confirms no address.
 * @throws AppError `invalid` on `file` when it can't be read or holds too much; `too-many`
 */
export async function importSubscribers(
  { db, config, limits }: Pick<Services, "db" | "config" | "limits">,
  userId: string,
  { file, consent_note }: ImportForm,
): Promise<ImportOutcome> {
  const { people, keptOut, unreadable } = peopleIn(readCsv(textOf(await file.arrayBuffer())));
  if (people.size === 0) {
    throw new AppError("invalid", t("There is no e-mail address in this file."), { field: "file" });
  }
  const musician = db.asMusician(userId);
  const { number } = await musician.read((tx) => formatsOf(tx, userId));
  const refused = (text: string) => new AppError("invalid", text, { field: "file" });
  if (people.size > importLimit) {
    throw refused(t("Please add at most {limit} at a time: split the file.", { limit: number(importLimit) }));
  }
  await musician.read((tx) => requireRoomToAsk({ config, limits }, tx, userId));
  const rows = [...people].map(([subscriber_email, subscriber_name]) => ({
    ...{ subscriber_email, subscriber_name, consent_note },
  }));
  const added = await musician.write((tx) => addSubscribers(tx, userId, rows));
  // So many a day; the rest follows by itself.
  await askImported({ db, config }, userId);
  return { added: added.size, known: people.size - added.size, keptOut, unreadable };
}

/**
 * Whether a musician may bring in another list.
 * @throws AppError `invalid` on `file` while as many as a file may hold wait to be asked; `too-many`
 */
export async function requireRoomToAsk(
  { config, limits }: Pick<Services, "config" | "limits">,
  tx: Reader,
  userId: string,
): Promise<void> {
  if (config.smtpUrl) {
    const waiting = await countUnasked(tx, userId);
    if (waiting >= importLimit) {
      const { number } = await formatsOf(tx, userId);
      const text = t(
        "{count, plural, one {{shown} confirmation waits already. Please add more once it is out.} other {{shown} confirmations wait already. Please add more once they are out.}}",
        { count: waiting, shown: number(waiting) },
      );
      throw new AppError("invalid", text, { field: "file" });
    }
  }
  await limits.spend(files, limitKey(userId));
}

/** Adds people from a file who aren't on the list. @returns the ids of those that were added, by their addresses */
export async function addSubscribers(
  tx: Writer,
  userId: string,
  people: readonly { subscriber_email: string; subscriber_name: string | null; consent_note: string }[],
): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  for (let at = 0; at < people.length; at += 1_000) {
    const stored = await tx
      .insertInto("newsletter_subscribers")
      .values(
        people.slice(at, at + 1_000).map((person) => ({ musician_id: userId, source: fromFile, ...person })),
      )
      .onConflict((conflict) => conflict.doNothing())
      .returning(["id", "subscriber_email"])
      .execute();
    for (const { id, subscriber_email } of stored) ids.set(subscriber_email, id);
  }
  return ids;
}

/**
 * Adds one subscriber who has agreed elsewhere. Where mail is set up the hourly run asks them to confirm, as it asks those
 * from a file.
 * @returns their id
 * @throws AppError `conflict` when they are on the list already, also as unsubscribed, or too many wait to be asked
 */
export async function addSubscriber(
  { db, config }: Pick<Services, "db" | "config">,
  userId: string,
  person: NewSubscriber,
): Promise<string> {
  return db.asMusician(userId).write(async (tx) => {
    if (config.smtpUrl && (await countUnasked(tx, userId)) >= importLimit) {
      throw new AppError(
        "conflict",
        t("Too many confirmations wait already. Please add more once they are out."),
      );
    }
    const id = (await addSubscribers(tx, userId, [person])).get(person.subscriber_email);
    if (id === undefined) throw new AppError("conflict", t("This address is on your list already."));
    return id;
  });
}

/** Takes those for confirmed for whom the operator believes a file: no right of a musician. */
export async function confirmSubscribers(
  { db }: Pick<Services, "db">,
  userId: string,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  await db
    .asSystem()
    .write((tx) =>
      tx
        .updateTable("newsletter_subscribers")
        .set({ confirmed_at: new Date() })
        .where("id", "in", ids)
        .where("musician_id", "=", userId)
        .where("confirmed_at", "is", null)
        .where("unsubscribed_at", "is", null)
        .execute(),
    );
}

function peopleIn(records: string[][]) {
  const [head = []] = records;
  const columns = columnsOf({ columns: subscriberColumns }, head);
  const people = new Map<string, string | null>();
  let [unreadable, out] = [0, 0];
  for (const { fields, keptOut } of subscriberRows(records, {
    ...columns,
    email: Math.max(0, columns.email ?? 0),
  })) {
    const person = importedSubscriberSchema.safeParse(fields);
    if (keptOut) out++;
    else if (person.success) people.set(person.data.subscriber_email, person.data.subscriber_name);
    else unreadable++;
  }
  return { people, keptOut: out, unreadable };
}

async function deleteSubscribers({ db }: Services, userId: string, chosen: Chosen): Promise<void> {
  await db.asMusician(userId).write(async (tx) => {
    const { numDeletedRows } = await tx
      .deleteFrom("newsletter_subscribers")
      .where(isChosen(chosen))
      .where("musician_id", "=", userId)
      .executeTakeFirst();
    requireCount(chosen, numDeletedRows);
    if (numDeletedRows === 0n)
      throw new AppError("not-found", t("This subscriber is not on your list any more."));
  });
}

/** The artist of a confirmation's link; null when the link is no longer valid. */
export async function artistToConfirm({ db }: Pick<Services, "db">, token: string): Promise<string | null> {
  const row = await db
    .asSystem()
    .read((tx) =>
      tx
        .selectFrom("newsletter_subscribers as subscriber")
        .innerJoin("musician_profiles as profile", "profile.user_id", "subscriber.musician_id")
        .select("profile.artist_name")
        .where("confirm_hash", "=", hashToken(token))
        .where(isLinkGood())
        .executeTakeFirst(),
    );
  return row?.artist_name ?? null;
}

/** Confirms the address that a link was sent to. False when the link is no longer good. */
export async function confirmSubscription(
  { db, config }: Pick<Services, "db" | "config">,
  token: string,
): Promise<boolean> {
  const now = new Date();
  return db.asSystem().write(async (tx) => {
    const subscriber = await tx
      .selectFrom("newsletter_subscribers as subscriber")
      .innerJoin("users as musician", "musician.id", "subscriber.musician_id")
      .select(["subscriber.id", "musician_id", "subscriber_email", "confirmed_at", "musician.email"])
      .where("confirm_hash", "=", hashToken(token))
      .where(isLinkGood())
      .forUpdate("subscriber")
      .executeTakeFirst();
    if (!subscriber) return false;
    const { id, musician_id, subscriber_email, email } = subscriber;
    await tx
      .updateTable("newsletter_subscribers")
      .set({ confirmed_at: now, unsubscribed_at: null, ...neverBounced })
      .where("id", "=", id)
      .execute();
    const isNew = subscriber.confirmed_at === null;
    if (isNew && subscriber_email !== email)
      await noteEvent(tx, config, { userId: musician_id, kind: "subscribers", sourceId: id });
    return true;
  });
}

/** An address that was confirmed beside a reminder of a release. */
interface Confirmed {
  musicianId: string;
  email: string;
  releaseId: string;
  language: string | null;
}

/** Puts an address on an artist's list whose owner has just confirmed, by a mailed link, that it wants to be there. */
export async function subscribeConfirmed(
  tx: Writer,
  config: Config,
  { musicianId, email, releaseId, language }: Confirmed,
): Promise<void> {
  const row = await tx
    .insertInto("newsletter_subscribers")
    .values({
      musician_id: musicianId,
      subscriber_email: email,
      source: fromRelease,
      release_id: releaseId,
      language,
      confirmed_at: new Date(),
    })
    .onConflict((conflict) =>
      conflict
        .columns(["musician_id", "subscriber_email"])
        .doUpdateSet({
          confirmed_at: new Date(),
          unsubscribed_at: null,
          ...neverBounced,
          release_id: releaseId,
          language,
        })
        .where((is) =>
          is.or([
            is("newsletter_subscribers.confirmed_at", "is", null),
            is("newsletter_subscribers.unsubscribed_at", "is not", null),
          ]),
        ),
    )
    .returning("id")
    .executeTakeFirst();
  if (row) await noteEvent(tx, config, { userId: musicianId, kind: "subscribers", sourceId: row.id });
}

const keyShape = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The artist of an unsubscribe link; null when there is nothing to unsubscribe from. */
export async function artistToLeave({ db }: Pick<Services, "db">, key: string): Promise<string | null> {
  if (!keyShape.test(key)) return null;
  const row = await db
    .asSystem()
    .read((tx) =>
      tx
        .selectFrom("newsletter_subscribers as subscriber")
        .innerJoin("musician_profiles as profile", "profile.user_id", "subscriber.musician_id")
        .select("profile.artist_name")
        .where("unsubscribe_key", "=", key)
        .executeTakeFirst(),
    );
  return row?.artist_name ?? null;
}

/** Takes a subscriber off a list at once, as often as it is requested. Earlier links to confirm no longer work. */
export async function unsubscribe({ db }: Pick<Services, "db">, key: string): Promise<void> {
  if (!keyShape.test(key)) return;
  await db
    .asSystem()
    .write((tx) =>
      tx
        .updateTable("newsletter_subscribers")
        .set({ unsubscribed_at: new Date(), confirmed_at: null, confirm_hash: null, confirm_sent_at: null })
        .where("unsubscribe_key", "=", key)
        .where("unsubscribed_at", "is", null)
        .execute(),
    );
}
