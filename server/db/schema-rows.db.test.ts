import { sql } from "kysely";
import { DatabaseError } from "pg";
import { describe, expect, test } from "vitest";
import {
  makeAddressChange,
  makeMusician,
  makeResetTicket,
  makeUser,
} from "../../tests/factories/accounts.ts";
import { makeReport } from "../../tests/factories/admin.ts";
import { makeSubscriber } from "../../tests/factories/audience.ts";
import { makeBackground, makePaymentLink, makePressKit, makeVideo } from "../../tests/factories/page.ts";
import { makeWorld } from "../../tests/factories/world.ts";
import { freshDatabase, openedAgain } from "../../tests/harness/database.ts";
import { type Database, refusalOf, type Writer } from "./database.ts";

/** The constraint that refused, "forbidden" to the account, or "accepted". */
async function refusal(work: Promise<unknown>): Promise<string> {
  try {
    await work;
    return "accepted";
  } catch (error) {
    if (refusalOf(error)) return "forbidden";
    if (!(error instanceof DatabaseError) || error.constraint === undefined) throw error;
    return error.constraint;
  }
}

/**
 * Both refusals, of writers whose transactions overlap: the first keeps its own open with `hold` until the second
 * has ended, or waits for it.
 */
async function overlapping(
  db: Database,
  first: (hold: () => Promise<void>) => Promise<unknown>,
  second: () => Promise<unknown>,
): Promise<string[]> {
  const firstHolds = Promise.withResolvers<void>();
  const secondIsOn = Promise.withResolvers<void>();
  const one = refusal(
    first(() => {
      firstHolds.resolve();
      return secondIsOn.promise;
    }),
  );
  await firstHolds.promise;
  let secondEnded = false;
  const other = refusal(second()).finally(() => {
    secondEnded = true;
  });
  while (!secondEnded && !(await someoneWaits(db))) await new Promise((resolve) => setTimeout(resolve, 10));
  secondIsOn.resolve();
  return Promise.all([one, other]);
}

async function someoneWaits(db: Database): Promise<boolean> {
  const { rows } = await db.asSystem().read((tx) =>
    sql`
      select from pg_locks join pg_stat_activity using (pid)
      where not granted and datname = current_database()`.execute(tx),
  );
  return rows.length > 0;
}

