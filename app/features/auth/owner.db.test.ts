import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { loadConfig } from "../../../server/config.ts";
import { askOwnerAgain, confirmAddress, isGoodConfirmation } from "../../../server/owner.ts";
import { serial } from "../../../tests/factories/serial.ts";
import { freshServices } from "../../../tests/harness/services.ts";
import type { Browser } from "./browser.server.ts";
import { type AccountServices, requestReset, resetPassword, signIn, signUp } from "./commands.server.ts";
import { viewerOf } from "./session.server.ts";

let services: Awaited<ReturnType<typeof freshServices>>;

beforeAll(async () => {
  services = await freshServices();
});
afterAll(() => services[Symbol.asyncDispose]());

const password = "correct horse";

/** Services of an installation whose owner has an address of their own, with a mail server or without. */
function owned(settings: Record<string, string> = {}): { email: string; installation: AccountServices } {
  const email = `owner${serial()}@example.org`;
  const config = loadConfig({
    OWNER_EMAIL: email.toUpperCase(),
    SMTP_URL: "smtp://127.0.0.1:9",
    ...settings,
  });
  return { email, installation: { ...services, config } };
}

const newBrowser = (): Browser => ({
  network: `10.1.${serial()}.1`,
  cookies: null,
  userAgent: null,
  languages: null,
});
const join = async (installation: AccountServices, email: string) =>
  (
    await signUp(installation, newBrowser(), { email, password, confirmPassword: password, terms: "on" })
  ).join("; ");
const comeBack = async (installation: AccountServices, email: string, typed = password) =>
  (await signIn(installation, newBrowser(), { email, password: typed, remember: false })).cookies.join("; ");

async function viewer(installation: AccountServices, cookie: string) {
  const found = await viewerOf(installation, cookie);
  if (!found) throw new Error("nobody is signed in");
  return found;
}

async function mailsTo(email: string): Promise<string[]> {
  const { rows } = await services.db.asSystem().read((tx) =>
    sql<{ text: string }>`select data->>'text' as text from pgboss.job
      where name = 'mail.send' and data->>'to' = ${email} and data->>'subject' not like 'A new sign-in%' order by created_on`.execute(
      tx,
    ),
  );
  return rows.map(({ text }) => text);
}

const tokenIn = (text = "") => /confirm-email\?token=([\w-]{43})/.exec(text)?.[1] ?? "";

const change = (email: string, values: Record<string, unknown>) =>
  services.db
    .asSystem()
    .write((tx) => tx.updateTable("users").set(values).where("email", "=", email).execute());

const ordinary = { role: "musician", isAdmin: false, isOwner: false, mustConfirm: true };
const admitted = { role: "admin", isAdmin: true, isOwner: true };

test("the owner's address alone gives nothing; the mailed link does, once, in a session of that account alone", async () => {
  const { email, installation } = owned();
  const cookie = await join(installation, email);
  const squatter = await viewer(installation, cookie);
  expect(squatter).toMatchObject(ordinary);
  const [mail] = await mailsTo(email);
  expect(mail).toContain(`${installation.config.origin}/confirm-email?token=`);
  const token = tokenIn(mail);
  const stored = await services.db
    .asSystem()
    .read((tx) => tx.selectFrom("users").selectAll().where("email", "=", email).executeTakeFirstOrThrow());
  expect(stored.email_confirm_hash?.toString("base64url")).not.toBe(token);

  const stranger = await viewer(installation, await join(installation, `stranger${serial()}@example.org`));
  expect(await isGoodConfirmation(installation, stranger, token)).toBe(false);
  await expect(confirmAddress(installation, stranger, token)).rejects.toMatchObject({ kind: "invalid" });
  await expect(confirmAddress(installation, squatter, token.toLowerCase())).rejects.toMatchObject({
    kind: "invalid",
  });
  expect(await isGoodConfirmation(installation, squatter, token)).toBe(true);
  const both = await Promise.allSettled([1, 2].map(() => confirmAddress(installation, squatter, token)));
  expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  const owner = await viewer(installation, cookie);
  expect(owner).toMatchObject(admitted);
  expect(owner).not.toHaveProperty("mustConfirm");
  const audit = await services.db
    .asSystem()
    .read((tx) => tx.selectFrom("audit_log").select("details").where("target", "=", email).execute());
  expect(audit).toEqual([{ details: "musician to admin, as the owner" }]);
});

test("a link is mailed once an hour at most, and is good for a day", async () => {
  const { email, installation } = owned();
  const cookie = await join(installation, email);
  await comeBack(installation, email);
  const account = await viewer(installation, cookie);
  await askOwnerAgain(installation, account);
  expect(await mailsTo(email)).toHaveLength(1);
  await change(email, { email_confirm_sent_at: new Date(Date.now() - 61 * 60_000) });
  await Promise.all([comeBack(installation, email), askOwnerAgain(installation, account)]);
  const mails = await mailsTo(email);
  expect(mails).toHaveLength(2);
  expect(await isGoodConfirmation(installation, account, tokenIn(mails[0]))).toBe(false);
  expect(await isGoodConfirmation(installation, account, tokenIn(mails[1]))).toBe(true);
  await change(email, { email_confirm_sent_at: new Date(Date.now() - 24 * 3600_000 - 1000) });
  expect(await isGoodConfirmation(installation, account, tokenIn(mails[1]))).toBe(false);
});

test("a stranger who signed up with the owner's address loses the account to the mailed reset: sessions, password and all", async () => {
  const { email, installation } = owned();
  const squatters = [await join(installation, email), await comeBack(installation, email)];
  await change(email, { suspended_at: new Date(), suspended_reason: "Not who they say" });
  await requestReset(installation, newBrowser(), { email });
  const text = (await mailsTo(email)).at(-1) ?? "";
  const { searchParams } = new URL(/http\S+/.exec(text)?.[0] ?? "");
  const ticket = {
    accessToken: searchParams.get("access_token") ?? "",
    refreshToken: searchParams.get("refresh_token") ?? "",
  };
  const form = { password: "battery staple", confirmPassword: "battery staple" };
  const { cookies } = await resetPassword(installation, newBrowser(), ticket, form);
  const owner = await viewer(installation, cookies.join("; "));
  expect(owner).toMatchObject(admitted);
  expect(owner).not.toHaveProperty("suspension");
  for (const cookie of squatters) expect(await viewerOf(installation, cookie)).toBeNull();
  await expect(comeBack(installation, email)).rejects.toMatchObject({ kind: "invalid" });
});

test("without a mail server nothing is mailed, and the account stays an ordinary one", async () => {
  const { email, installation } = owned({ SMTP_URL: "" });
  const account = await viewer(installation, await join(installation, email));
  expect(account).toMatchObject(ordinary);
  await askOwnerAgain(installation, account);
  expect(await mailsTo(email)).toEqual([]);
});

test("an address that was confirmed before it became the owner's is an admin's from the next sign-in; no other is", async () => {
  const { email, installation } = owned();
  const { config } = owned({ OWNER_EMAIL: "" }).installation;
  await join({ ...installation, config }, email);
  await change(email, { email_confirmed_at: new Date() });
  expect(await viewer(installation, await comeBack(installation, email))).toMatchObject(admitted);
  expect(await mailsTo(email)).toEqual([]);
  const other = await viewer(installation, await join(installation, `other${serial()}@example.org`));
  expect(other).toMatchObject({ isAdmin: false, isOwner: false });
  expect(other).not.toHaveProperty("mustConfirm");
});
