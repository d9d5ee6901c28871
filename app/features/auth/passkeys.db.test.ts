import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { askForDeletion } from "../../../server/account-deletion.ts";
import { loadConfig } from "../../../server/config.ts";
import { makeTotpFactor, makeUser } from "../../../tests/factories/accounts.ts";
import { serial } from "../../../tests/factories/serial.ts";
import { foreignKey, newAuthenticator } from "../../../tests/harness/authenticator.ts";
import { freshServices } from "../../../tests/harness/services.ts";
import type { Viewer } from "../../viewer.server.ts";
import type { Browser } from "./browser.server.ts";
import { type AccountServices, resetByOperator, resetPassword, signIn, signUp } from "./commands.server.ts";
import {
  addPasskey,
  confirmByPasskey,
  ownPasskeys,
  passkeyOffer,
  passkeyRequest,
  passSecondStepByPasskey,
  removePasskey,
  renamePasskey,
  signInWithPasskey,
  takesPasskey,
} from "./passkeys.server.ts";
import { resetSecondFactorByOperator } from "./second-factor.server.ts";
import { askForPasskeys, shownSecurity, stopAskingForPasskeys } from "./security.server.ts";
import { viewerOf } from "./session.server.ts";
import { completeSignIn, passSecondStep, waitingStep } from "./sign-in-step.server.ts";

let services: Awaited<ReturnType<typeof freshServices>>;

beforeAll(async () => {
  services = await freshServices();
});
afterAll(() => services[Symbol.asyncDispose]());

const origin = "http://localhost:3000";
const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
const browser = (cookies: string | null = null): Browser => ({
  network: `10.3.${serial()}.1`,
  cookies,
  userAgent: firefox,
  languages: null,
});
const withSettings = (settings: Record<string, string>): AccountServices => ({
  ...services,
  config: loadConfig(settings),
});

interface Account {
  userId: string;
  email: string;
}

async function newAccount(): Promise<Account> {
  const { id, email } = await makeUser(services.db);
  return { userId: id, email };
}

/** A device with a passkey of the account. */
async function newPasskey(account: Account, kind?: Parameters<typeof newAuthenticator>[1]) {
  const device = newAuthenticator(origin, kind);
  const { options, cookie } = await passkeyOffer(services, browser(), account);
  await addPasskey(services, browser(cookie), account, device.make(options));
  return device;
}

type Device = ReturnType<typeof newAuthenticator>;

/** Asks for a passkey and sends the device's answer. @returns the cookies of the session */
async function enter(device: Device, overrides?: Parameters<Device["answer"]>[1]): Promise<string> {
  const { options, cookie } = await passkeyRequest(services, browser());
  const response = device.answer(options, overrides);
  return (await signInWithPasskey(services, browser(cookie), { response, remember: false })).join("; ");
}

const own = (userId: string) => services.db.asSystem().read((tx) => ownPasskeys(tx, userId));

async function mailsTo(email: string): Promise<string[]> {
  const { rows } = await services.db.asSystem().read((tx) =>
    sql<{ subject: string }>`select data->>'subject' as subject
      from pgboss.job where name = 'mail.send' and data->>'to' = ${email} order by created_on`.execute(tx),
  );
  return rows.map(({ subject }) => subject);
}