describe("there can be only one", () => {
  test("account for an e-mail address", async () => {
    await using db = await freshDatabase();
    await makeUser(db, { email: "a@example.org" });
    expect(await refusal(makeUser(db, { email: "a@example.org" }))).toBe("users_email_key");
  });

  test("profile for an account, and artist at a custom URL", async () => {
    await using db = await freshDatabase();
    const { id } = await makeMusician(db, { custom_url: "taken" });
    expect(await refusal(makeMusician(db, { user_id: id }))).toBe("musician_profiles_user_id_key");
    expect(await refusal(makeMusician(db, { custom_url: "taken" }))).toBe("musician_profiles_custom_url_key");
    await makeMusician(db, { custom_url: null });
    expect(await refusal(makeMusician(db, { custom_url: null }))).toBe("accepted");
  });

  test("press kit for a musician", async () => {
    await using db = await freshDatabase();
    const { user_id } = await makePressKit(db);
    expect(await refusal(makePressKit(db, { user_id }))).toBe("press_kits_user_id_key");
  });

  test("primary video for a musician", async () => {
    await using db = await freshDatabase();
    const { user_id } = await makeVideo(db, { is_primary: true });
    await makeVideo(db, { user_id });
    expect(await refusal(makeVideo(db, { user_id }))).toBe("accepted");
    expect(await refusal(makeVideo(db, { user_id, is_primary: true }))).toBe("video_gallery_primary_key");
    expect(await refusal(makeVideo(db, { is_primary: true }))).toBe("accepted");
  });

  test("reset ticket behind an access token", async () => {
    await using db = await freshDatabase();
    const { access_hash } = await makeResetTicket(db);
    expect(await refusal(makeResetTicket(db, { access_hash }))).toBe("reset_tickets_access_hash_key");
  });

  test("change of address that an account waits for, and change behind a link", async () => {
    await using db = await freshDatabase();
    const { user_id, token_hash } = await makeAddressChange(db);
    expect(await refusal(makeAddressChange(db, { user_id }))).toBe("address_changes_waiting_key");
    expect(await refusal(makeAddressChange(db, { user_id, old_email: "old@example.org" }))).toBe("accepted");
    expect(await refusal(makeAddressChange(db, { token_hash }))).toBe("address_changes_token_hash_key");
  });

  test("subscription of an address to an artist; the visitor may ask without learning of it", async () => {
    await using db = await freshDatabase();
    const { musician_id, subscriber_email } = await makeSubscriber(db);
    const again = { musician_id, subscriber_email };
    const subscribe = db
      .asVisitor()
      .write((tx) => tx.insertInto("newsletter_subscribers").values(again).execute());
    expect(await refusal(subscribe)).toBe("newsletter_subscribers_subscriber_email_key");
    const [quietly] = await db.asVisitor().write((tx) =>
      tx
        .insertInto("newsletter_subscribers")
        .values(again)
        .onConflict((conflict) => conflict.doNothing())
        .execute(),
    );
    expect(quietly?.numInsertedOrUpdatedRows).toBe(0n);
    expect(await refusal(makeSubscriber(db, { subscriber_email }))).toBe("accepted");
  });

  test("open report of a thing from an account, and one from all visitors", async () => {
    await using db = await freshDatabase();
    const { comment_id } = await makeReport(db);
    const [one, other] = [await makeUser(db), await makeUser(db)];
    expect(await refusal(makeReport(db, { comment_id }))).toBe("reports_comment_open_key");
    expect(await refusal(makeReport(db, { comment_id, reporter_id: one.id }))).toBe("accepted");
    expect(await refusal(makeReport(db, { comment_id, reporter_id: other.id }))).toBe("accepted");
    expect(await refusal(makeReport(db, { comment_id, reporter_id: one.id }))).toBe(
      "reports_comment_open_key",
    );
    const resolved = { resolved_at: new Date(), resolution: "dismissed" } as const;
    await db.asSystem().write((tx) => tx.updateTable("reports").set(resolved).execute());
    expect(await refusal(makeReport(db, { comment_id }))).toBe("accepted");
  });

  test("conversation between two musicians, even when both start it at the same moment", async () => {
    await using db = await freshDatabase();
    const [a, b] = [await makeMusician(db), await makeMusician(db)];
    const [participant_1, participant_2] = [a.id, b.id].sort();
    if (!participant_1 || !participant_2) throw new Error("There are two.");
    const start = (tx: Writer) =>
      tx.insertInto("conversations").values({ participant_1, participant_2 }).execute();
    expect(
      await overlapping(
        db,
        (hold) =>
          db.asMusician(a.id).write(async (tx) => {
            await start(tx);
            await hold();
          }),
        () => db.asMusician(b.id).write(start),
      ),
    ).toEqual(["accepted", "conversations_participants_key"]);
  });
});

