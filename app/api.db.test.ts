import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeMusician } from "../tests/factories/accounts.ts";
import { makeEvent } from "../tests/factories/page.ts";
import { askApi, everyScope, keyFor, type Sent } from "../tests/harness/api.ts";
import { freshServices } from "../tests/harness/services.ts";

let services: Awaited<ReturnType<typeof freshServices>>;

beforeAll(async () => {
  services = await freshServices();
});
afterAll(() => services[Symbol.asyncDispose]());

const ask = (method: string, path: string, sent?: Sent) => askApi(services, method, path, sent);

async function artist(scopes?: string[]) {
  const { id } = await makeMusician(services.db);
  return { id, key: await keyFor(services, id, scopes) };
}

const concert = { title: "Night", event_type: "concert", event_date: "2199-05-04" };

const eventsOf = (user_id: string) =>
  services.db
    .asSystem()
    .read((tx) => tx.selectFrom("events").selectAll().where("user_id", "=", user_id).execute());

test("an event is added, read, changed and deleted, by the form's rules", async () => {
  const { id, key } = await artist();
  const added = await ask("POST", "events", { key, json: { ...concert, ticket_url: "example.org/t" } });
  expect(added.status).toBe(201);
  expect(added.json).toMatchObject({ ...concert, ticket_url: "https://example.org/t", is_published: false });
  expect(added.headers.get("Location")).toBe(`${services.config.origin}/api/v1/events/${added.json.id}`);

  const one = `events/${added.json.id}`;
  expect((await ask("GET", one, { key })).json).toEqual(added.json);
  const changed = await ask("PATCH", one, {
    key,
    json: { is_published: true, is_cancelled: true, event_time: "20:30", time_zone: "Europe/Berlin" },
  });
  expect(changed.status).toBe(200);
  expect(changed.json).toMatchObject({ is_published: true, is_cancelled: true, event_time: "20:30:00" });
  expect(changed.json.title).toBe("Night");

  expect((await ask("DELETE", one, { key })).status).toBe(204);
  expect(await eventsOf(id)).toEqual([]);
  expect((await ask("GET", one, { key })).status).toBe(404);
});

test("what the form refuses is refused by field, and nothing is written", async () => {
  const { id, key } = await artist();
  const refused = await ask("POST", "events", { key, json: { ...concert, end_time: "23:00" } });
  expect(refused.status).toBe(422);
  expect(refused.headers.get("Content-Type")).toBe("application/problem+json");
  expect(refused.json).toMatchObject({
    type: `${services.config.origin}/api#problem-unprocessable`,
    title: "Unprocessable Entity",
    errors: [{ pointer: "#/event_time", detail: "Please enter when it starts, too" }],
  });
  for (const [json, pointer] of [
    [{ ...concert, title: " " }, "#/title"],
    [{ ...concert, title: 5 }, "#/title"],
    [{ ...concert, event_date: "2001-01-01" }, "#/event_date"],
    [{ ...concert, user_id: id }, "#/user_id"],
    [{ title: "Night", event_type: "concert" }, "#/event_date"],
    [[], "#"],
  ] as const) {
    const { status, json: problem } = await ask("POST", "events", { key, json });
    expect([status, problem.errors[0].pointer], JSON.stringify(json)).toEqual([422, pointer]);
  }
  expect(await eventsOf(id)).toEqual([]);
});

