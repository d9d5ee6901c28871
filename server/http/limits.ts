import { createHash } from "node:crypto";
import { isIPv6 } from "node:net";
import { CompiledQuery } from "kysely";
import { RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";
import { t } from "../../app/shared/t.ts";
import type { Database } from "../db/database.ts";
import { AppError } from "../errors.ts";

export interface LimitRule {
  /** Names the limit's rows; one rule a name. */
  name: string;
  /** How many tries fit into the window. */
  tries: number;
  windowSeconds: number;
}

/**
 * Counts tries by account or by network in the database, so that every server process sees the same number.
 */
export interface Limits {
  /**
   * Uses up one try.
   * @throws AppError `too-many` with the seconds to wait when none is left
   */
  spend(rule: LimitRule, key: string): Promise<void>;
  /** Gives all tries back, after a success. */
  reset(rule: LimitRule, key: string): Promise<void>;
}

export function createLimits(db: Database): Limits {
  // The library wants a `pg` client; ours is only reachable inside a role's transaction.
  const storeClient = {
    async query({ text, values }: { text: string; values: unknown[] }) {
      const result = await db.asSystem().write((tx) => tx.executeQuery(CompiledQuery.raw(text, values)));
      return { rows: result.rows, rowCount: Number(result.numAffectedRows ?? result.rows.length) };
    },
  };
  const limiters = new Map<string, RateLimiterPostgres>();

  function limiterFor({ name, tries, windowSeconds }: LimitRule): RateLimiterPostgres {
    let limiter = limiters.get(name);
    if (!limiter) {
      limiter = new RateLimiterPostgres({
        storeClient,
        storeType: "client",
        tableName: "rate_limits",
        tableCreated: true,
        keyPrefix: name,
        points: tries,
        duration: windowSeconds,
      });
      limiters.set(name, limiter);
    }
    return limiter;
  }

  return {
    async spend(rule, key) {
      try {
        await limiterFor(rule).consume(key);
      } catch (rejected) {
        if (!(rejected instanceof RateLimiterRes)) throw rejected;
        const retryAfterSeconds = Math.max(1, Math.ceil(rejected.msBeforeNext / 1000));
        throw new AppError("too-many", tooManyText(retryAfterSeconds), { retryAfterSeconds });
      }
    },
    async reset(rule, key) {
      await limiterFor(rule).delete(key);
    },
  };
}

/** Is this a limit's refusal, and nothing else? */
export function isTooMany(error: unknown): boolean {
  return error instanceof AppError && error.kind === "too-many";
}

/** A limit's key made of what it counts by: no e-mail address and no network stands in the table in clear. */
export function limitKey(...parts: string[]): string {
  return createHash("sha256").update(parts.join(" ")).digest("base64url");
}

function tooManyText(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  return seconds < 60
    ? t("Too many attempts. Please wait a minute and try again.")
    : t(
        "{minutes, plural, one {Too many attempts. Please wait {minutes} minute and try again.} other {Too many attempts. Please wait {minutes} minutes and try again.}}",
        { minutes },
      );
}

/**
 * The network an address belongs to: the address itself for IPv4, its /64 for IPv6, where one household or
 * server owns that many.
 */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped) return mapped;
  if (!isIPv6(address)) return address;
  const [head = "", tail] = (address.split("%")[0] ?? "").split("::");
  const start = head ? head.split(":") : [];
  const end = tail ? tail.split(":") : [];
  const zeros = tail === undefined ? [] : Array(Math.max(0, 8 - start.length - end.length)).fill("0");
  const groups = [...start, ...zeros, ...end]
    .slice(0, 4)
    .map((group) => Number.parseInt(group || "0", 16).toString(16));
  return `${groups.join(":")}::/64`;
}
