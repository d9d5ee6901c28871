import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { loadConfig } from "../../../server/config.ts";
import { createSite } from "../../../server/site-settings.ts";
import { makeInvitation } from "../../../tests/factories/admin.ts";
import { serial } from "../../../tests/factories/serial.ts";
import { freshServices } from "../../../tests/harness/services.ts";
import type { Browser } from "./browser.server.ts";
import {
  type AccountServices,
  admission,
  confirmPassword,
  isGoodTicket,
  requestReset,
  resetPassword,
  signIn,
  signOut,
  signUp,
} from "./commands.server.ts";
import { spendSignIn, spendSignUp } from "./limits.server.ts";
import type { ResetTicket } from "./reset-mail.server.ts";
import { hashSecret, newSecret } from "./secrets.server.ts";
import { viewerOf } from "./session.server.ts";

let services: Awaited<ReturnType<typeof freshServices>>;

beforeAll(async () => {
  services = await freshServices();
});
afterAll(() => services[Symbol.asyncDispose]());

function withSettings(settings: Record<string, string>): AccountServices {
  return { ...services, config: loadConfig(settings) };
}

/** A new visitor from a network of their own. */
function newBrowser(cookies: string | null = null): Browser {
  return { network: `10.0.${serial()}.1`, cookies, userAgent: null, languages: null };
}

const password = "correct horse";
const newEmail = () => `ada${serial()}@example.org`;
const formOf = (email: string) => ({ email, password, confirmPassword: password, terms: "on" as const });
const newPassword = (password: string) => ({ password, confirmPassword: password });

async function newAccount(): Promise<{ email: string; cookie: string }> {
  const email = newEmail();
  return { email, cookie: (await signUp(services, newBrowser(), formOf(email))).join("; ") };
}

/** @returns the cookies that the browser has then */
async function trySignIn(email: string, typed: string, browser = newBrowser()): Promise<string> {
  return (await signIn(services, browser, { email, password: typed, remember: false })).cookies.join("; ");
}

const isSignedIn = async (cookie: string) => (await viewerOf(services, cookie)) !== null;

async function sessionsOf(email: string) {
  return services.db
    .asSystem()
    .read((tx) =>
      tx
        .selectFrom("sessions")
        .innerJoin("users", "users.id", "sessions.user_id")
        .selectAll("sessions")
        .where("users.email", "=", email)
        .execute(),
    );
}

async function mailsTo(email: string): Promise<{ subject: string; text: string; html: string }[]> {
  return services.db.asSystem().read(async (tx) => {
    const query = sql<{ data: { subject: string; text: string; html: string } }>`
      select data from pgboss.job where name = 'mail.send' and data->>'to' = ${email} order by created_on`;
    return (await query.execute(tx)).rows.map((row) => row.data);
  });
}

async function newTicket(email: string): Promise<ResetTicket> {
  await requestReset(services, newBrowser(), { email });
  const text = (await mailsTo(email)).at(-1)?.text ?? "";
  const link = new URL(/http\S+/.exec(text)?.[0] ?? "");
  return {
    accessToken: link.searchParams.get("access_token") ?? "",
    refreshToken: link.searchParams.get("refresh_token") ?? "",
  };
}

const wrong = { kind: "invalid", publicText: "Wrong email or password." };
const expired = {
  kind: "invalid",
  publicText: "Invalid or expired reset link. Please request a new password reset.",
};
const tooMany = {
  kind: "too-many",
  status: 429,
  publicText: expect.stringMatching(/^Too many attempts\. Please wait/),
  retryAfterSeconds: expect.any(Number),
};

test("signing up makes a musician's account and signs in", async () => {
  const { email, cookie } = await newAccount();
  expect(await viewerOf(services, cookie)).toEqual({
    userId: expect.any(String),
    sessionId: expect.any(String),
    email,
    role: "musician",
    language: "en",
    isAdmin: false,
    isOwner: false,
    hasFreshPassword: true,
    hasJustGivenPassword: true,
  });
});