describe("a key", () => {
  test("reads and writes its own account's rows alone: another's aren't there, also where they are public", async () => {
    const [mine, theirs] = [await artist(), await artist()];
    const event = await makeEvent(services.db, { user_id: theirs.id, is_published: true });
    const one = `events/${event.id}`;
    expect((await ask("GET", "events", mine)).json).toEqual({ items: [], next: null });
    expect((await ask("GET", one, mine)).status).toBe(404);
    expect((await ask("PATCH", one, { ...mine, json: { title: "Mine" } })).status).toBe(404);
    expect((await ask("DELETE", one, mine)).status).toBe(404);
    expect(await eventsOf(theirs.id)).toMatchObject([{ title: event.title }]);
  });

  test("does what its scopes say", async () => {
    const reader = await artist(["events:read"]);
    expect((await ask("GET", "events", reader)).status).toBe(200);
    const refused = await ask("POST", "events", { ...reader, json: concert });
    expect([refused.status, refused.json.detail]).toEqual([
      403,
      "This key may not do that: it has no scope events:write.",
    ]);
    const other = await artist(everyScope.filter((scope) => scope !== "events:write"));
    expect((await ask("GET", "events", other)).status).toBe(403);
    const writer = await artist(["events:write"]);
    expect((await ask("GET", "events", writer)).status).toBe(200);
  });

  test("opens nothing once it has ended or was revoked, or its account is suspended or about to go", async () => {
    const system = services.db.asSystem();
    const ends = {
      ended: (id: string) =>
        sql`update api_keys set created_at = now() - interval '2 hours', expires_at = now() where user_id = ${id}`,
      revoked: (id: string) => sql`delete from api_keys where user_id = ${id}`,
      suspended: (id: string) =>
        sql`update users set suspended_at = now(), suspended_reason = 'Spam' where id = ${id}`,
      leaving: (id: string) => sql`update users set deletes_at = now() + interval '14 days' where id = ${id}`,
    };
    for (const [name, end] of Object.entries(ends)) {
      const { id, key } = await artist();
      expect((await ask("GET", "events", { key })).status, name).toBe(200);
      await system.write((tx) => end(id).execute(tx));
      const refused = await ask("GET", "events", { key });
      expect(refused.status, name).toBe(401);
      expect(refused.headers.get("WWW-Authenticate"), name).toBe('Bearer realm="api"');
      expect((await ask("POST", "events", { key, json: concert })).status, name).toBe(401);
    }
  });

  test("is the only way in: no key, another scheme, a part of one, a session's cookie", async () => {
    const { key } = await artist();
    for (const headers of [
      {},
      { Authorization: `Basic ${key}` },
      { Authorization: "Bearer" },
      { Authorization: `Bearer ${key.slice(0, -1)}` },
      { Authorization: `Bearer ${key}x` },
      { Cookie: `session=${key}` },
    ] as Record<string, string>[]) {
      expect((await ask("GET", "events", { headers })).status, JSON.stringify(headers)).toBe(401);
    }
  });

  test("notes when it was used last", async () => {
    const { id, key } = await artist();
    await ask("GET", "events", { key });
    const used = await services.db
      .asSystem()
      .read((tx) =>
        tx.selectFrom("api_keys").select("last_used_at").where("user_id", "=", id).executeTakeFirst(),
      );
    expect(used?.last_used_at).toBeInstanceOf(Date);
  });

  test("asks so often and then waits", async () => {
    const { key } = await artist();
    const wait = Promise.reject(
      Object.assign(
        new (await import("#server/errors.ts")).AppError("too-many", "Wait.", { retryAfterSeconds: 7 }),
      ),
    );
    wait.catch(() => {});
    const limits = { ...services.limits, spend: () => wait };
    const refused = await askApi({ ...services, limits }, "GET", "events", { key });
    expect([refused.status, refused.headers.get("Retry-After")]).toEqual([429, "7"]);
  });
});

test("a list goes page by page through more than a thousand rows, each once, while others are added", async () => {
  const { id, key } = await artist();
  await services.db.asSystem().write((tx) =>
    sql`insert into events (user_id, title, event_date, created_at)
      select ${id}, 'Night ' || n, '2030-01-01', timestamptz '2026-01-01' + (n / 3) * interval '1 microsecond'
      from generate_series(1, 1005) n`.execute(tx),
  );
  const titles: string[] = [];
  let path: string | undefined = "events?limit=100";
  while (path) {
    const page: Awaited<ReturnType<typeof ask>> = await ask("GET", path, { key });
    expect(page.status).toBe(200);
    titles.push(...page.json.items.map((event: { title: string }) => event.title));
    await makeEvent(services.db, { user_id: id });
    const next: string | undefined = /^<[^>]*\/api\/v1\/([^>]*)>; rel="next"$/.exec(
      page.headers.get("Link") ?? "",
    )?.[1];
    expect(page.json.next === null).toBe(next === undefined);
    path = next;
  }
  expect(titles).toHaveLength(1005);
  expect(new Set(titles).size).toBe(1005);
  expect(titles.slice(-2).sort()).toEqual(["Night 1", "Night 2"]);
});

test("a page's size and place are checked", async () => {
  const { key } = await artist();
  for (const query of ["limit=0", "limit=101", "limit=x", "cursor=x", "cursor="]) {
    expect((await ask("GET", `events?${query}`, { key })).status, query).toBe(400);
  }
});

