import { afterAll, beforeAll, expect, test } from "vitest";
import { serial } from "../../../tests/factories/serial.ts";
import { freshServices } from "../../../tests/harness/services.ts";
import { changePassword } from "./account.server.ts";
import type { Browser } from "./browser.server.ts";
import { confirmPassword, signIn, signUp } from "./commands.server.ts";
import { spendSignIn } from "./limits.server.ts";
import { viewerOf } from "./session.server.ts";

// Nobody can lock a musician out: what strangers try doesn't stop the ways in that only the musician has.

let services: Awaited<ReturnType<typeof freshServices>>;

beforeAll(async () => {
  services = await freshServices();
});
afterAll(() => services[Symbol.asyncDispose]());

const password = "correct horse";
const newAddress = () => `10.7.${serial()}.1`;
const browserAt = (network: string, cookies: string | null = null): Browser => ({
  network,
  cookies,
  userAgent: null,
  languages: null,
});
const tooMany = { kind: "too-many" };

async function newAccount() {
  const email = `clara${serial()}@example.org`;
  const form = { email, password, confirmPassword: password, terms: "on" as const };
  const cookies = (await signUp(services, browserAt(newAddress()), form)).join("; ");
  return { email, userId: (await viewerOf(services, cookies))?.userId ?? "", cookies };
}

const enter = (email: string, from: Browser, typed = password) =>
  signIn(services, from, { email, password: typed, remember: false });

/** Uses up what passwords may be tried for the account from elsewhere, and from one network for whatever account. */
async function attack(email: string, address: string): Promise<void> {
  for (let tries = 0; tries < 50; tries++) {
    await spendSignIn(services.limits, { email, network: newAddress() }, false);
  }
  for (let tries = 0; tries < 10; tries++) {
    await spendSignIn(services.limits, { email, network: address }, true);
  }
  for (let tries = 0; tries < 90; tries++) {
    await spendSignIn(services.limits, { email: `other${serial()}@example.org`, network: address }, true);
  }
}

test("a known browser signs in while strangers have used up every other try, also in their very network", async () => {
  const { email, cookies } = await newAccount();
  const network = newAddress();
  await attack(email, network);
  await expect(enter(email, browserAt(network))).rejects.toMatchObject(tooMany);
  await expect(enter(email, browserAt(newAddress()))).rejects.toMatchObject(tooMany);
  expect((await enter(email, browserAt(network, cookies))).isComplete).toBe(true);
});

test("a browser is known for the accounts that have signed in with it, and for no other", async () => {
  const { email } = await newAccount();
  const { cookies } = await newAccount();
  const network = newAddress();
  await attack(email, network);
  for (const brought of [cookies, "handbill_device=forged", "handbill_device="]) {
    await expect(enter(email, browserAt(network, brought))).rejects.toMatchObject(tooMany);
  }
});

test("a known browser has ten tries in a quarter of an hour, wherever it is, and a right password gives them back", async () => {
  const { email, cookies } = await newAccount();
  const wrong = async () => enter(email, browserAt(newAddress(), cookies), "wrong password");
  for (let tries = 0; tries < 9; tries++) await expect(wrong()).rejects.toMatchObject({ kind: "invalid" });
  await enter(email, browserAt(newAddress(), cookies));
  for (let tries = 0; tries < 10; tries++) await expect(wrong()).rejects.toMatchObject({ kind: "invalid" });
  await expect(enter(email, browserAt(newAddress(), cookies))).rejects.toMatchObject(tooMany);
  // What was tried there holds up no other browser.
  expect((await enter(email, browserAt(newAddress()))).isComplete).toBe(true);
});

test("a password of an open session is confirmed and changed whatever strangers try, ten times in a quarter of an hour", async () => {
  const { email, userId, cookies } = await newAccount();
  const network = newAddress();
  await attack(email, network);
  const before = browserAt(network, cookies);
  const [renewed = ""] = await confirmPassword(services, before, { userId }, password);
  const here = browserAt(network, renewed);
  const form = {
    intent: "change-password",
    password: "battery staple",
    confirmPassword: "battery staple",
  } as const;
  await changePassword(services, here, { userId, email }, { ...form, currentPassword: password });

  for (let tries = 0; tries < 10; tries++) {
    await expect(confirmPassword(services, here, { userId }, "a guess")).rejects.toMatchObject({
      kind: "invalid",
    });
  }
  await expect(confirmPassword(services, here, { userId }, "battery staple")).rejects.toMatchObject(tooMany);
});
