import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeMusician, makeSession, makeUser } from "../tests/factories/accounts.ts";
import { makeComment } from "../tests/factories/audience.ts";
import { makeEvent, makePhoto, makeTrack, uploadAddress } from "../tests/factories/page.ts";
import { freshServices } from "../tests/harness/services.ts";
import { askForDeletion, deleteDueAccounts, graceDays, keepAccount } from "./account-deletion.ts";
import { ownedTables } from "./features.ts";
import { removeUnnamedFiles } from "./files/removal.ts";
import { setPreferences } from "./preferences.ts";

let services: Awaited<ReturnType<typeof freshServices>>;

beforeAll(async () => {
  services = await freshServices();
  await makeUser(services.db, { role: "admin" }); // one always remains
});
afterAll(() => services[Symbol.asyncDispose]());

const day = 24 * 3600 * 1000;
const keep = (id: string) => services.db.asSystem().write((tx) => keepAccount(tx, services.config, id));
const userOf = (id: string) =>
  services.db
    .asSystem()
    .read((tx) => tx.selectFrom("users").selectAll().where("id", "=", id).executeTakeFirst());
/** As if the two weeks were over. */
const makeDue = (id: string) =>
  services.db.asSystem().write((tx) =>
    tx
      .updateTable("users")
      .set({ deletes_at: new Date(Date.now() - 1000) })
      .where("id", "=", id)
      .execute(),
  );
const isPublic = async (id: string) =>
  (await services.db
    .asVisitor()
    .read((tx) =>
      tx.selectFrom("musician_profiles").select("id").where("user_id", "=", id).executeTakeFirst(),
    )) !== undefined;

async function mailsTo(email: string): Promise<{ subject: string; text: string }[]> {
  const { rows } = await services.db.asSystem().read((tx) =>
    sql<{ subject: string; text: string }>`
      select data->>'subject' as subject, data->>'text' as text from pgboss.job
      where name = 'mail.send' and data->>'to' = ${email} order by created_on`.execute(tx),
  );
  return rows;
}
const subjectsTo = async (email: string) => (await mailsTo(email)).map(({ subject }) => subject);

/** Every row that is the account's, of all tables but those of its sessions. */
async function rowsOf(id: string): Promise<Map<string, unknown[]>> {
  const found = new Map<string, unknown[]>();
  for (const { table, owner } of ownedTables(services.declarations)) {
    if (table === "sessions") continue;
    const { rows } = await services.db.asSystem().read((tx) =>
      sql`select * from ${sql.table(table)}
          where ${id} in (${sql.join([owner].flat().map((column) => sql`${sql.ref(column)}::text`))})`.execute(
        tx,
      ),
    );
    if (rows.length > 0) found.set(table, rows);
  }
  return found;
}

async function makeFullMusician() {
  const musician = await makeMusician(services.db);
  const { id } = musician;
  const song = uploadAddress("music", id, "song.mp3");
  await services.storage.put(song.slice("/uploads/".length), Buffer.alloc(1024), {
    contentType: "audio/mpeg",
  });
  await makeTrack(services.db, { user_id: id, file_url: song, file_size: 1024 });
  await makePhoto(services.db, { user_id: id });
  await makeEvent(services.db, { user_id: id });
  await makeComment(services.db, { musician_id: id });
  await makeSession(services.db, { user_id: id });
  const isStored = async () => (await services.storage.head(song.slice("/uploads/".length))) !== null;
  return { ...musician, isStored };
}