test("a new account writes dates and numbers as its browser's reader does", async () => {
  const email = newEmail();
  await signUp(services, { ...newBrowser(), languages: "de-AT,de;q=0.9" }, formOf(email));
  const preferences = services.db
    .asSystem()
    .read((tx) =>
      tx
        .selectFrom("account_preferences")
        .innerJoin("users", "users.id", "user_id")
        .select("format")
        .where("email", "=", email)
        .execute(),
    );
  expect(await preferences).toEqual([{ format: "en-FR" }]);
});

test("of ten visitors who bring one invitation at the same moment, one gets in, though registration is closed", async () => {
  const closed = withSettings({ REGISTRATION: "closed" });
  const invitation = newSecret();
  const { id } = await makeInvitation(services.db, { token_hash: hashSecret(invitation) });
  expect(await admission(closed, invitation)).toBe("admitted");
  const tries = await Promise.allSettled(
    Array.from({ length: 10 }, () => signUp(closed, newBrowser(), { ...formOf(newEmail()), invitation })),
  );
  expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  for (const tried of tries) {
    if (tried.status === "rejected") expect(tried.reason).toMatchObject({ kind: "forbidden" });
  }
  expect(await admission(closed, invitation)).toBe("spent-invitation");
  const used = await services.db
    .asSystem()
    .read((tx) => tx.selectFrom("invitations").selectAll().where("id", "=", id).executeTakeFirstOrThrow());
  expect(used).toMatchObject({ used_at: expect.any(Date), used_by: expect.any(String) });
});

test("an expired or made-up invitation is refused", async () => {
  const closed = withSettings({ REGISTRATION: "closed" });
  const old = newSecret();
  await makeInvitation(services.db, {
    token_hash: hashSecret(old),
    created_at: new Date(Date.now() - 10_000),
    expires_at: new Date(Date.now() - 1_000),
  });
  for (const invitation of [old, newSecret(), ""]) {
    const refused = signUp(closed, newBrowser(), { ...formOf(newEmail()), invitation });
    await expect(refused).rejects.toMatchObject({ kind: "forbidden" });
  }
});

test("an admin's setting holds over the environment's, both ways", async () => {
  const set = (registration: "closed" | "open" | null) =>
    services.db.asSystem().write((tx) => tx.updateTable("site_settings").set({ registration }).execute());
  await set("closed");
  await expect(signUp(services, newBrowser(), formOf(newEmail()))).rejects.toThrow("Registration is closed.");
  await set("open");
  await signUp(withSettings({ REGISTRATION: "closed" }), newBrowser(), formOf(newEmail()));
  const closed = createSite({ ...services, config: loadConfig({ REGISTRATION: "closed" }) });
  expect((await closed.shown()).registration).toBe("open");
  await set(null);
});

test("the password is fresh for an hour, and again once it has been given; a wrong one changes nothing", async () => {
  const { email, cookie } = await newAccount();
  const [session = ""] = cookie.split(";");
  const viewer = async (cookies = session) =>
    (await viewerOf(services, cookies)) ?? { userId: "", email, hasFreshPassword: false };
  await services.db
    .asSystem()
    .write((tx) => sql`update sessions set confirmed_at = now() - interval '61 minutes'`.execute(tx));
  expect((await viewer()).hasFreshPassword).toBe(false);
  const browser = newBrowser(session);
  await expect(confirmPassword(services, browser, await viewer(), "not it")).rejects.toMatchObject({
    kind: "invalid",
    field: "password",
  });
  expect((await viewer()).hasFreshPassword).toBe(false);
  const [before] = await sessionsOf(email);
  const asked = [
    confirmPassword(services, browser, await viewer(), password),
    confirmPassword(services, browser, await viewer(), password),
  ];
  // Of two tabs one renews the token.
  const renewed = (await Promise.all(asked)).flat();
  expect(renewed).toEqual([expect.stringMatching(/^handbill_session=[\w-]{43}; Path=\/; HttpOnly/)]);
  expect((await viewer(renewed[0])).hasFreshPassword).toBe(true);
  expect(await viewerOf(services, session)).toBeNull();
  const after = await sessionsOf(email);
  const kept = ({ token_hash, confirmed_at, ...rest }: NonNullable<typeof before>) => rest;
  expect(after.map(kept)).toEqual(before && [kept(before)]);
});

