import { expect, test } from "vitest";
import { makeUser } from "../tests/factories/accounts.ts";
import { freshDatabase } from "../tests/harness/database.ts";
import { testSecret } from "../tests/harness/settings.ts";
import type { Database } from "./db/database.ts";
import { AppError } from "./errors.ts";
import { redeemSetupCode, setupCode } from "./setup-code.ts";

const use = (db: Database, userId: string, code: string) =>
  db.asSystem().write((tx) => redeemSetupCode(tx, userId, code));
const admins = (db: Database) =>
  db.asSystem().read((tx) => tx.selectFrom("users").select("id").where("role", "=", "admin").execute());

test("every process prints the same code while there is no admin, and none once there is one", async () => {
  await using db = await freshDatabase();
  const [one, other] = await Promise.all([setupCode(db, testSecret), setupCode(db, testSecret)]);
  expect(one).toMatch(/^[0-9A-Z]{5}(-[0-9A-Z]{5}){3}$/);
  expect(other).toBe(one);
  expect(await setupCode(db, `${testSecret} of somebody else`)).not.toBe(one);
  await makeUser(db, { role: "admin" });
  expect(await setupCode(db, testSecret)).toBeNull();
});

test("of many accounts that use it at once, one becomes an admin, and it is used up", async () => {
  await using db = await freshDatabase();
  const code = (await setupCode(db, testSecret)) ?? "";
  const users = await Promise.all(Array.from({ length: 20 }, () => makeUser(db)));
  const outcomes = await Promise.allSettled(users.map(({ id }) => use(db, id, code)));
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  for (const outcome of outcomes) {
    if (outcome.status === "rejected") expect(outcome.reason).toBeInstanceOf(AppError);
  }
  expect(await admins(db)).toHaveLength(1);
});

test("the code may be typed in any way; another code is refused, and changes nothing", async () => {
  await using db = await freshDatabase();
  const code = (await setupCode(db, testSecret)) ?? "";
  const user = await makeUser(db);
  await expect(use(db, user.id, "AAAAA-AAAAA-AAAAA-AAAAA")).rejects.toMatchObject({ kind: "invalid" });
  await expect(use(db, user.id, "")).rejects.toMatchObject({ kind: "invalid" });
  expect(await admins(db)).toEqual([]);
  await use(db, user.id, ` ${code.toLowerCase().replaceAll("-", " ")} `);
  expect(await admins(db)).toEqual([{ id: user.id }]);
  // So that the owner's account is the owner's by it.
  const { email_confirmed_at } = await db
    .asSystem()
    .read((tx) =>
      tx.selectFrom("users").select("email_confirmed_at").where("id", "=", user.id).executeTakeFirstOrThrow(),
    );
  expect(email_confirmed_at).toBeInstanceOf(Date);
});

test("where there is an admin already, the code that was printed before is worth nothing", async () => {
  await using db = await freshDatabase();
  const code = (await setupCode(db, testSecret)) ?? "";
  await makeUser(db, { role: "admin" });
  const user = await makeUser(db);
  await expect(use(db, user.id, code)).rejects.toMatchObject({ kind: "forbidden" });
  expect(await admins(db)).toHaveLength(1);
});