describe("at most four payment links", () => {
  const add = (tx: Writer, user_id: string, links: number) =>
    tx
      .insertInto("payment_links")
      .values(Array.from({ length: links }, () => ({ user_id, url: "https://example.org" })))
      .execute();

  test("one by one, and all at once", async () => {
    await using db = await freshDatabase();
    const { id } = await makeMusician(db);
    const me = db.asMusician(id);
    expect(await refusal(me.write((tx) => add(tx, id, 5)))).toBe("payment_links_user_id_limit");
    await me.write((tx) => add(tx, id, 4));
    const fifth = me.write((tx) => add(tx, id, 1));
    expect(await refusal(fifth)).toBe("payment_links_user_id_limit");
    await expect(fifth).rejects.toThrow("Maximum of 4 payment links allowed");
    await me.write((tx) => tx.deleteFrom("payment_links").where("user_id", "=", id).execute());
    expect(await refusal(me.write((tx) => add(tx, id, 4)))).toBe("accepted");
  });

  test("for each musician", async () => {
    await using db = await freshDatabase();
    const [a, b] = [await makeMusician(db), await makeMusician(db)];
    await db.asMusician(a.id).write((tx) => add(tx, a.id, 4));
    const moved = await makePaymentLink(db, { user_id: b.id });
    const move = db
      .asSystem()
      .write((tx) =>
        tx.updateTable("payment_links").set({ user_id: a.id }).where("id", "=", moved.id).execute(),
      );
    expect(await refusal(move)).toBe("payment_links_user_id_limit");
  });

  test("with two writers at the same moment", async () => {
    await using db = await freshDatabase();
    const { id } = await makeMusician(db);
    const me = db.asMusician(id);
    await me.write((tx) => add(tx, id, 3));
    expect(
      await overlapping(
        db,
        (hold) =>
          me.write(async (tx) => {
            await add(tx, id, 1);
            await hold();
          }),
        () => me.write((tx) => add(tx, id, 1)),
      ),
    ).toEqual(["accepted", "payment_links_user_id_limit"]);
  });
});

describe("at least one admin", () => {
  test.each<[what: string, change: (tx: Writer, id: string) => Promise<unknown>]>([
    ["demote", (tx, id) => tx.updateTable("users").set({ role: "musician" }).where("id", "=", id).execute()],
    ["delete", (tx, id) => tx.deleteFrom("users").where("id", "=", id).execute()],
  ])(
    "is left when two %s each other at the same moment: the later one is none any more",
    async (_, change) => {
      await using db = await freshDatabase();
      await using other = await openedAgain(db);
      const [a, b] = [await makeUser(db, { role: "admin" }), await makeUser(db, { role: "admin" })];
      expect(
        await overlapping(
          db,
          (hold) =>
            db.asAdmin(a.id).write(async (tx) => {
              await change(tx, b.id);
              await hold();
            }),
          () => other.asAdmin(b.id).write((tx) => change(tx, a.id)),
        ),
      ).toEqual(["accepted", "forbidden"]);
    },
  );

  test("is left when two who are past their first statement demote each other", async () => {
    await using db = await freshDatabase();
    await using other = await openedAgain(db);
    const [a, b] = [await makeUser(db, { role: "admin" }), await makeUser(db, { role: "admin" })];
    const bothAreOn = Promise.withResolvers<void>();
    let on = 0;
    const demote = (handle: Database, admin: string, id: string) =>
      refusal(
        handle.asAdmin(admin).write(async (tx) => {
          await tx.selectFrom("users").select("id").execute();
          if (++on === 2) bothAreOn.resolve();
          await bothAreOn.promise;
          await tx.updateTable("users").set({ role: "musician" }).where("id", "=", id).execute();
        }),
      );
    const outcomes = await Promise.all([demote(db, a.id, b.id), demote(other, b.id, a.id)]);
    expect(outcomes.sort()).toEqual(["accepted", "forbidden"]);
  });

  test("is left when accounts are deleted", async () => {
    await using db = await freshDatabase();
    const musician = await makeUser(db);
    const admin = await makeUser(db, { role: "admin" });
    const remove = (id: string) =>
      refusal(db.asSystem().write((tx) => tx.deleteFrom("users").where("id", "=", id).execute()));
    expect(await remove(musician.id)).toBe("accepted");
    expect(await remove(admin.id)).toBe("users_role_last_admin");
    await makeUser(db, { role: "admin" });
    expect(await remove(admin.id)).toBe("accepted");
  });
});