test("repeated guesses of a password are held up, also in a signed-in browser", async () => {
  const { email, cookie } = await newAccount();
  const viewer = { userId: (await viewerOf(services, cookie))?.userId ?? "", email };
  const browser = newBrowser(cookie);
  const guesses = await Promise.allSettled(
    Array.from({ length: 11 }, () => confirmPassword(services, browser, viewer, "a guess")),
  );
  expect(guesses.filter(({ status }) => status === "rejected")).toHaveLength(11);
  await expect(confirmPassword(services, browser, viewer, password)).rejects.toMatchObject({
    kind: "too-many",
  });
});

test("neither password nor session stands in the database in clear", async () => {
  const { email, cookie } = await newAccount();
  const [session] = await sessionsOf(email);
  const token = /=([^;]+)/.exec(cookie)?.[1] ?? "";
  expect(token).toHaveLength(43);
  expect(session?.token_hash.toString("base64url")).not.toBe(token);
  const stored = await services.db
    .asSystem()
    .read((tx) => tx.selectFrom("credentials").selectAll().execute());
  expect(JSON.stringify(stored)).not.toContain(password);
});

test("an address that has an account is refused at its field, and the account stays as it is", async () => {
  const { email } = await newAccount();
  const again = signUp(services, newBrowser(), { ...formOf(email), password: "another one" });
  await expect(again).rejects.toMatchObject({ kind: "conflict", field: "email" });
  await expect(trySignIn(email, "another one")).rejects.toMatchObject(wrong);
  await trySignIn(email, password);
});

test("two sign-ups at once with one address make one account", async () => {
  const email = newEmail();
  const both = await Promise.allSettled([1, 2].map(() => signUp(services, newBrowser(), formOf(email))));
  expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
});

test("closed registration refuses", async () => {
  const email = newEmail();
  const closed = withSettings({ REGISTRATION: "closed" });
  await expect(signUp(closed, newBrowser(), formOf(email))).rejects.toMatchObject({ kind: "forbidden" });
  await expect(trySignIn(email, password)).rejects.toMatchObject(wrong);
});

test("unlisted registration works for visitors who know the address", async () => {
  await signUp(withSettings({ REGISTRATION: "unlisted" }), newBrowser(), formOf(newEmail()));
});

test("signing in asks for the right password and answers an unknown address the same", async () => {
  const { email } = await newAccount();
  await expect(trySignIn(email, "wrong password")).rejects.toMatchObject(wrong);
  await expect(trySignIn(newEmail(), password)).rejects.toMatchObject(wrong);
  expect(await isSignedIn(await trySignIn(email, password))).toBe(true);
});

test("no account gets a password that is guessed first, or its own address; a reset link stays good", async () => {
  const refused = { kind: "invalid", field: "password" };
  const email = newEmail();
  for (const typed of ["Password1", "qwertyuiop", email.toUpperCase(), email.split("@")[0] ?? ""]) {
    const form = { ...formOf(email), password: typed, confirmPassword: typed };
    await expect(signUp(services, newBrowser(), form)).rejects.toMatchObject(refused);
  }
  const account = await newAccount();
  const ticket = await newTicket(account.email);
  const common = resetPassword(services, newBrowser(), ticket, newPassword("trustno1"));
  await expect(common).rejects.toMatchObject(refused);
  expect(await isGoodTicket(services, ticket)).toBe(true);
  await resetPassword(services, newBrowser(), ticket, newPassword("battery staple"));
});

