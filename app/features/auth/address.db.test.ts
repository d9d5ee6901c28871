import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { loadConfig } from "../../../server/config.ts";
import { makePasskey, makeUser } from "../../../tests/factories/accounts.ts";
import { serial } from "../../../tests/factories/serial.ts";
import { freshServices } from "../../../tests/harness/services.ts";
import { changePassword } from "./account.server.ts";
import {
  addressToBringBack,
  addressToConfirm,
  askForAddress,
  cancelAddressChange,
  confirmNewAddress,
  resendAddressLink,
  undoAddressChange,
  waitingAddress,
} from "./address.server.ts";
import type { Browser } from "./browser.server.ts";
import {
  type AccountServices,
  isGoodTicket,
  newTicket,
  resetPassword,
  signIn,
  signUp,
} from "./commands.server.ts";
import { viewerOf } from "./session.server.ts";
import { findSignInLink, requestSignInLink, signInByLink } from "./sign-in-links.server.ts";

let services: Awaited<ReturnType<typeof freshServices>>;
let withMail: AccountServices;

beforeAll(async () => {
  services = await freshServices();
  withMail = { ...services, config: loadConfig({ SMTP_URL: "smtp://127.0.0.1:9" }) };
});
afterAll(() => services[Symbol.asyncDispose]());

const password = "correct horse";
const newEmail = (name = "ada") => `${name}${serial()}@example.org`;
const browser = (cookies: string | null = null): Browser => ({
  network: `10.4.${serial()}.1`,
  cookies,
  userAgent: null,
  languages: null,
});

async function newAccount(email = newEmail()) {
  const form = { email, password, confirmPassword: password, terms: "on" as const };
  // Without a mail server, so that no other mail is among those that are looked at.
  const cookies = (await signUp(services, browser(), form)).join("; ");
  return { email, cookies, userId: (await viewerOf(services, cookies))?.userId ?? "" };
}
type Account = Awaited<ReturnType<typeof newAccount>>;

const enter = (email: string, typed = password) =>
  signIn(services, browser(), { email, password: typed, remember: false });

function ask(account: Account, email: string, given = withMail, currentPassword = password) {
  const form = { intent: "change-address", email, currentPassword } as const;
  return askForAddress(given, browser(account.cookies), account, form);
}

async function mailsTo(email: string): Promise<{ subject: string; text: string }[]> {
  const { rows } = await services.db.asSystem().read((tx) =>
    sql<{ subject: string; text: string }>`select data->>'subject' as subject, data->>'text' as text
      from pgboss.job where name = 'mail.send' and data->>'to' = ${email} order by created_on`.execute(tx),
  );
  return rows;
}

/** The token of the link in the newest mail to this address. */
async function tokenTo(email: string): Promise<string> {
  return /token=([\w-]{43})/.exec((await mailsTo(email)).at(-1)?.text ?? "")?.[1] ?? "";
}

const confirm = ({ userId }: Pick<Account, "userId">, token: string, given = withMail) =>
  confirmNewAddress(given, browser(), userId, token);

/** Changes the address by the mailed link. @returns the token that undoes it */
async function move(account: Account, email: string, currentPassword = password): Promise<string> {
  const { email: before } = await userOf(account);
  await ask({ ...account, email: before }, email, withMail, currentPassword);
  await confirm(account, await tokenTo(email));
  return tokenTo(before);
}

const userOf = ({ userId }: Pick<Account, "userId">) =>
  services.db
    .asSystem()
    .read((tx) =>
      tx
        .selectFrom("users")
        .select(["email", "email_confirmed_at", "role"])
        .where("id", "=", userId)
        .executeTakeFirstOrThrow(),
    );

const letPass = (hours: number) =>
  services.db.asSystem().write((tx) =>
    tx
      .updateTable("address_changes")
      .set({
        created_at: sql`created_at - ${hours} * interval '1 hour'`,
        expires_at: sql`expires_at - ${hours} * interval '1 hour'`,
      })
      .execute(),
  );

