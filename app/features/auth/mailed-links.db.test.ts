import { sql } from "kysely";
import { RouterContextProvider } from "react-router";
import { afterAll, beforeAll, expect, test } from "vitest";
import { loadConfig } from "../../../server/config.ts";
import { makeTotpFactor } from "../../../tests/factories/accounts.ts";
import { makeInvitation } from "../../../tests/factories/admin.ts";
import { serial } from "../../../tests/factories/serial.ts";
import { freshServices } from "../../../tests/harness/services.ts";
import { callerContext, servicesContext } from "../../services.server.ts";
import { changePassword } from "./account.server.ts";
import type { Browser } from "./browser.server.ts";
import {
  type AccountServices,
  requestReset,
  resetByOperator,
  resetPassword,
  signIn,
  signUp,
} from "./commands.server.ts";
import * as confirmRoute from "./confirm-sign-up.route.tsx";
import { catchUp } from "./jobs.server.ts";
import { spendSignIn } from "./limits.server.ts";
import { confirmSignUp, findSignUp, requestSignUp } from "./pending-sign-ups.server.ts";
import { hashSecret, newSecret } from "./secrets.server.ts";
import { viewerOf } from "./session.server.ts";
import * as linkRoute from "./sign-in-link.route.tsx";
import { findSignInLink, requestSignInLink, signInByLink } from "./sign-in-links.server.ts";
import * as signInRoute from "./signin.route.tsx";
import * as signUpRoute from "./signup.route.tsx";

let services: Awaited<ReturnType<typeof freshServices>>;

beforeAll(async () => {
  services = await freshServices({ SMTP_URL: "smtp://127.0.0.1:9", REGISTRATION: "open" });
});
afterAll(() => services[Symbol.asyncDispose]());

const withSettings = (settings: Record<string, string>): AccountServices => ({
  ...services,
  config: loadConfig({ SMTP_URL: "smtp://127.0.0.1:9", ...settings }),
});

const password = "correct horse";
const newEmail = () => `vera${serial()}@example.org`;
const newBrowser = (cookies: string | null = null): Browser => ({
  network: `10.8.${serial()}.1`,
  cookies,
  userAgent: null,
  languages: null,
});
const formOf = (email: string, typed = password) => ({
  email,
  password: typed,
  confirmPassword: typed,
  terms: "on" as const,
});
const used = {
  kind: "invalid",
  publicText: expect.stringMatching(/^This link has been used, or has run out\./),
};

async function mailsTo(email: string): Promise<{ subject: string; text: string; html: string }[]> {
  return services.db.asSystem().read(async (tx) => {
    const query = sql<{ data: { subject: string; text: string; html: string } }>`
      select data from pgboss.job where name = 'mail.send' and data->>'to' = ${email} order by created_on`;
    return (await query.execute(tx)).rows.map((row) => row.data);
  });
}

/** The link in the newest mail to an address. */
async function newestLink(email: string): Promise<URL> {
  const text = (await mailsTo(email)).at(-1)?.text ?? "";
  return new URL(/http\S+token=\S+/.exec(text)?.[0] ?? "http://no.link/");
}
const tokenIn = (link: URL) => link.searchParams.get("token") ?? "";

async function ask(
  email: string,
  typed = password,
  installation: AccountServices = services,
): Promise<string> {
  await requestSignUp(installation, newBrowser(), formOf(email, typed), null);
  return tokenIn(await newestLink(email));
}

async function newAccount() {
  const email = newEmail();
  const cookies = (await signUp(services, newBrowser(), formOf(email))).join("; ");
  return { email, cookies };
}

async function linkFor(email: string): Promise<string> {
  await requestSignInLink(services, newBrowser(), { email }, null);
  return tokenIn(await newestLink(email));
}

const userOf = (email: string) =>
  services.db
    .asSystem()
    .read((tx) => tx.selectFrom("users").selectAll().where("email", "=", email).executeTakeFirst());
