import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeApiAnswer, makeApiKey, makeUser } from "../../../tests/factories/accounts.ts";
import { askApi } from "../../../tests/harness/api.ts";
import { freshServices } from "../../../tests/harness/services.ts";
import { catchUp } from "./jobs.server.ts";
import { makeKey, ownKeys, revokeKey } from "./keys.server.ts";
import { keysActionSchema, mostKeys } from "./schema.ts";

let services: Awaited<ReturnType<typeof freshServices>>;

beforeAll(async () => {
  services = await freshServices();
});
afterAll(() => services[Symbol.asyncDispose]());

const key = { name: "Tour script", days: 90, scopes: ["events:read" as const] };

test("a key is shown once, stored as a hash, told by mail, and opens what it may until it is revoked", async () => {
  const { id, email } = await makeUser(services.db);
  const secret = await makeKey(services, id, key);
  expect(secret).toMatch(/^handbill_[\w-]{43}$/);
  const stored = await services.db
    .asSystem()
    .read((tx) => tx.selectFrom("api_keys").selectAll().where("user_id", "=", id).execute());
  expect(JSON.stringify(stored)).not.toContain(secret);
  const days = Number(stored[0]?.expires_at) - Number(stored[0]?.created_at);
  expect(Math.round(days / 86_400_000)).toBe(90);
  const { rows } = await services.db.asSystem().read((tx) =>
    sql<{ text: string }>`select data->>'text' as text from pgboss.job
      where name = 'mail.send' and data->>'to' = ${email}`.execute(tx),
  );
  expect(rows).toMatchObject([{ text: expect.stringContaining("“Tour script”") }]);
  expect(rows[0]?.text).not.toContain(secret);

  const [listed] = await ownKeys(services, id);
  expect(listed).toMatchObject({ name: "Tour script", scopes: ["events:read"], hasEnded: false });
  expect(listed).not.toHaveProperty("token_hash");
  expect((await askApi(services, "GET", "events", { key: secret })).status).toBe(200);

  const stranger = await makeUser(services.db);
  await expect(revokeKey(services, stranger.id, listed?.id ?? "")).rejects.toMatchObject({
    kind: "not-found",
  });
  expect(await revokeKey(services, id, listed?.id ?? "")).toBe("Tour script");
  expect((await askApi(services, "GET", "events", { key: secret })).status).toBe(401);
});

test("an account has so many keys, also when it makes several at once; one that has ended makes room", async () => {
  const { id } = await makeUser(services.db);
  for (let made = 1; made < mostKeys; made += 1) await makeApiKey(services.db, { user_id: id });
  const made = await Promise.allSettled([makeKey(services, id, key), makeKey(services, id, key)]);
  expect(made.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  await services.db.asSystem().write((tx) =>
    sql`update api_keys set created_at = now() - interval '2 days', expires_at = now() - interval '1 day'
        where id = (select id from api_keys where user_id = ${id} limit 1)`.execute(tx),
  );
  await makeKey(services, id, key);
  expect(await ownKeys(services, id)).toHaveLength(mostKeys);
});

test("the form needs a name, a time and something that the key may do", () => {
  const form = { intent: "make-key", name: "Script", events: "write", video: "read" };
  expect(keysActionSchema.parse(form)).toMatchObject({ days: 90, scopes: ["events:write", "video:read"] });
  for (const change of [{ name: " " }, { days: "366" }, { days: "0" }, { events: "none", video: "none" }]) {
    expect(keysActionSchema.safeParse({ ...form, ...change }).success, JSON.stringify(change)).toBe(false);
  }
});

test("answers are forgotten after a day, and keys a month after their end", async () => {
  const used = await makeApiKey(services.db);
  const ago = (days: number) => new Date(Date.now() - days * 86_400_000);
  const lately = { created_at: ago(60), expires_at: ago(29) };
  const long = { created_at: ago(60), expires_at: ago(31) };
  const kept = await makeApiKey(services.db, lately);
  const gone = await makeApiKey(services.db, long);
  const fresh = await makeApiAnswer(services.db, used);
  const old = await makeApiAnswer(services.db, used);
  const system = services.db.asSystem();
  await system.write((tx) =>
    sql`update api_answers set created_at = ${ago(1.1)} where idempotency_key = ${old.idempotency_key}`.execute(
      tx,
    ),
  );
  await catchUp(services);
  const keys = await system.read((tx) => tx.selectFrom("api_keys").select("id").execute());
  const ids = keys.map(({ id }) => id);
  expect([ids.includes(used.id), ids.includes(kept.id), ids.includes(gone.id)]).toEqual([true, true, false]);
  const answers = await system.read((tx) => tx.selectFrom("api_answers").select("idempotency_key").execute());
  expect(answers).toEqual([{ idempotency_key: fresh.idempotency_key }]);
});