test("'Remember me' lasts 30 days; without it the cookie ends with the browser", async () => {
  const { email } = await newAccount();
  const [cookie] = (await signIn(services, newBrowser(), { email, password, remember: true })).cookies;
  expect(cookie).toMatch(/; Max-Age=2592000$/);
  const remembered = (await sessionsOf(email)).find(({ remember }) => remember);
  const days = (Number(remembered?.expires_at) - Date.now()) / 86_400_000;
  expect(days).toBeGreaterThan(29.9);
  expect(days).toBeLessThan(30.1);

  const [session] = (await signIn(services, newBrowser(), { email, password, remember: false })).cookies;
  expect(session).not.toMatch(/Max-Age|Expires/);
});

test("each sign-in gets a new id, and the one this browser had ends", async () => {
  const { email, cookie } = await newAccount();
  const elsewhere = await trySignIn(email, password);
  const second = await trySignIn(email, password, newBrowser(cookie));
  expect(second).not.toBe(cookie);
  expect(await isSignedIn(cookie)).toBe(false);
  expect(await isSignedIn(second)).toBe(true);
  expect(await isSignedIn(elsewhere)).toBe(true);
});

test("signing out ends the session and removes the cookie", async () => {
  const { cookie } = await newAccount();
  expect(await signOut(services, cookie)).toBe(
    "handbill_session=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0",
  );
  expect(await isSignedIn(cookie)).toBe(false);
});

test("an expired session is refused and is deleted at the next sign-in", async () => {
  const { email, cookie } = await newAccount();
  await services.db.asSystem().write((tx) =>
    tx
      .updateTable("sessions")
      .set({ created_at: sql`now() - interval '2 days'`, expires_at: sql`now() - interval '1 s'` })
      .where("user_id", "=", (user) => user.selectFrom("users").select("id").where("email", "=", email))
      .execute(),
  );
  expect(await isSignedIn(cookie)).toBe(false);
  await trySignIn(email, password);
  expect(await sessionsOf(email)).toHaveLength(1);
});

test.each([null, undefined, "", "handbill_session=", "handbill_session=forged", "other=1"])(
  "the cookies %j open no session",
  async (cookies) => expect(await viewerOf(services, cookies)).toBeNull(),
);

test("a reset link comes by mail, leads to the configured origin and works", async () => {
  const { email, cookie } = await newAccount();
  const elsewhere = await trySignIn(email, password);
  const configured = withSettings({ ORIGIN: "https://music.example" });
  await requestReset(configured, newBrowser(), { email });
  const mail = (await mailsTo(email)).at(-1);
  expect(mail?.text).toMatch(
    /https:\/\/music\.example\/reset-password\?access_token=[\w-]{43}&refresh_token=[\w-]{43}\s/,
  );
  expect(mail?.html).toContain('<a href="https://music.example/reset-password?access_token=');

  const ticket = await newTicket(email);
  const { cookies: fresh } = await resetPassword(
    services,
    newBrowser(cookie),
    ticket,
    newPassword("battery staple"),
  );
  expect(await isSignedIn(fresh.join("; "))).toBe(true);
  expect(await isSignedIn(cookie)).toBe(false);
  expect(await isSignedIn(elsewhere)).toBe(false);
  await expect(trySignIn(email, password)).rejects.toMatchObject(wrong);
  await trySignIn(email, "battery staple");
});

test("the ticket is stored hashed", async () => {
  const { email } = await newAccount();
  const ticket = await newTicket(email);
  const rows = await services.db
    .asSystem()
    .read((tx) => tx.selectFrom("reset_tickets").selectAll().execute());
  const stored = rows
    .flatMap((row) => [row.access_hash, row.refresh_hash])
    .map((hash) => hash.toString("base64url"));
  expect(stored).not.toContain(ticket.accessToken);
  expect(stored).not.toContain(ticket.refreshToken);
});