const signedInAs = async (cookies: string[]) => (await viewerOf(services, cookies.join("; ")))?.email;
const confirm = (token: string, installation: AccountServices = services) =>
  confirmSignUp(installation, newBrowser(), token, "");

/** The arguments of a route, for one request from a network of its own. */
function call<Pattern extends string>(pattern: Pattern, fields?: Record<string, string>, search = "") {
  const context = new RouterContextProvider();
  context.set(servicesContext, services);
  context.set(callerContext, { network: `10.9.${serial()}.1`, nonce: "", requestId: "" });
  const request = new Request(`http://localhost:3000${pattern}${search}`, {
    ...(fields && { method: "POST", body: new URLSearchParams(fields) }),
  });
  return { request, context, url: new URL(request.url), params: {}, pattern };
}

test("the mailed link opens the account, confirmed and signed in; before it there is none", async () => {
  const email = newEmail();
  const token = await ask(email);
  expect(await userOf(email)).toBeUndefined();
  const early = signIn(services, newBrowser(), { email, password, remember: false });
  await expect(early).rejects.toMatchObject({ publicText: "Wrong email or password." });

  // Looking at it, as often as one likes, opens nothing.
  for (let look = 0; look < 2; look++) {
    expect(await findSignUp(services, token)).toEqual({ email, isTaken: false, needsPassword: false });
  }
  expect(await userOf(email)).toBeUndefined();
  expect(await signedInAs(await confirm(token))).toBe(email);
  expect(await userOf(email)).toMatchObject({ role: "musician", email_confirmed_at: expect.any(Date) });
  await signIn(services, newBrowser(), { email, password, remember: false });
  await expect(confirm(token)).rejects.toMatchObject(used);
  expect(await findSignUp(services, token)).toBeUndefined();
});

test("neither the token nor the password is stored, and a known address leaves nothing behind", async () => {
  const token = await ask(newEmail());
  const { email } = await newAccount();
  await ask(email);
  const rows = await services.db
    .asSystem()
    .read((tx) => tx.selectFrom("pending_sign_ups").selectAll().execute());
  expect(rows.map((row) => row.token_hash.toString("base64url"))).not.toContain(token);
  expect(JSON.stringify(rows)).not.toContain(password);
  expect(rows.map((row) => row.email)).not.toContain(email);
});

test("the screen's answer is the same for a known and an unknown address; the known one is told by mail and stays", async () => {
  const { email: known } = await newAccount();
  const unknown = newEmail();
  const answers = [known, unknown].map(async (email) => {
    const answer = await signUpRoute.action(call("/signup", { ...formOf(email, "another one") }));
    return JSON.parse(JSON.stringify(answer).replaceAll(email, "THE ADDRESS"));
  });
  const [one, other] = await Promise.all(answers);
  expect(one).toEqual(other);
  expect(one).toMatchObject({ data: { mailedTo: "THE ADDRESS" } });

  await ask(known);
  const mails = await mailsTo(known);
  expect(new Set(mails.map(({ text }) => text)).size).toBe(1);
  const [mail] = mails;
  expect(mail?.subject).toBe("You have a Handbill account already");
  expect(mail?.text).toContain("http://localhost:3000/signin\n");
  expect(mail?.text).toContain("http://localhost:3000/signin?reset=1");
  expect(mail?.text).not.toMatch(/\d+ (times|tries)|token/);
  await expect(
    signIn(services, newBrowser(), { email: known, password: "another one", remember: false }),
  ).rejects.toMatchObject({ kind: "invalid" });
});

test("of several sign-ups with one address each link is good, until one has made the account", async () => {
  const email = newEmail();
  const first = await ask(email, "password one");
  const second = await ask(email, "password two");
  await confirm(first);
  await signIn(services, newBrowser(), { email, password: "password one", remember: false });
  await expect(confirm(second)).rejects.toMatchObject(used);
});