describe("deleting", () => {
  test("deleting an account removes all its rows, and none of another account", async () => {
    await using db = await freshDatabase();
    const { a, b, admin } = await makeWorld(db);
    await makeBackground(db, { created_by: a.id });
    const before = await traces(db, a.id);
    const without = Object.keys(before).filter((table) => before[table] === 0);
    expect(without, "tables without anything of theirs prove nothing").toEqual([
      "analytics_salts",
      // Keeps the audited action and, by their address, the person it was done to.
      "audit_log",
      "backups",
      "error_counts",
      "files_to_remove",
      // Names a newsletter issue and a subscriber, and goes with either.
      "letter_deliveries",
      // Names artists as text, and is forgotten with its day.
      "mail_counts",
      // Has no account yet.
      "pending_sign_ups",
      "rate_limits",
      "site_settings",
    ]);
    const deliveriesBefore = await count(db, "letter_deliveries");
    const othersBefore = await traces(db, b.id);
    const backgroundsBefore = await count(db, "background_options");

    await db.asAdmin(admin.id).write((tx) => tx.deleteFrom("users").where("id", "=", a.id).execute());

    // Their files follow: the remaining rows name these, until each is removed.
    const { files_to_remove, ...left } = await traces(db, a.id);
    expect(files_to_remove).toBeGreaterThan(0);
    expect(Object.values(left).filter((rows) => rows > 0)).toEqual([]);
    expect(await count(db, "background_options")).toBe(backgroundsBefore);
    expect(await count(db, "letter_deliveries")).toBe(deliveriesBefore - 2);
    // Shared rows go with it: the conversation, and its messages.
    expect(await traces(db, b.id)).toEqual({
      ...othersBefore,
      conversations: (othersBefore.conversations ?? 0) - 1,
      messages: (othersBefore.messages ?? 0) - 2,
      message_attachments: (othersBefore.message_attachments ?? 0) - 1,
      reports: (othersBefore.reports ?? 0) - 1,
    });
  });

  test("a track leaves the message that shared it", async () => {
    await using db = await freshDatabase();
    const { a, asA } = await makeWorld(db);
    await db
      .asMusician(a.id)
      .write((tx) => tx.deleteFrom("music_tracks").where("id", "=", a.track.id).execute());
    const attachment = await db
      .asSystem()
      .read((tx) =>
        tx
          .selectFrom("message_attachments")
          .selectAll()
          .where("id", "=", asA.attachments["mine to them"])
          .executeTakeFirstOrThrow(),
      );
    expect(attachment).toMatchObject({ track_id: null, file_name: a.track.title });
  });

  test("a background leaves the pages that chose it", async () => {
    await using db = await freshDatabase();
    const { id } = await makeBackground(db);
    const { profile } = await makeMusician(db, { background_id: id });
    const admin = await makeUser(db, { role: "admin" });
    await db
      .asAdmin(admin.id)
      .write((tx) => tx.deleteFrom("background_options").where("id", "=", id).execute());
    const left = await db
      .asVisitor()
      .read((tx) =>
        tx.selectFrom("musician_profiles").selectAll().where("id", "=", profile.id).executeTakeFirstOrThrow(),
      );
    expect(left).toEqual({ ...profile, background_id: null });
  });

  /** How many rows of each table name this id anywhere, in a key or within a text. */
  async function traces(db: Database, id: string): Promise<Record<string, number>> {
    return db.asSystem().read(async (tx) => {
      const { rows: tables } = await sql<{ name: string }>`
        select relname as name from pg_class
        where relnamespace = 'public'::regnamespace and relkind = 'r'
        order by relname`.execute(tx);
      const counts: Record<string, number> = {};
      for (const { name } of tables) {
        const table = sql.table(name);
        const { rows } = await sql<{ rows: number }>`
          select count(*) as rows from ${table} where ${table}::text like ${`%${id}%`}`.execute(tx);
        counts[name] = rows[0]?.rows ?? Number.NaN;
      }
      return counts;
    });
  }

  async function count(db: Database, table: "background_options" | "letter_deliveries"): Promise<number> {
    return (await db.asSystem().read((tx) => tx.selectFrom(table).select("id").execute())).length;
  }
});