test("an address changes by the link that is mailed to the new one, once, in a session of that account alone", async () => {
  const account = await newAccount();
  const stranger = await newAccount();
  const email = newEmail("new");
  await expect(ask(account, email, withMail, "wrong")).rejects.toMatchObject({ field: "currentPassword" });
  expect(await mailsTo(email)).toEqual([]);
  await ask(account, email);
  expect(await waitingAddress(services, account.userId)).toBe(email);
  expect(await userOf(account)).toMatchObject({ email: account.email, email_confirmed_at: null });
  const ticket = await services.db.asSystem().write((tx) => newTicket(tx, account.email));

  const token = await tokenTo(email);
  expect((await mailsTo(email))[0]?.text).toContain(
    `${withMail.config.origin}/account/new-address?token=${token}`,
  );
  expect(await addressToConfirm(services, stranger.userId, token)).toBeNull();
  await expect(confirm(stranger, token)).rejects.toMatchObject({ kind: "invalid" });
  expect(await addressToConfirm(services, account.userId, token)).toBe(email);
  // Neither of two at once, as from two tabs, is told of a change that the other has made.
  const both = await Promise.allSettled([confirm(account, token), confirm(account, token)]);
  expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);

  expect(await userOf(account)).toEqual({ email, email_confirmed_at: expect.any(Date), role: "musician" });
  expect(await viewerOf(services, account.cookies)).toMatchObject({ email });
  expect(await waitingAddress(services, account.userId)).toBeNull();
  expect(await isGoodTicket(services, ticket?.ticket)).toBe(false);
  expect(await mailsTo(account.email)).toHaveLength(1);
  await expect(enter(account.email)).rejects.toMatchObject({ kind: "invalid" });
  await enter(email);
});

test("no token lies in the database as it stands in the mail", async () => {
  const account = await newAccount();
  const email = newEmail("new");
  await move(account, email);
  const tokens = [await tokenTo(email), await tokenTo(account.email)];
  const rows = await services.db
    .asSystem()
    .read((tx) => tx.selectFrom("address_changes").selectAll().execute());
  for (const { token_hash } of rows) expect(tokens).not.toContain(token_hash.toString("base64url"));
});

test("an address that has an account gets a mail that says so; the answer and what waits are those of a free one", async () => {
  const account = await newAccount();
  const holder = await newAccount();
  const answers = [await ask(account, newEmail()), await ask(account, holder.email)];
  expect(answers).toEqual([undefined, undefined]);
  expect(await waitingAddress(services, account.userId)).toBe(holder.email);
  const [mail] = await mailsTo(holder.email);
  expect(mail?.text).toContain("nothing changes");
  expect(mail?.text).not.toContain("token=");
  expect(mail?.text).not.toContain(account.email);
  expect(await resendAddressLink(withMail, account)).toBe(holder.email);
  expect(await userOf(holder)).toMatchObject({ email: holder.email });
});

test("an address that another account took meanwhile stays that account's", async () => {
  const account = await newAccount();
  const email = newEmail("wanted");
  await ask(account, email);
  const token = await tokenTo(email);
  const other = await newAccount(email);
  await expect(confirm(account, token)).rejects.toMatchObject({
    kind: "conflict",
    publicText: "Meanwhile another account has this address, so yours stays as it is.",
  });
  expect(await userOf(account)).toMatchObject({ email: account.email });
  expect(await userOf(other)).toMatchObject({ email });
});

test("the newest link alone works, for a day, until the change is cancelled", async () => {
  const account = await newAccount();
  const email = newEmail("new");
  await ask(account, email);
  const first = await tokenTo(email);
  await resendAddressLink(withMail, account);
  const second = await tokenTo(email);
  await expect(confirm(account, first)).rejects.toMatchObject({ kind: "invalid" });
  await cancelAddressChange(services, account);
  await expect(confirm(account, second)).rejects.toMatchObject({ kind: "invalid" });
  await expect(resendAddressLink(withMail, account)).rejects.toMatchObject({ kind: "not-found" });

  await ask(account, email);
  const third = await tokenTo(email);
  await letPass(25);
  expect(await addressToConfirm(services, account.userId, third)).toBeNull();
  await expect(confirm(account, third)).rejects.toMatchObject({ kind: "invalid" });
});