test("of links that are pressed at the same moment one makes the account, and the others say what happened", async () => {
  const email = newEmail();
  const tokens = [await ask(email), await ask(email), await ask(email)];
  const tries = await Promise.allSettled([...tokens, ...tokens].map((token) => confirm(token)));
  expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  for (const tried of tries) {
    if (tried.status === "rejected") {
      expect(tried.reason.publicText).toMatch(/^This (address has an account by now|link has been used)/);
    }
  }
});

test("an account that came to exist meanwhile stays as it is, and the link says so", async () => {
  const email = newEmail();
  const token = await ask(email, "another one");
  await signUp(services, newBrowser(), formOf(email));
  expect(await findSignUp(services, token)).toMatchObject({ isTaken: true });
  const search = `?token=${token}`;
  const page = await confirmRoute.loader(call("/signup/confirm", undefined, search));
  expect(page).toMatchObject({
    init: { status: 400 },
    data: { text: expect.stringContaining("has an account by now") },
  });
  expect(await confirmRoute.action(call("/signup/confirm", {}, search))).toMatchObject({
    init: { status: 409 },
    data: { refused: { errors: { form: expect.stringContaining("has an account by now") } } },
  });
  await signIn(services, newBrowser(), { email, password, remember: false });
});

test("a link opens the account for 24 hours; what has run out goes with the next sign-up, or within the hour", async () => {
  const email = newEmail();
  const token = await ask(email);
  const age = (hours: number) =>
    services.db.asSystem().write((tx) =>
      tx
        .updateTable("pending_sign_ups")
        .set({
          created_at: sql`now() - interval '2 days'`,
          expires_at: sql`expires_at - ${hours} * interval '1 hour'`,
        })
        .where("email", "=", email)
        .execute(),
    );
  await age(23);
  expect(await findSignUp(services, token)).toBeDefined();
  await age(1);
  await expect(confirm(token)).rejects.toMatchObject(used);
  const left = () =>
    services.db
      .asSystem()
      .read((tx) => tx.selectFrom("pending_sign_ups").select("email").where("email", "=", email).execute());
  await ask(newEmail());
  expect(await left()).toEqual([]);

  await ask(email);
  await catchUp(services);
  expect(await left()).toHaveLength(1);
  await age(24);
  await catchUp(services);
  expect(await left()).toEqual([]);
});

test("of one address the newest twenty wait, and five are mailed an hour, to a known one too", async () => {
  const email = newEmail();
  const old = await ask(email);
  await services.db.asSystem().write((tx) =>
    sql`insert into pending_sign_ups (token_hash, email, password_hash, expires_at)
      select sha256(n::text::bytea), ${email}, 'x', now() + interval '1 hour' from generate_series(1, 19) n`.execute(
      tx,
    ),
  );
  await ask(email);
  expect(await findSignUp(services, old)).toBeUndefined();
  for (const address of [email, (await newAccount()).email]) {
    const rest = await Promise.allSettled(Array.from({ length: 6 }, () => ask(address)));
    const refused = rest.filter(({ status }) => status === "rejected").length;
    expect(refused).toBeGreaterThan(0);
    expect((await mailsTo(address)).length).toBeLessThanOrEqual(5);
  }
});

test("an invitation is used up by the account, not by asking; of two who bring it one gets in", async () => {
  const closed = withSettings({ REGISTRATION: "closed" });
  const invitation = newSecret();
  const { id } = await makeInvitation(services.db, { token_hash: hashSecret(invitation) });
  const invited = async () => {
    const email = newEmail();
    await requestSignUp(closed, newBrowser(), { ...formOf(email), invitation }, null);
    return tokenIn(await newestLink(email));
  };
  const tokens = [await invited(), await invited()];
  const used_at = async () =>
    (
      await services.db
        .asSystem()
        .read((tx) => tx.selectFrom("invitations").selectAll().where("id", "=", id).executeTakeFirstOrThrow())
    ).used_at;
  expect(await used_at()).toBeNull();
  const tries = await Promise.allSettled(tokens.map((token) => confirm(token, closed)));
  expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect(tries.find(({ status }) => status === "rejected")).toMatchObject({
    reason: {
      kind: "forbidden",
      publicText: "This invitation has been used or has run out. Please ask for a new one.",
    },
  });
  expect(await used_at()).not.toBeNull();
});

