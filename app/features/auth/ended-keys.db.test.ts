import { afterAll, beforeAll, expect, test } from "vitest";
import { makeApiKey } from "../../../tests/factories/accounts.ts";
import { serial } from "../../../tests/factories/serial.ts";
import { freshServices } from "../../../tests/harness/services.ts";
import { changePassword } from "./account.server.ts";
import { undoAddressChange } from "./address.server.ts";
import { newTicket, resetByOperator, resetPassword, signOut, signUp } from "./commands.server.ts";
import { resetSecondFactorByOperator } from "./second-factor.server.ts";
import { hashSecret, newSecret } from "./secrets.server.ts";
import { viewerOf } from "./session.server.ts";

let services: Awaited<ReturnType<typeof freshServices>>;

beforeAll(async () => {
  services = await freshServices();
});
afterAll(() => services[Symbol.asyncDispose]());

const password = "correct horse";
const chosen = { password: "battery staple", confirmPassword: "battery staple" };
const browser = (cookies: string | null = null) => ({
  network: `10.9.${serial()}.1`,
  cookies,
  userAgent: null,
  languages: null,
});

interface Account {
  email: string;
  userId: string;
  cookies: string;
}

/** The ways in which sessions end because a stranger may have been in the account. */
const ways: Record<string, (account: Account) => Promise<unknown>> = {
  "a new password": ({ email, userId, cookies }) =>
    changePassword(
      services,
      browser(cookies),
      { email, userId },
      { intent: "change-password", currentPassword: password, ...chosen },
    ),
  "a reset": async ({ email }) => {
    const made = await services.db.asSystem().write((tx) => newTicket(tx, email));
    await resetPassword(services, browser(), made?.ticket, chosen);
  },
  "the operator's reset": ({ email }) => resetByOperator(services, email),
  "the operator's reset of the second factor": ({ email }) => resetSecondFactorByOperator(services, email),
  "an address that is brought back": async ({ userId }) => {
    const undo = newSecret();
    await services.db.asSystem().write((tx) =>
      tx
        .insertInto("address_changes")
        .values({
          user_id: userId,
          old_email: `old${serial()}@example.org`,
          new_email: `new${serial()}@example.org`,
          token_hash: hashSecret(undo),
          expires_at: new Date(Date.now() + 3_600_000),
        })
        .execute(),
    );
    await undoAddressChange(services, undo);
  },
};

async function newAccount(): Promise<Account> {
  const email = `joan${serial()}@example.org`;
  const form = { email, password, confirmPassword: password, terms: "on" as const };
  const cookies = (await signUp(services, browser(), form)).join("; ");
  const userId = (await viewerOf(services, cookies))?.userId ?? "";
  await makeApiKey(services.db, { user_id: userId });
  return { email, userId, cookies };
}

const keysOf = async ({ userId }: Account) => {
  const keys = await services.db
    .asSystem()
    .read((tx) => tx.selectFrom("api_keys").select("id").where("user_id", "=", userId).execute());
  return keys.length;
};

test.each(Object.entries(ways))("%s ends the account's keys, and no other's", async (_name, end) => {
  const [account, other] = [await newAccount(), await newAccount()];
  await end(account);
  expect([await keysOf(account), await keysOf(other)]).toEqual([0, 1]);
});

test("signing out leaves the keys", async () => {
  const account = await newAccount();
  await signOut(services, account.cookies);
  expect(await keysOf(account)).toBe(1);
});