test("three mails go to one address in a quarter of an hour, also when several accounts ask", async () => {
  const email = newEmail("pestered");
  const accounts = [await newAccount(), await newAccount()] as const;
  for (const account of [accounts[0], accounts[1], accounts[0]]) await ask(account, email);
  await expect(ask(accounts[1], email)).rejects.toMatchObject({ kind: "too-many" });
  await expect(resendAddressLink(withMail, accounts[0])).rejects.toMatchObject({ kind: "too-many" });
  expect(await mailsTo(email)).toHaveLength(3);
});

test("the present address, and any without a mail server, is refused", async () => {
  const account = await newAccount();
  await expect(ask(account, account.email)).rejects.toMatchObject({ kind: "invalid", field: "email" });
  await expect(ask(account, newEmail(), services)).rejects.toMatchObject({ kind: "conflict" });
});

test("the old address brings itself back for a week: sessions end, no password opens the account until a new one is chosen", async () => {
  const account = await newAccount();
  const undo = await move(account, newEmail("thief"));
  const change = { intent: "change-password", password: "a thief's", confirmPassword: "a thief's" } as const;
  const thief = { userId: account.userId, email: (await userOf(account)).email };
  await changePassword(withMail, browser(account.cookies), thief, { ...change, currentPassword: password });
  await ask({ ...account, ...thief }, newEmail("next"), withMail, "a thief's");

  expect(await addressToBringBack(services, undo)).toBe(account.email);
  const ticket = await undoAddressChange(withMail, undo);
  expect(await userOf(account)).toMatchObject({ email: account.email, email_confirmed_at: expect.any(Date) });
  expect(await viewerOf(services, account.cookies)).toBeNull();
  expect(await waitingAddress(services, account.userId)).toBeNull();
  for (const typed of [password, "a thief's"]) {
    await expect(enter(account.email, typed)).rejects.toMatchObject({ kind: "invalid" });
  }
  await expect(undoAddressChange(withMail, undo)).rejects.toMatchObject({ kind: "invalid" });
  const chosen = { password: "battery staple", confirmPassword: "battery staple" };
  await resetPassword(services, browser(), ticket, chosen);
  await enter(account.email, "battery staple");
});

test("undoing takes the second factor, the codes and the passkeys that were made since the change, and no earlier ones", async () => {
  const factorsOf = async ({ userId }: Account) => {
    const rows = (["totp_factors", "passkey_factors", "recovery_codes", "passkeys"] as const).map((table) =>
      services.db
        .asSystem()
        .read((tx) => tx.selectFrom(table).select("user_id").where("user_id", "=", userId).execute()),
    );
    return (await Promise.all(rows)).map(({ length }) => length);
  };
  const setUp = ({ userId: user_id }: Account) =>
    services.db.asSystem().write(async (tx) => {
      await tx
        .insertInto("totp_factors")
        .values({ user_id, secret: Buffer.alloc(20) })
        .execute();
      await tx
        .insertInto("recovery_codes")
        .values({ user_id, code_hash: Buffer.alloc(32) })
        .execute();
      await tx.insertInto("passkey_factors").values({ user_id }).execute();
    });
  const addPasskeyTo = ({ userId: user_id }: Account) => makePasskey(services.db, { user_id });
  const own = await newAccount();
  await setUp(own);
  await addPasskeyTo(own);
  await undoAddressChange(services, await move(own, newEmail("thief")));
  expect(await factorsOf(own)).toEqual([1, 1, 1, 1]);
  const robbed = await newAccount();
  const undo = await move(robbed, newEmail("thief"));
  await setUp(robbed);
  await addPasskeyTo(robbed);
  await undoAddressChange(services, undo);
  expect(await factorsOf(robbed)).toEqual([0, 0, 0, 0]);
  // With the passkeys that were asked for goes the question for them.
  const emptied = await newAccount();
  await setUp(emptied);
  await addPasskeyTo(emptied);
  const back = await move(emptied, newEmail("thief"));
  await services.db
    .asSystem()
    .write((tx) => tx.deleteFrom("passkeys").where("user_id", "=", emptied.userId).execute());
  await undoAddressChange(services, back);
  expect(await factorsOf(emptied)).toEqual([1, 0, 1, 0]);
});

