import { createHash, randomBytes } from "node:crypto";
import { sql } from "kysely";
import type { ApiScope } from "../../app/shared/api-areas.ts";
import type { Writer } from "../db/database.ts";
import { AppError } from "../errors.ts";
import type { Services } from "../services.ts";

/** What every key begins with, so that people and the scanners of published code know one when they see it. */
const prefix = "handbill_";
const form = new RegExp(`^${prefix}[\\w-]{43}$`);

/** A key's last use is written down again after so many seconds. */
const notedAfter = 60;

/** A key that opens something at the moment. */
export interface ApiKey {
  id: string;
  userId: string;
  scopes: string[];
}

/** A key that can't be guessed. */
export function newApiKey(): string {
  return prefix + randomBytes(32).toString("base64url");
}

/** What is stored of a key. It is random, so a fast hash is enough. */
export function hashApiKey(key: string): Buffer {
  return createHash("sha256").update(key).digest();
}

/**
 * The key in a request's `Authorization` header.
 * @throws AppError `unauthenticated` when there is none, or one that is unknown, has ended, or whose account is suspended
 * or about to go
 */
export async function requireApiKey(
  { db }: Pick<Services, "db">,
  authorization: string | null,
): Promise<ApiKey> {
  const [, key] = /^Bearer +(\S+) *$/i.exec(authorization ?? "") ?? [];
  if (key === undefined) {
    throw new AppError("unauthenticated", "Please send a key, as 'Authorization: Bearer handbill_…'.");
  }
  const known = form.test(key) ? await findKey(db, hashApiKey(key)) : undefined;
  if (!known) throw new AppError("unauthenticated", "This key opens nothing, or not any more.");
  const { isDue, ...found } = known;
  if (isDue) await noteUse(db, found.id);
  return found;
}

/** @throws AppError `forbidden` where a key has neither this scope nor the one to write, which is good for reading too */
export function requireScope(scopes: readonly string[], needed: ApiScope): void {
  if (scopes.includes(needed) || scopes.includes(needed.replace(/read$/, "write"))) return;
  throw new AppError("forbidden", `This key may not do that: it has no scope ${needed}.`);
}

function findKey(db: Services["db"], hash: Buffer) {
  return db
    .asSystem()
    .read((tx) =>
      tx
        .selectFrom("api_keys")
        .innerJoin("users", "users.id", "api_keys.user_id")
        .select(["api_keys.id", "api_keys.user_id as userId", "scopes"])
        .select(
          sql<boolean>`coalesce(last_used_at < now() - ${notedAfter} * interval '1 s', true)`.as("isDue"),
        )
        .where("token_hash", "=", hash)
        .where("api_keys.expires_at", ">", sql<Date>`now()`)
        .where("users.suspended_at", "is", null)
        .where("users.deletes_at", "is", null)
        .executeTakeFirst(),
    );
}

async function noteUse(db: Services["db"], id: string): Promise<void> {
  await db
    .asSystem()
    .write((tx) =>
      tx.updateTable("api_keys").set({ last_used_at: sql<Date>`now()` }).where("id", "=", id).execute(),
    );
}

/** Ends every key of an account, where its sessions end because a stranger may have been in it. */
export async function endApiKeys(tx: Writer, userId: string): Promise<void> {
  await tx.deleteFrom("api_keys").where("user_id", "=", userId).execute();
}