test("registration that was closed meanwhile refuses the link, which is good again once it is open", async () => {
  const email = newEmail();
  const token = await ask(email);
  const closed = withSettings({ REGISTRATION: "closed" });
  await expect(confirm(token, closed)).rejects.toMatchObject({ publicText: "Registration is closed." });
  expect(await userOf(email)).toBeUndefined();
  await confirm(token);
  await expect(requestSignUp(closed, newBrowser(), formOf(newEmail()), null)).rejects.toMatchObject({
    publicText: "Registration is closed.",
  });
});

test("the owner's link makes an admin of nobody who doesn't know the password of that sign-up", async () => {
  const OWNER_EMAIL = newEmail();
  const installation = withSettings({ OWNER_EMAIL });
  const token = await ask(OWNER_EMAIL, "a stranger's", installation);
  expect(await findSignUp(installation, token)).toMatchObject({ needsPassword: true });
  for (const typed of ["", password]) {
    await expect(confirmSignUp(installation, newBrowser(), token, typed)).rejects.toMatchObject({
      kind: "invalid",
      field: "password",
    });
  }
  expect(await userOf(OWNER_EMAIL)).toBeUndefined();
  const own = await ask(OWNER_EMAIL, password, installation);
  const cookies = await confirmSignUp(installation, newBrowser(), own, password);
  expect(await viewerOf(installation, cookies.join("; "))).toMatchObject({ isAdmin: true, isOwner: true });
});

test.each(["/signup", "/signin"] as const)(
  "the link that %s mails goes on to where the visitor was going",
  async (from) => {
    const { email } = await newAccount();
    const isSignUp = from === "/signup";
    const to = isSignUp ? newEmail() : email;
    const search = `?to=${encodeURIComponent("/events?month=2026-12")}`;
    if (isSignUp) await signUpRoute.action(call("/signup", formOf(to), search));
    else await signInRoute.action(call("/signin", { intent: "mail-link", email: to }, search));
    const link = await newestLink(to);
    const answer = isSignUp
      ? await confirmRoute.action(call("/signup/confirm", {}, link.search))
      : await linkRoute.action(call("/signin/link", {}, link.search));
    if (!(answer instanceof Response)) throw new Error("It was refused.");
    expect([answer.status, answer.headers.get("Location")]).toEqual([303, "/events?month=2026-12"]);
    const forged = call("/signin/link", {}, `?token=${await linkFor(email)}&to=//evil.example`);
    const home = await linkRoute.action(forged);
    expect(home instanceof Response && home.headers.get("Location")).toBe("/dashboard");
  },
);

test("a mailed link signs in once, in any browser, and looking at it doesn't use it up", async () => {
  const { email } = await newAccount();
  const token = await linkFor(email);
  for (let look = 0; look < 2; look++) expect(await findSignInLink(services, token)).toBe(email);
  const { cookies, isComplete } = await signInByLink(services, newBrowser(), token, { remember: true });
  expect(isComplete).toBe(true);
  expect(cookies[0]).toMatch(/Max-Age=2592000$/);
  expect(await signedInAs(cookies)).toBe(email);
  expect(await findSignInLink(services, token)).toBeUndefined();
  await expect(signInByLink(services, newBrowser(), token, { remember: false })).rejects.toMatchObject(used);
});

