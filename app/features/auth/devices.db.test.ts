import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { setPreferences } from "#server/preferences.ts";
import { formatsFor } from "~/shared/formats";
import { makeSession } from "../../../tests/factories/accounts.ts";
import { serial } from "../../../tests/factories/serial.ts";
import { freshServices } from "../../../tests/harness/services.ts";
import type { Browser } from "./browser.server.ts";
import { signIn, signUp } from "./commands.server.ts";
import { endOthers, endSessionOf, mostShown, sessionsOf } from "./devices.server.ts";
import { knownDevice } from "./known-devices.server.ts";
import { viewerOf } from "./session.server.ts";

let services: Awaited<ReturnType<typeof freshServices>>;

beforeAll(async () => {
  services = await freshServices();
});
afterAll(() => services[Symbol.asyncDispose]());

const password = "correct horse";
const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
const browser = (cookies: string | null = null, userAgent: string | null = firefox): Browser => ({
  network: `10.5.${serial()}.1`,
  cookies,
  userAgent,
  languages: null,
});

async function newAccount() {
  const email = `joan${serial()}@example.org`;
  const form = { email, password, confirmPassword: password, terms: "on" as const };
  const cookies = (await signUp(services, browser(), form)).join("; ");
  return { email, cookies, userId: (await viewerOf(services, cookies))?.userId ?? "" };
}

const enter = async (email: string, from: Browser) =>
  (await signIn(services, from, { email, password, remember: false })).cookies.join("; ");

async function newBrowserMails(email: string): Promise<string[]> {
  const { rows } = await services.db.asSystem().read((tx) =>
    sql<{
      text: string;
    }>`select data->>'text' as text from pgboss.job where name = 'mail.send' and data->>'to' = ${email}
      and data->>'text' like '%/account/devices%'`.execute(tx),
  );
  return rows.map(({ text }) => text);
}

test("the list tells this browser from the others, which come by when they were seen, and leaves out what is over", async () => {
  const { userId, cookies } = await newAccount();
  const stranger = await newAccount();
  const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000);
  await makeSession(services.db, { user_id: userId, last_seen_at: ago(20) });
  const seen = { browser: "Safari", system: "iOS", last_seen_at: ago(10) };
  await makeSession(services.db, { user_id: userId, ...seen });
  await makeSession(services.db, { user_id: userId, created_at: ago(90), expires_at: ago(60) });

  const { here, others, more } = await sessionsOf(services, userId, cookies);
  expect(here?.name).toBe("Firefox on Linux");
  expect(others.map(({ name }) => name)).toEqual(["Safari on iOS", "An unknown browser"]);
  expect(more).toBe(0);
  expect((await sessionsOf(services, stranger.userId, stranger.cookies)).others).toEqual([]);
});

test("the mail of a new browser names the time by the account's clock, and which clock that is", async () => {
  const { email, userId } = await newAccount();
  const time_zone = "America/New_York";
  await services.db.asSystem().write((tx) => setPreferences(tx, userId, { time_zone, format: "en-GB" }));
  const before = new Date();
  await enter(email, browser(null, null));
  const [text = ""] = await newBrowserMails(email);
  const { dateTime } = formatsFor({ format: "en-GB", timeZone: time_zone });
  const times = [before, new Date()].map((at) => `${dateTime(at, "long")} (America/New York)`);
  expect(times.some((time) => text.includes(`An unknown browser, on ${time}`))).toBe(true);
});

test("the list is cut off, and says how many more there are", async () => {
  const { userId, cookies } = await newAccount();
  await services.db.asSystem().write((tx) =>
    sql`insert into sessions (token_hash, user_id, expires_at)
      select sha256((${userId} || number)::bytea), ${userId}, now() + interval '1 day'
      from generate_series(1, ${mostShown + 7}) number`.execute(tx),
  );
  const { others, more } = await sessionsOf(services, userId, cookies);
  expect([others.length, more]).toEqual([mostShown, 7]);
});

test("one session ends at once; another account's is not found", async () => {
  const { email, userId, cookies } = await newAccount();
  const stranger = await newAccount();
  const phone = await enter(email, browser(null, null));
  const [other] = (await sessionsOf(services, userId, cookies)).others;
  const id = other?.id ?? "";
  await expect(endSessionOf(services, stranger.userId, id)).rejects.toMatchObject({ kind: "not-found" });
  expect(await viewerOf(services, phone)).not.toBeNull();
  expect(await endSessionOf(services, userId, id)).toBe("An unknown browser");
  expect(await viewerOf(services, phone)).toBeNull();
  await expect(endSessionOf(services, userId, id)).rejects.toMatchObject({ kind: "not-found" });
});

test("all others end: this browser stays and is known, the others are told of by mail when they come back", async () => {
  const { email, userId, cookies } = await newAccount();
  const stranger = await newAccount();
  const phone = await enter(email, browser(null, null));
  expect(await newBrowserMails(email)).toHaveLength(1);
  await makeSession(services.db, {
    user_id: userId,
    created_at: new Date(Date.now() - 7_200_000),
    expires_at: new Date(Date.now() - 3_600_000),
  });
  expect(await endOthers(services, userId, browser(cookies))).toBe(1);
  expect(await viewerOf(services, phone)).toBeNull();
  expect(await viewerOf(services, cookies)).not.toBeNull();
  expect(await viewerOf(services, stranger.cookies)).not.toBeNull();
  await enter(email, browser(cookies));
  expect(await newBrowserMails(email)).toHaveLength(1);
  await enter(email, browser(phone, null));
  expect(await newBrowserMails(email)).toHaveLength(2);
  const strangers = services.db
    .asSystem()
    .read((tx) => knownDevice(tx, services.config, stranger.userId, stranger.cookies));
  expect(await strangers).toBeDefined();
});
