import { sql } from "kysely";
import { Secret, TOTP } from "otpauth";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { AppError } from "../../../server/errors.ts";
import { serial } from "../../../tests/factories/serial.ts";
import { freshServices } from "../../../tests/harness/services.ts";
import type { Viewer } from "../../viewer.server.ts";
import { changePassword } from "./account.server.ts";
import type { Browser } from "./browser.server.ts";
import { requestReset, resetByOperator, resetPassword, signIn, signUp } from "./commands.server.ts";
import { resetSecondFactorByOperator } from "./second-factor.server.ts";
import {
  beginTotp,
  cancelTotp,
  confirmTotp,
  disableTotp,
  makeRecoveryCodes,
  shownSecurity,
} from "./security.server.ts";
import { viewerOf } from "./session.server.ts";
import { passSecondStep, waitingStep } from "./sign-in-step.server.ts";

let services: Awaited<ReturnType<typeof freshServices>>;

// In the middle of a step, so that none begins between a code's making and its use.
const step = 30_000;
const now = Math.floor(Date.now() / step) * step + step / 2;

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ["Date"], now });
  services = await freshServices();
});
afterAll(async () => {
  vi.useRealTimers();
  await services[Symbol.asyncDispose]();
});

const password = "correct horse";
const newBrowser = (cookies: string | null = null): Browser => ({
  network: `10.3.${serial()}.1`,
  cookies,
  userAgent: null,
  languages: null,
});

/** The app's code `ahead` steps after now. */
function codeOf(secret: string, ahead = 0): string {
  const totp = new TOTP({ secret: Secret.fromBase32(secret.replaceAll(" ", "")) });
  return totp.generate({ timestamp: now + ahead * step });
}

async function newAccount() {
  const email = `hedy${serial()}@example.org`;
  const form = { email, password, confirmPassword: password, terms: "on" as const };
  const cookies = (await signUp(services, newBrowser(), form)).join("; ");
  return { email, cookies, viewer: await present(cookies) };
}

async function present(cookies: string): Promise<Viewer> {
  const viewer = await viewerOf(services, cookies);
  if (!viewer) throw new Error("This session has ended.");
  return viewer;
}

async function begun(viewer: Viewer): Promise<string> {
  await beginTotp(services, viewer);
  return (await shownSecurity(services.db, viewer)).setup?.secret ?? "";
}

/** An account with an authenticator app; the code of the step before now has been taken. */
async function protectedAccount() {
  const account = await newAccount();
  const secret = await begun(account.viewer);
  const codes = await confirmTotp(services, account.viewer, codeOf(secret, -1));
  return { ...account, secret, codes };
}

const enter = (email: string, typed = password) =>
  signIn(services, newBrowser(), { email, password: typed, remember: false });

/** The cookies of a sign-in that waits for its code. */
const stepOf = async (email: string, typed = password) => (await enter(email, typed)).cookies.join("; ");

const pass = (step: string, code: string) => passSecondStep(services, newBrowser(step), code);

async function mailsTo(email: string): Promise<string[]> {
  const { rows } = await services.db.asSystem().read((tx) =>
    sql<{ subject: string }>`select data->>'subject' as subject from pgboss.job
      where name = 'mail.send' and data->>'to' = ${email} order by created_on`.execute(tx),
  );
  return rows.map(({ subject }) => subject);
}

test("setting up: nothing is asked before the first right code, and ten codes are stored hashed", async () => {
  const { email, viewer } = await newAccount();
  const secret = await begun(viewer);
  expect((await enter(email)).isComplete).toBe(true);
  await expect(confirmTotp(services, viewer, "000000")).rejects.toMatchObject({ field: "code" });
  const typed = codeOf(secret);
  const codes = await confirmTotp(services, viewer, ` ${typed.slice(0, 3)} ${typed.slice(3)}`);
  expect(codes).toHaveLength(10);
  expect((await enter(email)).isComplete).toBe(false);
  // The code that has set it up is taken.
  await expect(pass(await stepOf(email), codeOf(secret))).rejects.toMatchObject({ field: "code" });
  expect(await shownSecurity(services.db, viewer)).toEqual({
    hasTotp: true,
    asksForPasskey: false,
    hasSecondFactor: true,
    codesLeft: 10,
    isMissing: false,
  });
  await expect(beginTotp(services, viewer)).rejects.toMatchObject({ kind: "conflict" });
  const stored = await services.db
    .asSystem()
    .read((tx) => sql<{ row: string }>`select r::text as row from recovery_codes r`.execute(tx));
  for (const code of codes) expect(JSON.stringify(stored.rows)).not.toContain(code.replaceAll("-", ""));
  expect(await mailsTo(email)).toContain("The second factor of your Handbill account was changed");
});

