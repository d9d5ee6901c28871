import type { Insertable, Selectable } from "kysely";
import type { Database } from "../../server/db/database.ts";
import type {
  BookingRequests,
  CommentSettings,
  FanComments,
  LetterDeliveries,
  LetterPictures,
  Letters,
  NewsletterSubscribers,
} from "../../server/db/schema.ts";
import { makeMusician } from "./accounts.ts";
import { uploadAddress } from "./page.ts";
import { serial } from "./serial.ts";

/** A comment that shows on the page. Without `musician_id`, a new musician's; so with all that follow. */
export async function makeComment(
  db: Database,
  overrides: Partial<Insertable<FanComments>> = {},
): Promise<Selectable<FanComments>> {
  const musician_id = await artistOf(db, overrides);
  return db.asSystem().write((tx) =>
    tx
      .insertInto("fan_comments")
      .values({
        author_name: "A fan",
        content: `Comment ${serial()}`,
        is_approved: true,
        ...overrides,
        musician_id,
      })
      .returningAll()
      .executeTakeFirstOrThrow(),
  );
}

export async function makeCommentSettings(
  db: Database,
  overrides: Partial<Insertable<CommentSettings>> = {},
): Promise<Selectable<CommentSettings>> {
  const musician_id = await artistOf(db, overrides);
  return db.asSystem().write((tx) =>
    tx
      .insertInto("comment_settings")
      .values({ ...overrides, musician_id })
      .returningAll()
      .executeTakeFirstOrThrow(),
  );
}

/** A pending, unread request with only the required fields. */
export async function makeBooking(
  db: Database,
  overrides: Partial<Insertable<BookingRequests>> = {},
): Promise<Selectable<BookingRequests>> {
  const musician_id = await artistOf(db, overrides);
  const number = serial();
  return db.asSystem().write((tx) =>
    tx
      .insertInto("booking_requests")
      .values({
        requester_name: `Promoter ${number}`,
        requester_email: `promoter-${number}@example.org`,
        message: "Would you play at our place?",
        ...overrides,
        musician_id,
      })
      .returningAll()
      .executeTakeFirstOrThrow(),
  );
}

export async function makeSubscriber(
  db: Database,
  overrides: Partial<Insertable<NewsletterSubscribers>> = {},
): Promise<Selectable<NewsletterSubscribers>> {
  const musician_id = await artistOf(db, overrides);
  return db.asSystem().write((tx) =>
    tx
      .insertInto("newsletter_subscribers")
      .values({ subscriber_email: `reader-${serial()}@example.org`, ...overrides, musician_id })
      .returningAll()
      .executeTakeFirstOrThrow(),
  );
}

/** A draft. */
export async function makeIssue(
  db: Database,
  overrides: Partial<Insertable<Letters>> = {},
): Promise<Selectable<Letters>> {
  const musician_id = await artistOf(db, overrides);
  return db.asSystem().write((tx) =>
    tx
      .insertInto("letters")
      .values({ title: `Letter ${serial()}`, body: "Hello, all of you.", ...overrides, musician_id })
      .returningAll()
      .executeTakeFirstOrThrow(),
  );
}

/** A picture in a newsletter issue: in no mail yet, unless stated otherwise. */
export async function makeLetterPicture(
  db: Database,
  { id, musician_id }: Pick<Selectable<Letters>, "id" | "musician_id">,
  overrides: Partial<Insertable<LetterPictures>> = {},
): Promise<Selectable<LetterPictures>> {
  return db.asSystem().write((tx) =>
    tx
      .insertInto("letter_pictures")
      .values({
        image_url: uploadAddress("photos", musician_id, `letter-${serial()}.webp`),
        ...overrides,
        letter_id: id,
        user_id: musician_id,
      })
      .returningAll()
      .executeTakeFirstOrThrow(),
  );
}

/** A newsletter issue's delivery to a subscriber: it has arrived, unless stated otherwise. */
export async function makeDelivery(
  db: Database,
  letter_id: string,
  subscriber_id: string,
  status: Selectable<LetterDeliveries>["status"] = "sent",
): Promise<string> {
  const { id } = await db
    .asSystem()
    .write((tx) =>
      tx
        .insertInto("letter_deliveries")
        .values({ letter_id, subscriber_id, status })
        .returning("id")
        .executeTakeFirstOrThrow(),
    );
  return id;
}

async function artistOf(
  db: Database,
  { musician_id }: { musician_id?: string | undefined },
): Promise<string> {
  return musician_id ?? (await makeMusician(db)).id;
}