test("a link takes the password's place alone: a second factor is still asked", async () => {
  const { email } = await newAccount();
  const user_id = (await userOf(email))?.id ?? "";
  await makeTotpFactor(services.db, { user_id });
  const link = `?token=${await linkFor(email)}&to=%2Fevents`;
  const answer = await linkRoute.action(call("/signin/link", {}, link));
  if (!(answer instanceof Response)) throw new Error("It was refused.");
  expect(answer.headers.get("Location")).toBe("/signin/second-step?to=%2Fevents");
  const cookies = answer.headers.getSetCookie();
  expect(cookies.join("; ")).not.toContain("handbill_session");
  expect(await signedInAs(cookies)).toBeUndefined();
});

test("of several posts at once with the links of one account one signs in", async () => {
  const { email } = await newAccount();
  const tokens = [await linkFor(email), await linkFor(email)];
  const tries = await Promise.allSettled(
    [...tokens, ...tokens].map((token) => signInByLink(services, newBrowser(), token, { remember: false })),
  );
  expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  for (const tried of tries) if (tried.status === "rejected") expect(tried.reason).toMatchObject(used);
});

test("a sign-in link is good for ten minutes, stored hashed, and no later one ends it", async () => {
  const { email } = await newAccount();
  const token = await linkFor(email);
  await linkFor(email);
  const rows = await services.db
    .asSystem()
    .read((tx) => tx.selectFrom("sign_in_links").selectAll().execute());
  expect(rows.map((row) => row.token_hash.toString("base64url"))).not.toContain(token);
  const age = (minutes: number) =>
    services.db.asSystem().write((tx) =>
      tx
        .updateTable("sign_in_links")
        .set({
          created_at: sql`now() - interval '1 hour'`,
          expires_at: sql`expires_at - ${minutes} * interval '1 minute'`,
        })
        .where("token_hash", "=", hashSecret(token))
        .execute(),
    );
  await age(9);
  expect(await findSignInLink(services, token)).toBe(email);
  await age(1);
  await expect(signInByLink(services, newBrowser(), token, { remember: false })).rejects.toMatchObject(used);
});

test("another password ends the links that sign in: the operator's, a reset's and the owner's", async () => {
  const { email, cookies } = await newAccount();
  const byOperator = await linkFor(email);
  await resetByOperator(services, email);
  expect(await findSignInLink(services, byOperator)).toBeUndefined();

  const byReset = await linkFor(email);
  await requestReset(services, newBrowser(), { email });
  const text = (await mailsTo(email)).at(-1)?.text ?? "";
  const { searchParams } = new URL(/http\S+access_token\S+/.exec(text)?.[0] ?? "");
  const ticket = {
    accessToken: searchParams.get("access_token") ?? "",
    refreshToken: searchParams.get("refresh_token") ?? "",
  };
  const battery = { password: "battery staple", confirmPassword: "battery staple" };
  const session = (await resetPassword(services, newBrowser(cookies), ticket, battery)).cookies.join("; ");
  expect(await findSignInLink(services, byReset)).toBeUndefined();

  const byOwner = await linkFor(email);
  const userId = (await viewerOf(services, session))?.userId ?? "";
  const form = {
    intent: "change-password",
    currentPassword: "battery staple",
    password,
    confirmPassword: password,
  } as const;
  await changePassword(services, newBrowser(session), { userId, email }, form);
  expect(await findSignInLink(services, byOwner)).toBeUndefined();
});

test("asking for a link answers an unknown address the same and mails nothing", async () => {
  const { email: known } = await newAccount();
  const unknown = newEmail();
  const answers = [known, unknown].map(async (email) => {
    const answer = await signInRoute.action(call("/signin", { intent: "mail-link", email }));
    return JSON.stringify(answer).replaceAll(email, "THE ADDRESS");
  });
  const [one, other] = await Promise.all(answers);
  expect(one).toBe(other);
  expect(await mailsTo(unknown)).toEqual([]);
  expect(await mailsTo(known)).toHaveLength(1);
});