test("an account is out of sight and signed out at once, and comes back whole", async () => {
  const { id, email, isStored } = await makeFullMusician();
  const before = await rowsOf(id);
  const deletesAt = await askForDeletion(services, id);
  expect(Math.round((deletesAt.getTime() - Date.now()) / day)).toBe(graceDays);
  expect(await isPublic(id)).toBe(false);
  const sessions = await services.db
    .asSystem()
    .read((tx) => tx.selectFrom("sessions").select("user_id").where("user_id", "=", id).execute());
  expect(sessions).toEqual([]);
  // Nothing postpones it but signing in.
  expect(await askForDeletion(services, id)).toEqual(deletesAt);
  expect(await deleteDueAccounts(services)).toBe(0);

  expect(await keep(id)).toEqual(deletesAt);
  expect(await keep(id)).toBeNull();
  expect(await userOf(id)).toMatchObject({ email, deletes_at: null });
  expect(await isPublic(id)).toBe(true);
  expect(await rowsOf(id)).toEqual(before);
  expect(await isStored()).toBe(true);
  const date = new Intl.DateTimeFormat("en", { dateStyle: "long", timeZone: "UTC" }).format(deletesAt);
  expect(new Set(await subjectsTo(email))).toEqual(
    new Set([`Your Handbill account will be deleted on ${date}`, "Your Handbill account stays"]),
  );
});

test("the mails name the day by the account's own clock and in its format", async () => {
  const { id, email } = await makeMusician(services.db);
  const choice = { time_zone: "Pacific/Kiritimati", format: "en-GB" } as const;
  await services.db.asSystem().write(async (tx) => {
    await setPreferences(tx, id, choice);
    // In UTC it is the day before.
    const deletes_at = new Date("2099-12-04T11:00:00Z");
    await tx.updateTable("users").set({ deletes_at }).where("id", "=", id).execute();
  });
  await askForDeletion(services, id);
  await keep(id);
  const [leaving, staying] = await mailsTo(email);
  expect(leaving?.subject).toBe("Your Handbill account will be deleted on 5 December 2099");
  expect(leaving?.text).toContain("On 5 December 2099 it goes for good");
  expect(staying?.text).toContain("was to be deleted on 5 December 2099.");
});

test("the audit list names the account by its id alone", async () => {
  const { id, email } = await makeMusician(services.db);
  await askForDeletion(services, id);
  await keep(id);
  await askForDeletion(services, id);
  await makeDue(id);
  await deleteDueAccounts(services);
  const entries = await services.db
    .asSystem()
    .read((tx) => tx.selectFrom("audit_log").selectAll().orderBy("at").execute());
  const own = entries.filter(({ target }) => target === id);
  expect(own.map(({ action, actor, actor_id }) => [action, actor, actor_id])).toEqual([
    ["deletion_asked", "account owner", null],
    ["deletion_withdrawn", "account owner", null],
    ["deletion_asked", "account owner", null],
    ["user_deleted", "account owner", null],
  ]);
  expect(JSON.stringify(entries)).not.toContain(email);
});

test("a suspended account may go too, and stays suspended when it comes back", async () => {
  const { id } = await makeMusician(services.db);
  const suspension = { suspended_at: new Date(), suspended_reason: "Spam" };
  await services.db
    .asSystem()
    .write((tx) => tx.updateTable("users").set(suspension).where("id", "=", id).execute());
  await askForDeletion(services, id);
  await keep(id);
  expect(await userOf(id)).toMatchObject({ ...suspension, deletes_at: null });
  expect(await isPublic(id)).toBe(false);
});

test("an account that isn't there can neither go nor stay", async () => {
  await expect(askForDeletion(services, crypto.randomUUID())).rejects.toMatchObject({ kind: "not-found" });
  await expect(keep(crypto.randomUUID())).rejects.toMatchObject({ kind: "not-found" });
});

test("an hour's run deletes the accounts that are due, suspended ones too, with their files, and no other", async () => {
  const [due, suspended, waiting, staying] = await Promise.all([
    makeFullMusician(),
    makeFullMusician(),
    makeFullMusician(),
    makeFullMusician(),
  ]);
  for (const { id } of [due, suspended, waiting]) await askForDeletion(services, id);
  for (const { id } of [due, suspended]) await makeDue(id);
  await services.db
    .asSystem()
    .write((tx) =>
      tx
        .updateTable("users")
        .set({ suspended_at: new Date(), suspended_reason: "Spam" })
        .where("id", "=", suspended.id)
        .execute(),
    );
  // As several processes do it.
  const deleted = await Promise.all([deleteDueAccounts(services), deleteDueAccounts(services)]);
  expect(deleted[0] + deleted[1]).toBe(2);
  expect(await deleteDueAccounts(services)).toBe(0);
  await removeUnnamedFiles(services);
  for (const { id, isStored } of [due, suspended]) {
    expect([await userOf(id), await rowsOf(id), await isStored()]).toEqual([undefined, new Map(), false]);
  }
  for (const { id, isStored } of [waiting, staying]) {
    expect(await userOf(id)).toMatchObject({ id });
    expect(await isStored()).toBe(true);
  }
});

