import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { serial } from "../../../tests/factories/serial.ts";
import { freshServices } from "../../../tests/harness/services.ts";
import { changePassword } from "./account.server.ts";
import type { Browser } from "./browser.server.ts";
import { signIn, signUp } from "./commands.server.ts";
import { viewerOf } from "./session.server.ts";

let services: Awaited<ReturnType<typeof freshServices>>;

beforeAll(async () => {
  services = await freshServices();
});
afterAll(() => services[Symbol.asyncDispose]());

const password = "correct horse";
const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
const safari =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1";
const browser = (cookies: string | null = null, userAgent: string | null = firefox): Browser => ({
  network: `10.2.${serial()}.1`,
  cookies,
  userAgent,
  languages: null,
});

async function newAccount() {
  const email = `grace${serial()}@example.org`;
  const form = { email, password, confirmPassword: password, terms: "on" as const };
  const cookies = (await signUp(services, browser(), form)).join("; ");
  return { email, userId: (await viewerOf(services, cookies))?.userId ?? "", cookies };
}

const enter = async (email: string, from: Browser, typed = password) =>
  (await signIn(services, from, { email, password: typed, remember: false })).cookies.join("; ");

async function mailsTo(email: string): Promise<{ subject: string; text: string }[]> {
  const { rows } = await services.db.asSystem().read((tx) =>
    sql<{ subject: string; text: string }>`select data->>'subject' as subject, data->>'text' as text
      from pgboss.job where name = 'mail.send' and data->>'to' = ${email} order by created_on`.execute(tx),
  );
  return rows;
}

test("a changed password ends every other session, keeps this one, and is told by mail", async () => {
  const { email, userId, cookies } = await newAccount();
  const others = [await enter(email, browser()), await enter(email, browser())];
  const form = {
    intent: "change-password",
    password: "battery staple",
    confirmPassword: "battery staple",
  } as const;
  const wrong = changePassword(
    services,
    browser(cookies),
    { userId, email },
    { ...form, currentPassword: "wrong" },
  );
  await expect(wrong).rejects.toMatchObject({ kind: "invalid", field: "currentPassword" });
  for (const other of others) expect(await viewerOf(services, other)).not.toBeNull();

  const change = changePassword(
    services,
    browser(cookies),
    { userId, email },
    { ...form, currentPassword: password },
  );
  const { ended, cookies: renewed } = await change;
  expect(ended).toBe(2);
  for (const other of others) expect(await viewerOf(services, other)).toBeNull();
  // It goes on under another token.
  expect(await viewerOf(services, cookies)).toBeNull();
  expect(await viewerOf(services, renewed.join("; "))).not.toBeNull();
  await expect(enter(email, browser())).rejects.toMatchObject({ kind: "invalid" });
  expect(await enter(email, browser(), "battery staple")).toContain("handbill_session=");
  expect((await mailsTo(email)).map(({ subject }) => subject)).toContain(
    "Your Handbill password was changed",
  );
});

test("a sign-in from an unknown browser is told by mail; the first one, and a known browser, are not", async () => {
  const { email, cookies } = await newAccount();
  await enter(email, browser(cookies));
  expect(await mailsTo(email)).toEqual([]);
  const phone = await enter(email, browser(null, safari));
  const [mail] = await mailsTo(email);
  expect(mail?.subject).toBe("A new sign-in to your Handbill account");
  expect(mail?.text).toContain("Safari on iOS");
  await enter(email, browser(phone, safari));
  expect(await mailsTo(email)).toHaveLength(1);
});

test("a session names its browser and system, and an odd user agent breaks nothing", async () => {
  const { email, userId } = await newAccount();
  for (const agent of [safari, "", "x".repeat(5000), null]) await enter(email, browser(null, agent));
  const sessions = await services.db
    .asSystem()
    .read((tx) =>
      tx
        .selectFrom("sessions")
        .select(["browser", "system"])
        .where("user_id", "=", userId)
        .orderBy("created_at")
        .execute(),
    );
  const unknown = { browser: "", system: "" };
  expect(sessions).toEqual([
    { browser: "Firefox", system: "Linux" },
    { browser: "Safari", system: "iOS" },
    unknown,
    unknown,
    unknown,
  ]);
});