test("without a fresh password nothing is set up, shown, made anew or switched off", async () => {
  const { viewer, secret } = await protectedAccount();
  const stale = { ...viewer, hasFreshPassword: false };
  for (const attempt of [
    beginTotp(services, stale),
    confirmTotp(services, stale, codeOf(secret)),
    makeRecoveryCodes(services, stale),
    disableTotp(services, stale, codeOf(secret)),
  ]) {
    await expect(attempt).rejects.toMatchObject({ kind: "forbidden" });
  }
  const other = await newAccount();
  await begun(other.viewer);
  const shown = await shownSecurity(services.db, { ...other.viewer, hasFreshPassword: false });
  expect(shown.setup).toBeUndefined();
  await cancelTotp(services, other.viewer);
  expect((await shownSecurity(services.db, other.viewer)).setup).toBeUndefined();
});

test("the right password begins no session; a code does, once, in whichever of two sign-ins it comes first", async () => {
  const { email, secret } = await protectedAccount();
  const { cookies, isComplete } = await enter(email);
  expect(isComplete).toBe(false);
  expect(await viewerOf(services, cookies.join("; "))).toBeNull();
  expect(cookies).toEqual([
    expect.stringMatching(/^handbill_step=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=600$/),
  ]);

  const steps = [await stepOf(email), await stepOf(email), await stepOf(email)];
  const code = codeOf(secret);
  const outcomes = await Promise.allSettled(steps.map((step) => pass(step, code)));
  const passed = outcomes.flatMap((outcome) => (outcome.status === "fulfilled" ? [outcome.value] : []));
  expect(passed).toHaveLength(1);
  const session = passed[0]?.join("; ") ?? "";
  expect((await viewerOf(services, session))?.email).toBe(email);
  expect(session).toContain("handbill_step=; ");
  // An older code is not taken after a newer one.
  await expect(pass(await stepOf(email), codeOf(secret, -1))).rejects.toMatchObject({ field: "code" });
  expect((await pass(await stepOf(email), codeOf(secret, 1))).length).toBeGreaterThan(1);
});

test("a recovery code lets in once, however it is typed, and is told by mail", async () => {
  const { email, viewer, codes } = await protectedAccount();
  const [code = "", other = ""] = codes;
  expect(
    await viewerOf(services, (await pass(await stepOf(email), code.toUpperCase())).join("; ")),
  ).not.toBeNull();
  await expect(pass(await stepOf(email), code)).rejects.toMatchObject({ kind: "invalid" });
  expect(await mailsTo(email)).toContain("A recovery code of your Handbill account was used");
  expect((await shownSecurity(services.db, viewer)).codesLeft).toBe(9);
  const anew = await makeRecoveryCodes(services, viewer);
  await expect(pass(await stepOf(email), other)).rejects.toMatchObject({ kind: "invalid" });
  await pass(await stepOf(email), anew[0] ?? "");
});

test("five wrong codes end a sign-in, ten in a quarter of an hour all of them; nobody without the password spends one", async () => {
  const { email, secret } = await protectedAccount();
  await expect(pass("handbill_step=guessed", codeOf(secret))).rejects.toMatchObject({
    kind: "unauthenticated",
  });
  const waiting = await stepOf(email);
  const texts: string[] = [];
  for (let tries = 1; tries <= 6; tries++) {
    const error: unknown = await pass(waiting, "000000").catch((error: unknown) => error);
    texts.push(error instanceof AppError ? `${error.status} ${error.publicText}` : "in");
  }
  expect(texts).toEqual([
    "400 This code is not right, or was used before. 4 tries are left.",
    "400 This code is not right, or was used before. 3 tries are left.",
    "400 This code is not right, or was used before. 2 tries are left.",
    "400 This code is not right, or was used before. One try is left.",
    "401 That was the last try. Please sign in again.",
    "401 This sign-in has run out. Please sign in again.",
  ]);
  expect(await mailsTo(email)).toContain("Wrong codes for your Handbill account");
  const second = await stepOf(email);
  for (let tries = 1; tries <= 5; tries++) await pass(second, "000000").catch(() => {});
  await expect(pass(await stepOf(email), codeOf(secret))).rejects.toMatchObject({ kind: "too-many" });
});

test("a sign-in waits ten minutes, and ends with the password it was begun with", async () => {
  const { email, secret, cookies, viewer } = await protectedAccount();
  const old = await stepOf(email);
  await services.db.asSystem().write((tx) =>
    tx
      .updateTable("sign_in_steps")
      .set({
        created_at: sql`created_at - interval '1 hour'`,
        expires_at: sql`expires_at - interval '10 min'`,
      })
      .where("user_id", "=", viewer.userId)
      .execute(),
  );
  await expect(pass(old, codeOf(secret))).rejects.toMatchObject({ kind: "unauthenticated" });

  const before = await stepOf(email);
  const form = { intent: "change-password", currentPassword: password, password: "battery staple" } as const;
  await changePassword(services, newBrowser(cookies), viewer, { ...form, confirmPassword: form.password });
  await expect(pass(before, codeOf(secret))).rejects.toMatchObject({ kind: "unauthenticated" });

  const later = await stepOf(email, form.password);
  await resetByOperator(services, email);
  await expect(pass(later, codeOf(secret))).rejects.toMatchObject({ kind: "unauthenticated" });
});

