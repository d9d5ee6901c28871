import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { askForDeletion, deleteDueAccounts } from "../../../server/account-deletion.ts";
import { serial } from "../../../tests/factories/serial.ts";
import { freshServices } from "../../../tests/harness/services.ts";
import type { Browser } from "./browser.server.ts";
import { requestReset, resetPassword, signIn, signUp } from "./commands.server.ts";
import { viewerOf } from "./session.server.ts";
import type { SignIn } from "./sign-in-step.server.ts";

// An account that its owner has deleted stays when they sign in, in whatever way.

let services: Awaited<ReturnType<typeof freshServices>>;

beforeAll(async () => {
  services = await freshServices();
});
afterAll(() => services[Symbol.asyncDispose]());

const password = "Correct-Horse-7";
const newBrowser = (): Browser => ({
  network: `10.3.${serial()}.1`,
  cookies: null,
  userAgent: null,
  languages: null,
});
const viewerWith = ({ cookies }: Pick<SignIn, "cookies">) => viewerOf(services, cookies.join("; "));

async function newAccount() {
  const email = `lena${serial()}@example.org`;
  const form = { email, password, confirmPassword: password, terms: "on" as const };
  const viewer = await viewerWith({ cookies: await signUp(services, newBrowser(), form) });
  return { email, userId: viewer?.userId ?? "" };
}

const enter = (email: string) => signIn(services, newBrowser(), { email, password, remember: false });

test("a sign-in brings the account back, and its session says so; later ones don't", async () => {
  const { email, userId } = await newAccount();
  const deletesAt = await askForDeletion(services, userId);
  expect(await viewerWith(await enter(email))).toMatchObject({ userId, keptFrom: deletesAt });
  expect(await viewerWith(await enter(email))).not.toHaveProperty("keptFrom");
});

test("the screens tell it for a quarter of an hour", async () => {
  const { email, userId } = await newAccount();
  await askForDeletion(services, userId);
  const entered = await enter(email);
  await services.db
    .asSystem()
    .write((tx) =>
      sql`update sessions set created_at = now() - interval '16 minutes' where user_id = ${userId}`.execute(
        tx,
      ),
    );
  const viewer = await viewerWith(entered);
  expect(viewer).toMatchObject({ userId });
  expect(viewer).not.toHaveProperty("keptFrom");
});

test("a wrong password brings nothing back, and neither does asking for a link; using it does", async () => {
  const { email, userId } = await newAccount();
  const deletesAt = await askForDeletion(services, userId);
  const wrong = signIn(services, newBrowser(), { email, password: "wrong", remember: false });
  await expect(wrong).rejects.toMatchObject({ kind: "invalid" });
  await requestReset(services, newBrowser(), { email });
  const { rows } = await services.db.asSystem().read((tx) =>
    sql<{ deletes_at: Date | null; link: string }>`
      select deletes_at, substring(data->>'text' from 'http\\S+access_token\\S+') as link
      from users, pgboss.job where users.id = ${userId} and data->>'to' = email and data->>'text' like '%access_token%'`.execute(
      tx,
    ),
  );
  expect(rows[0]?.deletes_at).toEqual(deletesAt);
  const link = new URL(rows[0]?.link ?? "");
  const ticket = {
    accessToken: link.searchParams.get("access_token") ?? "",
    refreshToken: link.searchParams.get("refresh_token") ?? "",
  };
  const form = { password: "Correct-Horse-8", confirmPassword: "Correct-Horse-8" };
  expect(await viewerWith(await resetPassword(services, newBrowser(), ticket, form))).toMatchObject({
    userId,
    keptFrom: deletesAt,
  });
});

test("of a sign-in and the deletion at the same moment one wins: never half an account, never an odd error", async () => {
  for (let round = 0; round < 5; round += 1) {
    const { email, userId } = await newAccount();
    await services.db.asSystem().write((tx) =>
      tx
        .updateTable("users")
        .set({ deletes_at: new Date(0) })
        .where("id", "=", userId)
        .execute(),
    );
    const [entered] = await Promise.allSettled([
      enter(email),
      new Promise((resolve) => setImmediate(resolve)).then(() => deleteDueAccounts(services)),
    ]);
    const left = await services.db
      .asSystem()
      .read((tx) => tx.selectFrom("users").select("deletes_at").where("id", "=", userId).executeTakeFirst());
    if (entered.status === "fulfilled") {
      expect(left).toEqual({ deletes_at: null });
      expect(await viewerWith(entered.value)).toMatchObject({ userId });
    } else {
      expect(["not-found", "invalid"]).toContain(entered.reason.kind);
      expect(left).toBeUndefined();
    }
  }
});