test("a ticket is good once, and looking at it doesn't use it up", async () => {
  const { email } = await newAccount();
  const ticket = await newTicket(email);
  expect(await isGoodTicket(services, ticket)).toBe(true);
  expect(await isGoodTicket(services, ticket)).toBe(true);
  await resetPassword(services, newBrowser(), ticket, newPassword("battery staple"));
  expect(await isGoodTicket(services, ticket)).toBe(false);
  const again = resetPassword(services, newBrowser(), ticket, newPassword("something else"));
  await expect(again).rejects.toMatchObject(expired);
  await trySignIn(email, "battery staple");
});

test("of several posts at once with one ticket, one wins", async () => {
  const { email } = await newAccount();
  const ticket = await newTicket(email);
  const passwords = ["first of them", "second of them", "third of them"];
  const results = await Promise.allSettled(
    passwords.map((typed) => resetPassword(services, newBrowser(), ticket, newPassword(typed))),
  );
  expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected", "rejected"]);
  const winner = passwords[results.findIndex(({ status }) => status === "fulfilled")] ?? "";
  await trySignIn(email, winner);
  expect(await sessionsOf(email)).toHaveLength(2);
});

test("a ticket is good for 30 minutes", async () => {
  const { email } = await newAccount();
  const ticket = await newTicket(email);
  const age = (minutes: number) =>
    services.db.asSystem().write((tx) =>
      tx
        .updateTable("reset_tickets")
        .set({
          created_at: sql`now() - interval '1 hour'`,
          expires_at: sql`expires_at - ${minutes} * interval '1 minute'`,
        })
        .where("user_id", "=", (user) => user.selectFrom("users").select("id").where("email", "=", email))
        .execute(),
    );
  await age(29);
  expect(await isGoodTicket(services, ticket)).toBe(true);
  await age(1);
  const late = resetPassword(services, newBrowser(), ticket, newPassword("battery staple"));
  await expect(late).rejects.toMatchObject(expired);
  await trySignIn(email, password);
});

test("a later link ends the earlier one", async () => {
  const { email } = await newAccount();
  const first = await newTicket(email);
  const second = await newTicket(email);
  expect(await isGoodTicket(services, first)).toBe(false);
  expect(await isGoodTicket(services, second)).toBe(true);
});

test("both halves must be of one ticket", async () => {
  const mine = await newTicket((await newAccount()).email);
  const theirs = await newTicket((await newAccount()).email);
  const mixed = { accessToken: mine.accessToken, refreshToken: theirs.refreshToken };
  await expect(
    resetPassword(services, newBrowser(), mixed, newPassword("battery staple")),
  ).rejects.toMatchObject(expired);
  await expect(
    resetPassword(services, newBrowser(), undefined, newPassword("battery staple")),
  ).rejects.toMatchObject(expired);
  expect(await isGoodTicket(services, mine)).toBe(true);
  expect(await isGoodTicket(services, theirs)).toBe(true);
});

test("guessed reset tickets hold up no good one of the same network, which has tries of its own", async () => {
  const { email } = await newAccount();
  const ticket = await newTicket(email);
  const here = newBrowser();
  const set = (typed: string, given = ticket) => resetPassword(services, here, given, newPassword(typed));
  const guessed = { accessToken: newSecret(), refreshToken: newSecret() };
  for (let tries = 0; tries < 20; tries++) {
    await expect(set("battery staple", guessed)).rejects.toMatchObject({ kind: "invalid" });
  }
  await expect(set("battery staple", guessed)).rejects.toMatchObject({ kind: "too-many" });
  for (let tries = 0; tries < 20; tries++) {
    await expect(set("trustno1")).rejects.toMatchObject({ field: "password" });
  }
  await expect(set("battery staple")).rejects.toMatchObject({ kind: "too-many" });
  expect((await set("battery staple", await newTicket(email))).isComplete).toBe(true);
});