test("an account that can't be deleted keeps no other from going, and is tried again", async () => {
  const [stuck, other] = [await makeMusician(services.db), await makeMusician(services.db)];
  for (const { id } of [stuck, other]) await makeDue(id);
  const { db } = services;
  await db.asSystem().write(async (tx) => {
    await tx.selectFrom("users").select("id").where("id", "=", stuck.id).forUpdate().execute();
    expect(await deleteDueAccounts(services)).toBe(1);
  });
  expect([await userOf(stuck.id), await userOf(other.id)]).toMatchObject([{ id: stuck.id }, undefined]);
  expect(await deleteDueAccounts(services)).toBe(1);
  expect(await userOf(stuck.id)).toBeUndefined();
});

describe("a sign-in at the very moment of the deletion", () => {
  test("keeps the account when it was first", async () => {
    const { id } = await makeMusician(services.db);
    await makeDue(id);
    await services.db.asSystem().write(async (tx) => {
      await keepAccount(tx, services.config, id);
      expect(await deleteDueAccounts(services)).toBe(0);
    });
    expect(await userOf(id)).toMatchObject({ deletes_at: null });
    expect(await deleteDueAccounts(services)).toBe(0);
  });

  test("either keeps all of it or finds nothing", async () => {
    for (let round = 0; round < 10; round += 1) {
      const { id } = await makeMusician(services.db);
      await makeTrack(services.db, { user_id: id });
      await makeDue(id);
      const before = await rowsOf(id);
      const [kept] = await Promise.allSettled([keep(id), deleteDueAccounts(services)]);
      const left = await userOf(id);
      if (kept.status === "fulfilled") {
        expect(left).toMatchObject({ deletes_at: null });
        expect(await rowsOf(id)).toEqual(before);
      } else {
        expect(kept.reason).toMatchObject({ kind: "not-found" });
        expect([left, await rowsOf(id)]).toEqual([undefined, new Map()]);
      }
    }
  });
});

describe("admins", () => {
  test("the only one is refused in words; two at once leave one", async () => {
    await using alone = await freshServices();
    const one = await makeUser(alone.db, { role: "admin" });
    const refusal = { kind: "conflict", publicText: expect.stringContaining("You are the only admin") };
    await expect(askForDeletion(alone, one.id)).rejects.toMatchObject(refusal);
    const other = await makeUser(alone.db, { role: "admin" });
    const ends = await Promise.allSettled([askForDeletion(alone, one.id), askForDeletion(alone, other.id)]);
    expect(ends.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    const left = await alone.db
      .asSystem()
      .read((tx) => tx.selectFrom("users").select("id").where("deletes_at", "is", null).execute());
    expect(left).toHaveLength(1);
    // One that is about to go doesn't count, and may go for good.
    const staying = left[0]?.id ?? "";
    await expect(
      alone.db
        .asSystem()
        .write((tx) => tx.updateTable("users").set({ role: "musician" }).where("id", "=", staying).execute()),
    ).rejects.toMatchObject({ constraint: "users_role_last_admin" });
    const leaving = staying === one.id ? other.id : one.id;
    await alone.db.asSystem().write((tx) =>
      tx
        .updateTable("users")
        .set({ deletes_at: new Date(0) })
        .where("id", "=", leaving)
        .execute(),
    );
    expect(await deleteDueAccounts(alone)).toBe(1);
  });
});