describe("an ETag", () => {
  test("spares what the client has, and guards what it changes", async () => {
    const { key } = await artist();
    const added = await ask("POST", "events", { key, json: concert });
    const one = `events/${added.json.id}`;
    const etag = added.headers.get("ETag") ?? "";
    const again = await ask("GET", one, { key, headers: { "If-None-Match": etag } });
    expect([again.status, again.text, again.headers.get("ETag")]).toEqual([304, "", etag]);
    expect((await ask("HEAD", one, { key })).text).toBe("");

    const first = await ask("PATCH", one, { key, json: { title: "One" }, headers: { "If-Match": etag } });
    expect(first.status).toBe(200);
    const second = await ask("PATCH", one, { key, json: { title: "Two" }, headers: { "If-Match": etag } });
    expect(second.status).toBe(412);
    expect((await ask("DELETE", one, { key, headers: { "If-Match": etag } })).status).toBe(412);
    expect((await ask("GET", one, { key, headers: { "If-None-Match": etag } })).json.title).toBe("One");
    const now = first.headers.get("ETag") ?? "";
    expect((await ask("DELETE", one, { key, headers: { "If-Match": now } })).status).toBe(204);
  });

  test("lets one of two changes through that were made at once", async () => {
    const { key } = await artist();
    const added = await ask("POST", "events", { key, json: concert });
    const headers = { "If-Match": added.headers.get("ETag") ?? "" };
    const change = (title: string) =>
      ask("PATCH", `events/${added.json.id}`, { key, headers, json: { title } });
    const answers = await Promise.all([change("One"), change("Two"), change("Three")]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412, 412]);
  });
});

describe("an Idempotency-Key", () => {
  const once = (key: string, json: unknown = concert, name = "a-1") =>
    ask("POST", "events", { key, json, headers: { "Idempotency-Key": name } });

  test("has a request done once, and gives its answer again", async () => {
    const { id, key } = await artist();
    const [first, second] = [await once(key), await once(key)];
    expect([second.status, second.text, second.headers.get("Location")]).toEqual([
      201,
      first.text,
      first.headers.get("Location"),
    ]);
    expect(await eventsOf(id)).toHaveLength(1);
    expect((await once(key, concert, "a-2")).json.id).not.toBe(first.json.id);
    const other = await artist();
    expect((await once(other.key)).json.id).not.toBe(first.json.id);
  });

  test("is good for one request, and for one that was refused again", async () => {
    const { id, key } = await artist();
    expect((await once(key, { ...concert, title: "" })).status).toBe(422);
    expect((await once(key)).status).toBe(201);
    expect((await once(key, { ...concert, title: "Another" })).status).toBe(422);
    expect((await once(key, concert, "ü")).status).toBe(400);
    expect(await eventsOf(id)).toHaveLength(1);
  });

  test("has a request done once that is sent many times at once", async () => {
    const { id, key } = await artist();
    const answers = await Promise.all(Array.from({ length: 8 }, () => once(key)));
    expect(answers.every(({ status }) => status === 201 || status === 409)).toBe(true);
    expect(answers.some(({ status }) => status === 201)).toBe(true);
    expect(await eventsOf(id)).toHaveLength(1);
  });

  test("leaves neither row nor answer where the transaction ends before its commit", async () => {
    const { id, key } = await artist();
    const { db } = services;
    const asMusician = (userId: string) => ({
      ...db.asMusician(userId),
      write: <T>(work: Parameters<ReturnType<typeof db.asMusician>["write"]>[0]) =>
        db.asMusician(userId).write(async (tx) => {
          await work(tx);
          throw new Error("killed") as T;
        }),
    });
    const lost = await askApi({ ...services, db: { ...db, asMusician } as typeof db }, "POST", "events", {
      key,
      json: concert,
      headers: { "Idempotency-Key": "a-1" },
    });
    expect(lost.status).toBe(500);
    expect(await eventsOf(id)).toEqual([]);
    expect((await once(key)).status).toBe(201);
    expect(await eventsOf(id)).toHaveLength(1);
  });
});

test("an address, a method, a type and a body that don't fit are told apart", async () => {
  const { key } = await artist();
  expect((await ask("GET", "nothing", { key })).status).toBe(404);
  expect((await ask("GET", "events/1", { key })).status).toBe(404);
  expect((await ask("GET", "", { key })).status).toBe(404);
  const put = await ask("PUT", "events", { key });
  expect([put.status, put.headers.get("Allow")]).toEqual([405, "HEAD, GET, POST"]);
  const type = { "Content-Type": "text/plain" };
  expect((await ask("POST", "events", { key, raw: "{}", headers: type })).status).toBe(415);
  const json = { "Content-Type": "application/json; charset=utf-8" };
  expect((await ask("POST", "events", { key, raw: "{", headers: json })).status).toBe(400);
  expect((await ask("POST", "events", { key, raw: "\ud800", headers: json })).status).toBe(400);
});
