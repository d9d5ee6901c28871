import { sql } from "kysely";
import { afterAll, describe, expect, test } from "vitest";
import { makeMusician, makeUser } from "../../tests/factories/accounts.ts";
import { freshDatabase } from "../../tests/harness/database.ts";
import type { Reader, Writer } from "./database.ts";

// An account's rights count when it writes: not when its request began, and not while they change.

const db = await freshDatabase();
afterAll(() => db.close());
await makeUser(db, { role: "admin" }); // one always remains

const addLink = (user_id: string) => (tx: Writer) =>
  tx.insertInto("social_links").values({ user_id, url: "https://example.org" }).execute();
const linksOf = (user_id: string) =>
  db
    .asSystem()
    .read((tx) => tx.selectFrom("social_links").select("id").where("user_id", "=", user_id).execute());
const roleOf = async (id: string) =>
  (
    await db
      .asSystem()
      .read((tx) => tx.selectFrom("users").select("role").where("id", "=", id).executeTakeFirst())
  )?.role;
const promote = (id: string) => (tx: Writer) =>
  tx.updateTable("users").set({ role: "admin" }).where("id", "=", id).execute();
const forbidden = { kind: "forbidden", status: 403 };

type Change = (id: string) => (tx: Writer) => Promise<unknown>;
const remove: Change = (id) => (tx) => tx.deleteFrom("users").where("id", "=", id).execute();
const demote: Change = (id) => (tx) =>
  tx.updateTable("users").set({ role: "musician" }).where("id", "=", id).execute();
const suspend: Change = (id) => (tx) =>
  tx
    .updateTable("users")
    .set({ role: "musician", suspended_at: new Date(), suspended_reason: "Too loud." })
    .where("id", "=", id)
    .execute();

const leave: Change = (id) => (tx) =>
  tx
    .updateTable("users")
    .set({ deletes_at: new Date(Date.now() + 1e9) })
    .where("id", "=", id)
    .execute();

describe.each<[string, Change]>([
  ["deleted", remove],
  ["suspended", suspend],
  ["put out of sight by themselves", leave],
])("a musician who was %s", (_, change) => {
  test("writes nothing, and gets the refusal", async () => {
    const { id } = await makeMusician(db);
    await db.asSystem().write(change(id));
    await expect(db.asMusician(id).write(addLink(id))).rejects.toMatchObject(forbidden);
    expect(await linksOf(id)).toEqual([]);
  });
});

describe.each<[string, Change]>([
  ["demoted", demote],
  ["deleted", remove],
  ["suspended", suspend],
  ["put out of sight by themselves", leave],
])("an admin who was %s", (_, change) => {
  test("writes nothing, and reads nothing of others", async () => {
    const admin = await makeUser(db, { role: "admin" });
    const { id } = await makeUser(db);
    await db.asSystem().write(change(admin.id));
    await expect(db.asAdmin(admin.id).write(promote(id))).rejects.toMatchObject(forbidden);
    expect(await roleOf(id)).toBe("musician");
    expect(await db.asAdmin(admin.id).read((tx) => tx.selectFrom("users").select("id").execute())).toEqual(
      [],
    );
  });

  test("writes nothing either where that is about to be stored", async () => {
    const admin = await makeUser(db, { role: "admin" });
    const { id } = await makeUser(db);
    const written = Promise.withResolvers<unknown>();
    await db.asSystem().write(async (tx) => {
      await change(admin.id)(tx);
      written.resolve(
        db
          .asAdmin(admin.id)
          .write(promote(id))
          .catch((error: unknown) => error),
      );
      await someoneWaits();
    });
    expect(await written.promise).toMatchObject(forbidden);
    expect(await roleOf(id)).toBe("musician");
  });

  test("has written what was under way before", async () => {
    const admin = await makeUser(db, { role: "admin" });
    const { id } = await makeUser(db);
    const order: string[] = [];
    let changed: Promise<unknown> = Promise.resolve();
    await db.asAdmin(admin.id).write(async (tx) => {
      await tx.selectFrom("users").select("id").limit(1).execute();
      changed = db
        .asSystem()
        .write(change(admin.id))
        .then(() => order.push("changed"));
      await someoneWaits();
      await promote(id)(tx);
      order.push("written");
    });
    await changed;
    expect(order).toEqual(["written", "changed"]);
    expect(await roleOf(id)).toBe("admin");
    await db.asSystem().write(demote(id));
  });
});

/** Waits until a transaction waits for another's lock. */
async function someoneWaits(): Promise<void> {
  const waiting = async (tx: Reader) =>
    (
      await sql`select from pg_locks join pg_stat_activity using (pid)
        where not granted and datname = current_database()`.execute(tx)
    ).rows.length > 0;
  while (!(await db.asSystem().read(waiting))) await new Promise((resolve) => setTimeout(resolve, 10));
}