test("a sign-in that passes while the operator ends all sessions has ended with them", async () => {
  const { email, codes } = await protectedAccount();
  for (const code of codes.slice(0, 5)) {
    const waiting = await stepOf(email);
    const [passed] = await Promise.allSettled([pass(waiting, code), resetByOperator(services, email)]);
    if (passed.status === "rejected") continue;
    expect(await viewerOf(services, passed.value.join("; "))).toBeNull();
  }
});

test("a mailed link sets a password and gets nobody around the second factor", async () => {
  const { email, secret, cookies } = await protectedAccount();
  await requestReset(services, newBrowser(), { email });
  const { rows } = await services.db.asSystem().read((tx) =>
    sql<{ link: string }>`select substring(data->>'text' from 'access_token=\\S+') as link from pgboss.job
      where name = 'mail.send' and data->>'to' = ${email} and data->>'text' like '%access_token%'`.execute(
      tx,
    ),
  );
  const link = new URLSearchParams(rows[0]?.link);
  const ticket = {
    accessToken: link.get("access_token") ?? "",
    refreshToken: link.get("refresh_token") ?? "",
  };
  const form = { password: "battery staple", confirmPassword: "battery staple" };
  const { cookies: after, isComplete } = await resetPassword(services, newBrowser(), ticket, form);
  expect(isComplete).toBe(false);
  expect(await viewerOf(services, after.join("; "))).toBeNull();
  expect(await viewerOf(services, cookies)).toBeNull();
  const session = await pass(after.join("; "), codeOf(secret));
  expect((await viewerOf(services, session.join("; ")))?.email).toBe(email);
});

test("switching off takes a code, the recovery codes and the waiting sign-ins", async () => {
  const { email, viewer, secret } = await protectedAccount();
  const waiting = await stepOf(email);
  await expect(disableTotp(services, viewer, "000000")).rejects.toMatchObject({ field: "code" });
  await disableTotp(services, viewer, codeOf(secret));
  expect(await waitingStep(services, waiting)).toBeUndefined();
  expect(await shownSecurity(services.db, viewer)).toMatchObject({ hasSecondFactor: false, codesLeft: 0 });
  expect((await enter(email)).isComplete).toBe(true);
});

test("the operator takes a lost one away: sessions end, the address is told, and it stands in the audit log", async () => {
  const { email, cookies } = await protectedAccount();
  const waiting = await stepOf(email);
  await resetSecondFactorByOperator(services, email);
  expect(await viewerOf(services, cookies)).toBeNull();
  expect(await waitingStep(services, waiting)).toBeUndefined();
  expect((await enter(email)).isComplete).toBe(true);
  expect(await mailsTo(email)).toContain("Your Handbill account has no second factor any more");
  const entries = await services.db
    .asSystem()
    .read((tx) =>
      tx.selectFrom("audit_log").select(["actor", "action", "target"]).where("target", "=", email).execute(),
    );
  expect(entries).toEqual([{ actor: "operator", action: "second_factor_reset", target: email }]);
});

test("where admins must have one, an admin without it is none for pages, reads and writes", async () => {
  const toAdmin = (userId: string) =>
    services.db
      .asSystem()
      .write((tx) =>
        tx
          .updateTable("users")
          .set({ role: "admin", email_confirmed_at: new Date() })
          .where("id", "=", userId)
          .execute(),
      );
  const bare = await newAccount();
  const safe = await protectedAccount();
  await toAdmin(bare.viewer.userId);
  await toAdmin(safe.viewer.userId);
  expect(await present(bare.cookies)).toMatchObject({ isAdmin: true });
  const admin = services.db.asAdmin(bare.viewer.userId);
  await services.db
    .asSystem()
    .write((tx) => tx.updateTable("site_settings").set({ requires_second_factor: true }).execute());

  expect(await present(bare.cookies)).toMatchObject({ isAdmin: false, lacksSecondFactor: true });
  expect(await present(safe.cookies)).toMatchObject({ isAdmin: true });
  // A request that began as an admin's reads nothing, and writes nothing.
  expect(await admin.read((tx) => tx.selectFrom("users").select("id").execute())).toEqual([]);
  const late = admin.write((tx) => tx.deleteFrom("users").where("id", "=", safe.viewer.userId).execute());
  await expect(late).rejects.toMatchObject({ kind: "forbidden" });
  // What is the account's own it still does.
  await services.db.asMusician(bare.viewer.userId).write(async () => {});

  const refused = disableTotp(services, safe.viewer, codeOf(safe.secret));
  await expect(refused).rejects.toMatchObject({ kind: "conflict" });
  expect((await shownSecurity(services.db, safe.viewer)).hasTotp).toBe(true);
  const secret = await begun(bare.viewer);
  await confirmTotp(services, bare.viewer, codeOf(secret));
  expect(await present(bare.cookies)).toMatchObject({ isAdmin: true });
  await admin.write(async () => {});
});