test("an address that changes, and one that comes back, ends the links that sign in", async () => {
  const account = await newAccount();
  const linkTo = async (email: string) => {
    await requestSignInLink(withMail, browser(), { email }, null);
    return tokenTo(email);
  };
  const use = (token: string) => signInByLink(withMail, browser(), token, { remember: false });
  const before = await linkTo(account.email);
  expect(await findSignInLink(services, before)).toBe(account.email);
  const moved = newEmail("moved");
  const undo = await move(account, moved);
  await expect(use(before)).rejects.toMatchObject({ kind: "invalid" });
  const meanwhile = await linkTo(moved);
  expect(await findSignInLink(services, meanwhile)).toBe(moved);
  await undoAddressChange(services, undo);
  await expect(use(meanwhile)).rejects.toMatchObject({ kind: "invalid" });
});

test("a second change keeps the first address's way back, which undoes both", async () => {
  const account = await newAccount();
  const second = newEmail("second");
  const undoFirst = await move(account, second);
  const undoSecond = await move(account, newEmail("third"));
  await letPass(6 * 24);
  await undoAddressChange(withMail, undoFirst);
  expect(await userOf(account)).toMatchObject({ email: account.email });
  await expect(undoAddressChange(withMail, undoSecond)).rejects.toMatchObject({ kind: "invalid" });
});

test("undoing the second change leaves the first one's way back", async () => {
  const account = await newAccount();
  const second = newEmail("second");
  const undoFirst = await move(account, second);
  await undoAddressChange(withMail, await move(account, newEmail("third")));
  expect(await userOf(account)).toMatchObject({ email: second });
  await undoAddressChange(withMail, undoFirst);
  expect(await userOf(account)).toMatchObject({ email: account.email });
});

test("after a week, and once another account has the old address, it stays as it is", async () => {
  const account = await newAccount();
  const email = newEmail("new");
  const undo = await move(account, email);
  await newAccount(account.email);
  await expect(undoAddressChange(withMail, undo)).rejects.toMatchObject({
    kind: "conflict",
    publicText: expect.stringContaining("it can't be brought back"),
  });
  await enter(email);
  await letPass(7 * 24);
  expect(await addressToBringBack(services, undo)).toBeNull();
  await expect(undoAddressChange(withMail, undo)).rejects.toMatchObject({ kind: "invalid" });
});

test("a link of one kind is none of the other", async () => {
  const account = await newAccount();
  const email = newEmail("new");
  await ask(account, email);
  const token = await tokenTo(email);
  await expect(undoAddressChange(withMail, token)).rejects.toMatchObject({ kind: "invalid" });
  await confirm(account, token);
  const undo = await tokenTo(account.email);
  await expect(confirm(account, undo)).rejects.toMatchObject({ kind: "invalid" });
});

test("the owner's address makes an account the owner's by the link alone; another one ends that, and undoing brings it back", async () => {
  const ownerEmail = newEmail("owner");
  const config = loadConfig({ SMTP_URL: "smtp://127.0.0.1:9", OWNER_EMAIL: ownerEmail });
  const installation = { ...services, config };
  const account = await newAccount();
  await ask(account, ownerEmail, installation);
  expect(await viewerOf(installation, account.cookies)).toMatchObject({ isOwner: false, isAdmin: false });
  await confirm(account, await tokenTo(ownerEmail), installation);
  expect(await viewerOf(installation, account.cookies)).toMatchObject({ isOwner: true, isAdmin: true });

  const elsewhere = newEmail("elsewhere");
  await ask({ ...account, email: ownerEmail }, elsewhere, installation);
  await confirm(account, await tokenTo(elsewhere), installation);
  expect(await viewerOf(installation, account.cookies)).toMatchObject({ isOwner: false, isAdmin: true });
  await makeUser(services.db, { role: "admin" });
  await services.db
    .asSystem()
    .write((tx) =>
      tx.updateTable("users").set({ role: "musician" }).where("id", "=", account.userId).execute(),
    );

  const ticket = await undoAddressChange(installation, await tokenTo(ownerEmail));
  const chosen = { password: "battery staple", confirmPassword: "battery staple" };
  const { cookies } = await resetPassword(installation, browser(), ticket, chosen);
  expect(await viewerOf(installation, cookies.join("; "))).toMatchObject({ isOwner: true, isAdmin: true });
});
