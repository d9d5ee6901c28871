import { AppError } from "#server/errors.ts";
import type { Services } from "#server/services.ts";
import { t } from "~/shared/t";
import { type Browser, browserText } from "./browser.server.ts";
import { forgetOtherDevices } from "./known-devices.server.ts";
import { endOtherSessions, isAlive, sessionHash } from "./session.server.ts";

/** Longer lists are cut off; 'End all others' ends the rest as well. */
export const mostShown = 100;

const weekMs = 7 * 24 * 3600_000;

type SessionServices = Pick<Services, "config" | "db">;

/** Where an account is signed in. */
export interface SignedInAt {
  /** The session of the browser that asks. */
  here: Session | undefined;
  /** The other sessions, the one that was seen last first. */
  others: Session[];
  /** How many other sessions there are beside those in the list. */
  more: number;
}

export interface Session {
  id: string;
  /** Its browser and system. */
  name: string;
  lastSeenAt: Date;
  /** Within a week: how long ago says more than the date. */
  isSeenLately: boolean;
  since: Date;
}

/**
 * The account's sessions.
 * @param cookies the request's `Cookie` header
 */
export function sessionsOf(
  { config, db }: SessionServices,
  userId: string,
  cookies: string | null,
): Promise<SignedInAt> {
  const mine = sessionHash(config, cookies);
  return db.asSystem().read(async (tx) => {
    const sessions = tx.selectFrom("sessions").where("user_id", "=", userId).where(isAlive);
    const others = sessions.where("token_hash", "<>", mine);
    const columns = ["id", "browser", "system", "last_seen_at", "created_at"] as const;
    const here = await sessions.select(columns).where("token_hash", "=", mine).executeTakeFirst();
    const shown = await others.select(columns).orderBy("last_seen_at", "desc").limit(mostShown).execute();
    const { all } = await others
      .select((row) => row.fn.countAll<string>().as("all"))
      .executeTakeFirstOrThrow();
    return { here: here && asShown(here), others: shown.map(asShown), more: Number(all) - shown.length };
  });
}

/** Whether the account is signed in elsewhere as well. @param cookies the request's `Cookie` header */
export async function isSignedInElsewhere(
  { config, db }: SessionServices,
  userId: string,
  cookies: string | null,
): Promise<boolean> {
  const other = await db
    .asSystem()
    .read((tx) =>
      tx
        .selectFrom("sessions")
        .select("id")
        .where("user_id", "=", userId)
        .where("token_hash", "<>", sessionHash(config, cookies))
        .where(isAlive)
        .limit(1)
        .executeTakeFirst(),
    );
  return other !== undefined;
}

function asShown(row: {
  id: string;
  browser: string;
  system: string;
  last_seen_at: Date;
  created_at: Date;
}): Session {
  return {
    id: row.id,
    name: browserText(row),
    lastSeenAt: row.last_seen_at,
    isSeenLately: Date.now() - row.last_seen_at.getTime() < weekMs,
    since: row.created_at,
  };
}

/**
 * Ends one session of the account.
 * @returns its browser and system
 * @throws AppError `not-found` when the account has no such session
 */
export async function endSessionOf({ db }: SessionServices, userId: string, id: string): Promise<string> {
  const ended = await db
    .asSystem()
    .write((tx) =>
      tx
        .deleteFrom("sessions")
        .where("id", "=", id)
        .where("user_id", "=", userId)
        .returning(["browser", "system"])
        .executeTakeFirst(),
    );
  if (!ended) throw new AppError("not-found", t("That session has ended already."));
  return browserText(ended);
}

/**
 * Ends the account's sessions but this browser's, and knows no other browser of the account any more.
 * @returns how many sessions there were
 */
export function endOthers(
  { config, db }: SessionServices,
  userId: string,
  { cookies }: Pick<Browser, "cookies">,
): Promise<number> {
  return db.asSystem().write(async (tx) => {
    await forgetOtherDevices(tx, config, userId, cookies);
    return endOtherSessions(tx, config, userId, cookies);
  });
}
