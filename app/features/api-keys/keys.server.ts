import { sql } from "kysely";
import { hashApiKey, newApiKey } from "#server/api/keys.ts";
import type { Config } from "#server/config.ts";
import { AppError } from "#server/errors.ts";
import { mailAccount } from "#server/mail/account-mail.ts";
import { formatsOf } from "#server/preferences.ts";
import type { Services } from "#server/services.ts";
import type { ApiScope } from "~/shared/api-areas";
import { t } from "~/shared/t";
import { mostKeys } from "./schema.ts";

type KeyServices = Pick<Services, "config" | "db">;

export type ListedKey = Awaited<ReturnType<typeof ownKeys>>[number];

/** The account's keys without their secrets, the newest first; those that have ended for a month, too. */
export function ownKeys({ db }: Pick<Services, "db">, userId: string) {
  return db
    .asSystem()
    .read((tx) =>
      tx
        .selectFrom("api_keys")
        .select(["id", "name", "scopes", "created_at", "expires_at", "last_used_at"])
        .select(sql<boolean>`expires_at <= now()`.as("hasEnded"))
        .where("user_id", "=", userId)
        .orderBy("created_at", "desc")
        .limit(mostKeys)
        .execute(),
    );
}

/**
 * Makes a key, and tells the account's address.
 * @param days that it is good for
 * @returns the key, which is stored nowhere
 * @throws AppError `conflict` when there are as many as there may be; `not-found` for an account that is gone
 */
export async function makeKey(
  { config, db }: KeyServices,
  userId: string,
  { name, days, scopes }: { name: string; days: number; scopes: ApiScope[] },
): Promise<string> {
  const key = newApiKey();
  await db.asSystem().write(async (tx) => {
    // Of two that are the last one at once, one is refused.
    const account = await tx
      .selectFrom("users")
      .select("email")
      .where("id", "=", userId)
      .where("suspended_at", "is", null)
      .where("deletes_at", "is", null)
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (!account) throw new AppError("forbidden", t("Your account can't have keys at the moment."));
    // One that has ended makes room.
    await tx
      .deleteFrom("api_keys")
      .where("user_id", "=", userId)
      .where("expires_at", "<=", sql<Date>`now()`)
      .where((row) =>
        row(
          row
            .selectFrom("api_keys")
            .select(row.fn.countAll<number>().as("count"))
            .where("user_id", "=", userId),
          ">=",
          mostKeys,
        ),
      )
      .execute();
    const { count } = await tx
      .selectFrom("api_keys")
      .select((row) => row.fn.countAll<number>().as("count"))
      .where("user_id", "=", userId)
      .executeTakeFirstOrThrow();
    if (count >= mostKeys) {
      throw new AppError(
        "conflict",
        t("You have {count} keys. Please revoke one that you don't need.", { count: mostKeys }),
      );
    }
    const made = await tx
      .insertInto("api_keys")
      .values({
        user_id: userId,
        name,
        token_hash: hashApiKey(key),
        scopes,
        expires_at: sql<Date>`now() + ${days} * interval '1 day'`,
      })
      .returning("expires_at")
      .executeTakeFirstOrThrow();
    await mailAccount(tx, userId, async (site) => {
      const until = (await formatsOf(tx, userId)).date(made.expires_at, "long");
      return madeMail(config, site, account.email, { name, until });
    });
  });
  return key;
}

/**
 * Ends a key at once.
 * @returns its name
 * @throws AppError `not-found` when the account has no such key
 */
export async function revokeKey({ db }: Pick<Services, "db">, userId: string, id: string): Promise<string> {
  const revoked = await db
    .asSystem()
    .write((tx) =>
      tx
        .deleteFrom("api_keys")
        .where("id", "=", id)
        .where("user_id", "=", userId)
        .returning("name")
        .executeTakeFirst(),
    );
  if (!revoked) throw new AppError("not-found", t("This key was revoked already."));
  return revoked.name;
}

function madeMail(
  { origin }: Config,
  siteName: string,
  to: string,
  { name, until }: { name: string; until: string },
) {
  return {
    to,
    subject: t("A new key to your {siteName} account", { siteName }),
    text: [
      t("Hello,"),
      t(
        "a key to the API was made for your account: “{name}”, good until {day}. A program that has it can do in your name what you chose.",
        { name, day: until },
      ),
      t("If that wasn't you, revoke it and choose a new password: {link}", {
        link: `${origin}/account/keys`,
      }),
      siteName,
    ].join("\n\n"),
  };
}