test("asking for a link for an unknown address answers the same and sends nothing", async () => {
  const email = newEmail();
  await expect(requestReset(services, newBrowser(), { email })).resolves.toBeUndefined();
  expect(await mailsTo(email)).toEqual([]);
});

test("a session never comes of a password that a reset has just replaced", async () => {
  const { email } = await newAccount();
  const ticket = await newTicket(email);
  const [old, reset] = await Promise.allSettled([
    trySignIn(email, password),
    resetPassword(services, newBrowser(), ticket, newPassword("battery staple")),
  ]);
  expect(reset.status).toBe("fulfilled");
  if (old.status === "fulfilled") expect(await isSignedIn(old.value)).toBe(false);
});

test("after ten wrong passwords the eleventh try is refused, even with the right one", async () => {
  const { email } = await newAccount();
  const browser = newBrowser();
  for (let tries = 0; tries < 10; tries++) {
    await expect(trySignIn(email, "wrong password", browser)).rejects.toMatchObject(wrong);
  }
  await expect(trySignIn(email, password, browser)).rejects.toMatchObject(tooMany);
});

test("an unknown address is held up the same way", async () => {
  const email = newEmail();
  const browser = newBrowser();
  for (let tries = 0; tries < 10; tries++) await trySignIn(email, "wrong password", browser).catch(() => {});
  await expect(trySignIn(email, "wrong password", browser)).rejects.toMatchObject(tooMany);
});

test("the right password gives the tries back", async () => {
  const { email } = await newAccount();
  const browser = newBrowser();
  for (let tries = 0; tries < 9; tries++) await trySignIn(email, "wrong password", browser).catch(() => {});
  await trySignIn(email, password, browser);
  for (let tries = 0; tries < 9; tries++) await trySignIn(email, "wrong password", browser).catch(() => {});
  await trySignIn(email, password, browser);
});

test("one network has a hundred tries, whatever the accounts", async () => {
  const browser = newBrowser();
  for (let tries = 0; tries < 100; tries++) {
    await spendSignIn(services.limits, { email: newEmail(), network: browser.network }, true);
  }
  await expect(trySignIn(newEmail(), "wrong password", browser)).rejects.toMatchObject(tooMany);
});

test("attackers from many networks can't lock an account out of a network it has signed in from", async () => {
  const { email } = await newAccount();
  const home = newBrowser();
  const cookie = await trySignIn(email, password, home);
  for (let tries = 0; tries < 50; tries++) {
    await spendSignIn(services.limits, { email, network: newBrowser().network }, false);
  }
  await expect(trySignIn(email, password, newBrowser())).rejects.toMatchObject(tooMany);
  expect(await isSignedIn(cookie)).toBe(true);
  await trySignIn(email, password, home);
});

test("three links in a quarter of an hour, for a known and an unknown address alike", async () => {
  const { email } = await newAccount();
  for (const address of [email, newEmail()]) {
    for (let attempt = 0; attempt < 3; attempt++)
      await requestReset(services, newBrowser(), { email: address });
    await expect(requestReset(services, newBrowser(), { email: address })).rejects.toMatchObject(tooMany);
  }
});

test("one network can't guess reset tickets or make accounts without end", async () => {
  const browser = newBrowser();
  const ticket = { accessToken: "a", refreshToken: "b" };
  for (let tries = 0; tries < 20; tries++) {
    await expect(resetPassword(services, browser, ticket, newPassword(password))).rejects.toMatchObject(
      expired,
    );
  }
  await expect(resetPassword(services, browser, ticket, newPassword(password))).rejects.toMatchObject(
    tooMany,
  );

  for (let tries = 0; tries < 50; tries++) {
    await spendSignUp(services.limits, { email: newEmail(), network: browser.network });
  }
  await expect(signUp(services, browser, formOf(newEmail()))).rejects.toMatchObject(tooMany);
});