const refusedAs = (kind: string, text: RegExp) => ({ kind, publicText: expect.stringMatching(text) });
const unknown = refusedAs("invalid", /isn't known here/);
const unchecked = refusedAs("invalid", /could not be checked/);
const expired = refusedAs("invalid", /took too long/);

test("a passkey is made, named after the browser, told by mail, and signs in by itself", async () => {
  const account = await newAccount();
  const { options } = await passkeyOffer(services, browser(), account);
  expect(options).toMatchObject({
    rp: { id: "localhost" },
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
    excludeCredentials: [],
  });
  expect(Buffer.from(options.user.id, "base64url").toString()).not.toContain(account.email);

  const device = await newPasskey(account, { isSynced: true });
  expect(await own(account.userId)).toMatchObject([
    { name: "Firefox on Linux", is_synced: true, last_used_at: null },
  ]);
  expect(await mailsTo(account.email)).toEqual(["A passkey was added to your Handbill account"]);
  expect((await passkeyOffer(services, browser(), account)).options.excludeCredentials).toEqual([
    { id: device.credentialId.toString("base64url"), transports: ["internal"], type: "public-key" },
  ]);

  const cookies = await enter(device);
  expect(await viewerOf(services, cookies)).toMatchObject({ ...account, hasFreshPassword: true });
  expect((await own(account.userId))[0]?.last_used_at).toBeInstanceOf(Date);
});

test("who asks without saying who it is learns of no passkey", async () => {
  await newPasskey(await newAccount());
  const { options } = await passkeyRequest(services, browser());
  expect(options).toMatchObject({ userVerification: "required", rpId: "localhost" });
  expect(options.allowCredentials ?? []).toEqual([]);
});

test("a challenge is answered once, right or wrong, by its browser alone, and within five minutes", async () => {
  const device = await newPasskey(await newAccount());
  const send = (cookie: string | null, response: string) =>
    signInWithPasskey(services, browser(cookie), { response, remember: false });

  const once = await passkeyRequest(services, browser());
  const answer = device.answer(once.options);
  await expect(send(null, answer)).rejects.toMatchObject(expired);
  await expect(send("handbill_passkey=another", answer)).rejects.toMatchObject(expired);
  expect(await send(once.cookie, answer)).toHaveLength(2);
  await expect(send(once.cookie, answer)).rejects.toMatchObject(expired);

  const wrong = await passkeyRequest(services, browser());
  await expect(send(wrong.cookie, device.answer(wrong.options, { key: foreignKey() }))).rejects.toMatchObject(
    unchecked,
  );
  await expect(send(wrong.cookie, device.answer(wrong.options))).rejects.toMatchObject(expired);

  const late = await passkeyRequest(services, browser());
  await services.db
    .asSystem()
    .write((tx) =>
      tx
        .updateTable("passkey_challenges")
        .set({ created_at: sql`now() - interval '6 min'`, expires_at: sql`now() - interval '1 min'` })
        .execute(),
    );
  await expect(send(late.cookie, device.answer(late.options))).rejects.toMatchObject(expired);
  await passkeyRequest(services, browser());
  const { count } = await services.db.asSystem().read((tx) =>
    tx
      .selectFrom("passkey_challenges")
      .select((rows) => rows.fn.countAll().as("count"))
      .executeTakeFirstOrThrow(),
  );
  expect(Number(count)).toBe(1);
});

test("two tabs of one browser don't end each other's challenge", async () => {
  const device = await newPasskey(await newAccount());
  const first = await passkeyRequest(services, browser());
  const second = await passkeyRequest(services, browser(first.cookie));
  const response = device.answer(first.options);
  expect(
    await signInWithPasskey(services, browser(second.cookie), { response, remember: false }),
  ).toHaveLength(2);
});

test("an answer without finger, face or PIN, of another site, or another key's is refused", async () => {
  const device = await newPasskey(await newAccount());
  for (const overrides of [
    { isVerified: false },
    { origin: "https://evil.example" },
    { key: foreignKey() },
  ]) {
    await expect(enter(device, overrides)).rejects.toMatchObject(unchecked);
  }
  await expect(enter(device, { userHandle: "AAAA" })).rejects.toMatchObject(unknown);
  for (const response of ["", "{}", "null", '{"id":"a b"}']) {
    const sent = signInWithPasskey(services, browser(), { response, remember: false });
    await expect(sent).rejects.toMatchObject(unchecked);
  }
  await expect(enter(newAuthenticator(origin))).rejects.toMatchObject(unknown);
});

test("an answer made for signing in makes no passkey, and the other way round", async () => {
  const account = await newAccount();
  const device = await newPasskey(account);
  const offer = await passkeyOffer(services, browser(), account);
  const signing = signInWithPasskey(services, browser(offer.cookie), {
    response: device.answer(offer.options),
    remember: false,
  });
  await expect(signing).rejects.toMatchObject(expired);
  const request = await passkeyRequest(services, browser(), account.userId);
  const made = newAuthenticator(origin).make({ ...request.options, user: { id: "" } });
  const confirming = confirmByPasskey(services, browser(request.cookie), account.userId, made);
  await expect(confirming).rejects.toMatchObject(unchecked);
});

test("a count that goes back is refused and told; one that isn't counted may stay", async () => {
  const account = await newAccount();
  const device = await newPasskey(account, { counts: true });
  await enter(device);
  for (const signCount of [2, 1, 0]) {
    await expect(enter(device, { signCount })).rejects.toMatchObject(
      refusedAs("invalid", /counted fewer uses/),
    );
  }
  expect(await mailsTo(account.email)).toContain("A passkey of your Handbill account was refused");
  await enter(device, { signCount: 9 });

  const quiet = await newAccount();
  const without = await newPasskey(quiet);
  await enter(without);
  await enter(without);
  // Nobody who lacks the key can have such a mail sent.
  await expect(enter(device, { signCount: 1, key: foreignKey() })).rejects.toMatchObject(unchecked);
});

test("another account's passkey confirms nothing, and is neither renamed nor removed", async () => {
  const [one, other] = [await newAccount(), await newAccount()];
  const [mine, theirs] = [await newPasskey(one), await newPasskey(other)];
  const confirm = async (account: Account, device: Device) => {
    const { options, cookie } = await passkeyRequest(services, browser(), account.userId);
    await confirmByPasskey(services, browser(cookie), account.userId, device.answer(options));
  };
  await confirm(one, mine);
  await expect(confirm(one, theirs)).rejects.toMatchObject(unknown);

  const [theirPasskey] = await own(other.userId);
  const id = theirPasskey?.id ?? "";
  await expect(renamePasskey(services, one.userId, { id, name: "Mine" })).rejects.toMatchObject({
    kind: "not-found",
  });
  await removePasskey(services, one, id);
  expect(await own(other.userId)).toMatchObject([{ id, name: "Firefox on Linux" }]);
  expect(await mailsTo(one.email)).toHaveLength(1);

  const { options, cookie } = await passkeyRequest(services, browser());
  const beside = signInWithPasskey(services, browser(cookie), {
    response: theirs.answer(options),
    remember: false,
    account: one.userId,
  });
  await expect(beside).rejects.toMatchObject(refusedAs("invalid", /another account/));
});

test("a device's passkey belongs to one account", async () => {
  const [one, other] = [await newAccount(), await newAccount()];
  const device = await newPasskey(one);
  const { options, cookie } = await passkeyOffer(services, browser(), other);
  const again = addPasskey(services, browser(cookie), other, device.make(options));
  await expect(again).rejects.toMatchObject({ kind: "conflict" });
  expect(await own(other.userId)).toEqual([]);
});

test("a renamed passkey keeps working; a removed one is refused, and that is told by mail", async () => {
  const account = await newAccount();
  const device = await newPasskey(account);
  const [kept] = await own(account.userId);
  await renamePasskey(services, account.userId, { id: kept?.id ?? "", name: "My phone" });
  await enter(device);
  expect(await own(account.userId)).toMatchObject([{ name: "My phone" }]);

  await removePasskey(services, account, kept?.id ?? "");
  await expect(enter(device)).rejects.toMatchObject(unknown);
  expect(await takesPasskey(services, account.userId)).toBe(false);
  await expect(passkeyRequest(services, browser(), account.userId)).rejects.toMatchObject({
    kind: "invalid",
  });
  expect(await mailsTo(account.email)).toContain("A passkey was removed from your Handbill account");
});

test("an account has twenty passkeys at most, also when two are added at once", async () => {
  const account = await newAccount();
  for (let made = 0; made < 19; made += 1) await newPasskey(account);
  const offers = [
    await passkeyOffer(services, browser(), account),
    await passkeyOffer(services, browser(), account),
  ];
  const added = await Promise.allSettled(
    offers.map(({ options, cookie }) =>
      addPasskey(services, browser(cookie), account, newAuthenticator(origin).make(options)),
    ),
  );
  expect(added.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect(await own(account.userId)).toHaveLength(20);
  await expect(passkeyOffer(services, browser(), account)).rejects.toMatchObject({ kind: "conflict" });
});

test("a reset link that confirms the address ends the passkeys of the sign-up before it, and a later one none", async () => {
  const account = await newAccount();
  await newPasskey(account);
  await askForPasskeys(services, present(account));
  const reset = async () => {
    const link = new URL(await resetByOperator(services, account.email)).searchParams;
    const ticket = {
      accessToken: link.get("access_token") ?? "",
      refreshToken: link.get("refresh_token") ?? "",
    };
    const form = { password: "battery staple", confirmPassword: "battery staple" };
    await resetPassword(services, browser(), ticket, form);
  };
  await reset();
  expect(await own(account.userId)).toEqual([]);
  expect(await begin(account)).toMatchObject({ isComplete: true });
  await newPasskey(account);
  await reset();
  expect(await own(account.userId)).toHaveLength(1);
});

test("the operator's reset of the second factor takes the passkeys along", async () => {
  const account = await newAccount();
  await newPasskey(account);
  await askForPasskeys(services, present(account));
  await resetSecondFactorByOperator(services, account.email);
  expect(await own(account.userId)).toEqual([]);
  expect(await begin(account)).toMatchObject({ isComplete: true });
});

test("at the second step a passkey of the account takes the code's place, once, and no other's does", async () => {
  const [account, other] = [await newAccount(), await newAccount()];
  const [device, foreign] = [await newPasskey(account), await newPasskey(other)];
  await makeTotpFactor(services.db, { user_id: account.userId });
  const { cookies, isComplete } = await services.db
    .asSystem()
    .write((tx) =>
      completeSignIn(tx, services.config, { userId: account.userId, remember: true, browser: browser() }),
    );
  expect(isComplete).toBe(false);
  const pass = async (from: Device) => {
    const { options, cookie } = await passkeyRequest(services, browser(), account.userId);
    const here = browser([...cookies, cookie].join("; "));
    return (await passSecondStepByPasskey(services, here, from.answer(options))).join("; ");
  };
  await expect(pass(foreign)).rejects.toMatchObject(unknown);
  const session = await pass(device);
  expect(await viewerOf(services, session)).toMatchObject(account);
  expect(session).toContain("Max-Age=2592000");
  await expect(pass(device)).rejects.toMatchObject({ kind: "unauthenticated" });
});

/** The account's viewer just after its password was given. */
const present = (account: Account): Viewer => ({
  ...account,
  role: "musician",
  isAdmin: false,
  isOwner: false,
  hasFreshPassword: true,
});

/** What a way in that proves one thing comes to. */
const begin = ({ userId }: Account) =>
  services.db
    .asSystem()
    .write((tx) => completeSignIn(tx, services.config, { userId, remember: false, browser: browser() }));

test("asked for after the password: a passkey or a recovery code passes, and signing in by passkey alone goes on", async () => {
  const account = await newAccount();
  const viewer = present(account);
  const noPasskey = refusedAs("conflict", /no passkey that could be asked for/);
  await expect(askForPasskeys(services, viewer)).rejects.toMatchObject(noPasskey);
  const device = await newPasskey(account);
  expect(await begin(account)).toMatchObject({ isComplete: true });
  const stale = { ...viewer, hasFreshPassword: false };
  await expect(askForPasskeys(services, stale)).rejects.toMatchObject({ kind: "forbidden" });
  const codes = await askForPasskeys(services, viewer);
  expect(codes).toHaveLength(10);
  await expect(askForPasskeys(services, viewer)).rejects.toMatchObject({ kind: "conflict" });
  expect(await mailsTo(account.email)).toContain("The second factor of your Handbill account was changed");
  expect(await shownSecurity(services.db, viewer)).toMatchObject({
    hasTotp: false,
    asksForPasskey: true,
    hasSecondFactor: true,
    codesLeft: 10,
  });

  const waiting = await begin(account);
  expect(waiting).toMatchObject({ isComplete: false, asks: "passkey" });
  const step = waiting.cookies.join("; ");
  expect(await viewerOf(services, step)).toBeNull();
  const { options, cookie } = await passkeyRequest(services, browser(), account.userId);
  const here = browser(`${step}; ${cookie}`);
  const session = (await passSecondStepByPasskey(services, here, device.answer(options))).join("; ");
  expect(await viewerOf(services, session)).toMatchObject(account);

  const second = (await begin(account)).cookies.join("; ");
  await expect(passSecondStep(services, browser(second), "123456")).rejects.toMatchObject({ field: "code" });
  const byCode = (await passSecondStep(services, browser(second), codes[0] ?? "")).join("; ");
  expect(await viewerOf(services, byCode)).toMatchObject(account);
  expect(await viewerOf(services, await enter(device))).toMatchObject(account);
});

test("the last passkey that is asked for stays, until nothing asks for it; the codes go with it", async () => {
  const account = await newAccount();
  const viewer = present(account);
  await newPasskey(account);
  await newPasskey(account);
  await askForPasskeys(services, viewer);
  const [first, second] = await own(account.userId);
  const outcomes = await Promise.allSettled(
    [first, second].map((passkey) => removePasskey(services, account, passkey?.id ?? "")),
  );
  expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  const [left] = await own(account.userId);
  await expect(removePasskey(services, account, left?.id ?? "")).rejects.toMatchObject(
    refusedAs("conflict", /last passkey, and signing in asks for one/),
  );

  const waiting = (await begin(account)).cookies.join("; ");
  const stale = { ...viewer, hasFreshPassword: false };
  await expect(stopAskingForPasskeys(services, stale)).rejects.toMatchObject({ kind: "forbidden" });
  await stopAskingForPasskeys(services, viewer);
  expect(await waitingStep(services, waiting)).toBeUndefined();
  expect(await shownSecurity(services.db, viewer)).toMatchObject({ hasSecondFactor: false, codesLeft: 0 });
  await removePasskey(services, account, left?.id ?? "");
  expect(await begin(account)).toMatchObject({ isComplete: true });
});

test("with an app as well the code is asked for, and each outlives the other", async () => {
  const account = await newAccount();
  await newPasskey(account);
  await askForPasskeys(services, present(account));
  await makeTotpFactor(services.db, { user_id: account.userId });
  expect(await begin(account)).toMatchObject({ asks: "app" });
  await stopAskingForPasskeys(services, present(account));
  expect(await begin(account)).toMatchObject({ asks: "app" });
  expect(await shownSecurity(services.db, present(account))).toMatchObject({ codesLeft: 10 });
});

test("where passkeys can't be used it isn't switched on, and a recovery code lets in who has it on", async () => {
  const elsewhere = withSettings({ ORIGIN: "http://127.0.0.1:3000" });
  const account = await newAccount();
  await newPasskey(account);
  await expect(askForPasskeys(elsewhere, present(account))).rejects.toMatchObject(
    refusedAs("forbidden", /IP address/),
  );
  const [code = ""] = await askForPasskeys(services, present(account));
  const step = (await begin(account)).cookies.join("; ");
  const session = (await passSecondStep(elsewhere, browser(step), code)).join("; ");
  expect(await viewerOf(elsewhere, session)).toMatchObject(account);
  await stopAskingForPasskeys(elsewhere, present(account));
  expect(await begin(account)).toMatchObject({ isComplete: true });
});

test("an admin who must have a second factor has one by it, and can't switch it off", async () => {
  const account = await newAccount();
  await newPasskey(account);
  const system = services.db.asSystem();
  await system.write(async (tx) => {
    await tx
      .updateTable("users")
      .set({ role: "admin", email_confirmed_at: new Date() })
      .where("id", "=", account.userId)
      .execute();
    await tx.updateTable("site_settings").set({ requires_second_factor: true }).execute();
  });
  const seen = () =>
    services.db.asAdmin(account.userId).read((tx) => tx.selectFrom("users").select("id").execute());
  expect(await seen()).toEqual([]);
  await askForPasskeys(services, present(account));
  expect(await seen()).not.toEqual([]);
  await expect(stopAskingForPasskeys(services, present(account))).rejects.toMatchObject(
    refusedAs("conflict", /can't be switched off/),
  );
  expect(await begin(account)).toMatchObject({ isComplete: false });
  await system.write((tx) =>
    tx.updateTable("site_settings").set({ requires_second_factor: false }).execute(),
  );
});

test("a passkey brings an account back that is to be deleted", async () => {
  const account = await newAccount();
  const device = await newPasskey(account);
  const deletesAt = await askForDeletion(services, account.userId);
  const session = await enter(device);
  expect(await viewerOf(services, session)).toMatchObject({ userId: account.userId, keptFrom: deletesAt });
});

test("wrong passwords from anywhere hold up no passkey", async () => {
  const email = `grace${serial()}@example.org`;
  const form = { email, password: "correct horse", confirmPassword: "correct horse", terms: "on" as const };
  const cookies = (await signUp(services, browser(), form)).join("; ");
  const userId = (await viewerOf(services, cookies))?.userId ?? "";
  const device = await newPasskey({ userId, email });
  const stranger = browser();
  const guess = (from: Browser) =>
    signIn(services, from, { email, password: "wrong password", remember: false }).catch(
      ({ kind }: { kind: string }) => kind,
    );
  while ((await guess(stranger)) !== "too-many");
  const { options, cookie } = await passkeyRequest(services, stranger);
  const here = { ...stranger, cookies: cookie };
  expect(
    await signInWithPasskey(services, here, { response: device.answer(options), remember: false }),
  ).toHaveLength(2);
});

test.each([
  ["an IP address", "http://127.0.0.1:3000", /IP address/],
  ["plain http", "http://music.example", /https/],
])("with %s as its address no passkey is asked for, made or taken", async (_, address, reason) => {
  const elsewhere = withSettings({ ORIGIN: address });
  const account = await newAccount();
  const refused = refusedAs("forbidden", reason);
  await expect(passkeyRequest(elsewhere, browser())).rejects.toMatchObject(refused);
  await expect(passkeyOffer(elsewhere, browser(), account)).rejects.toMatchObject(refused);
  await expect(addPasskey(elsewhere, browser(), account, "{}")).rejects.toMatchObject(refused);
  const use = signInWithPasskey(elsewhere, browser(), { response: "{}", remember: false });
  await expect(use).rejects.toMatchObject(refused);
});