test("a link that signs in confirms no address: the owner's account becomes no admin's by it", async () => {
  const OWNER_EMAIL = newEmail();
  const installation = withSettings({ OWNER_EMAIL });
  await signUp(installation, newBrowser(), formOf(OWNER_EMAIL));
  await requestSignInLink(installation, newBrowser(), { email: OWNER_EMAIL }, null);
  const token = tokenIn(await newestLink(OWNER_EMAIL));
  const { cookies } = await signInByLink(installation, newBrowser(), token, { remember: false });
  expect(await viewerOf(installation, cookies.join("; "))).toMatchObject({ isAdmin: false, isOwner: false });
});

test("a mailed link signs in while strangers have used up every try of the password and every request", async () => {
  const { email } = await newAccount();
  for (let tries = 0; tries < 50; tries++) {
    await spendSignIn(services.limits, { email, network: newBrowser().network }, false);
  }
  const locked = signIn(services, newBrowser(), { email, password, remember: false });
  await expect(locked).rejects.toMatchObject({ kind: "too-many" });
  const token = await linkFor(email);
  for (let tries = 0; tries < 2; tries++) await linkFor(email);
  await expect(linkFor(email)).rejects.toMatchObject({ kind: "too-many" });
  await expect(requestReset(services, newBrowser(), { email })).resolves.toBeUndefined();
  const { cookies } = await signInByLink(services, newBrowser(), token, { remember: false });
  expect(await signedInAs(cookies)).toBe(email);
  // And gives the tries back.
  await signIn(services, newBrowser(), { email, password, remember: false });
});

test("a known browser asks for a link although its network has used up its requests", async () => {
  const { email, cookies } = await newAccount();
  const { network } = newBrowser();
  for (let tries = 0; tries < 20; tries++) {
    await requestSignInLink(
      services,
      { network, cookies: null, userAgent: null, languages: null },
      { email: newEmail() },
      null,
    );
  }
  const asking = (brought: string | null) =>
    requestSignInLink(
      services,
      { network, cookies: brought, userAgent: null, languages: null },
      { email },
      null,
    );
  await expect(asking(null)).rejects.toMatchObject({ kind: "too-many" });
  await asking(cookies);
  expect(await mailsTo(email)).toHaveLength(1);
});

test("without mail no link is offered or made, and the sign-up makes the account at once", async () => {
  const { email } = await newAccount();
  const without = withSettings({ SMTP_URL: "" });
  await expect(requestSignInLink(without, newBrowser(), { email }, null)).rejects.toMatchObject({
    kind: "conflict",
  });
  const sent = call("/signup", formOf(newEmail()));
  sent.context.set(servicesContext, { ...services, ...without });
  const answer = await signUpRoute.action(sent);
  expect(answer instanceof Response && answer.headers.get("Location")).toBe("/dashboard");
});

test("the page of used-up tries says the ways that still work", async () => {
  const { email } = await newAccount();
  for (let tries = 0; tries < 50; tries++) {
    await spendSignIn(services.limits, { email, network: newBrowser().network }, false);
  }
  expect(await signInRoute.action(call("/signin", { email, password }))).toMatchObject({
    init: { status: 429 },
    data: { triesAreUsedUp: true },
  });
  const wrong = await signInRoute.action(call("/signin", { email: newEmail(), password }));
  expect(wrong).toMatchObject({ init: { status: 400 } });
  expect(wrong instanceof Response || "triesAreUsedUp" in wrong.data).toBe(false);
});

test("the pages of mailed links send their address nowhere and are stored nowhere", () => {
  const none = new Headers();
  const all = { actionHeaders: none, loaderHeaders: none, parentHeaders: none, errorHeaders: undefined };
  for (const { headers } of [confirmRoute, linkRoute]) {
    expect(Object.fromEntries(headers(all))).toEqual({
      "cache-control": "no-store",
      "referrer-policy": "same-origin",
    });
  }
});
