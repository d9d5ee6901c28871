import { sql } from "kysely";
import type { MiddlewareFunction } from "react-router";
import { keepAccount } from "#server/account-deletion.ts";
import type { Config } from "#server/config.ts";
import type { Reader, Writer } from "#server/db/database.ts";
import type { Services } from "#server/services.ts";
import { servicesContext } from "~/services.server";
import { isLanguage } from "~/shared/languages";
import { type Viewer, viewerContext, viewerUnknownContext } from "~/viewer.server";
import { type Browser, browserNames } from "./browser.server.ts";
import { readCookie, setCookie } from "./cookies.server.ts";
import { rememberDevice } from "./known-devices.server.ts";
import { hashSecret, newSecret } from "./secrets.server.ts";

const day = 24 * 3600;

/** Seconds without a visit after which a session is over: with 'Remember me', and without it. */
const lifetime = (remember: boolean) => (remember ? 30 * day : day);

/** Seconds for which a password that was given counts as just given, where something asks for it again. */
const freshFor = 3600;
/** The same, where what is being done asks for it each time. */
const justGivenFor = 120;

/** Seconds for which the screens tell that the sign-in has kept an account from being deleted. */
const tellsFor = 900;

/** Seconds between two renewals: a visit within them writes nothing. */
const renewAfter = 3600;

/** The session's token, from a request's `Cookie` header. */
export function readSessionCookie(config: Config, header: string | null | undefined): string | undefined {
  return readCookie(config, "session", header);
}

/** The hash of the session's token in a request's `Cookie` header; of none, one that no session has. */
export function sessionHash(config: Config, cookies: string | null): Buffer {
  return hashSecret(readSessionCookie(config, cookies) ?? "");
}

/** Not yet over for want of a visit. */
export const isAlive = sql<boolean>`sessions.expires_at > now()`;

function sessionCookie(config: Config, token: string, remember: boolean): string {
  return setCookie(config, "session", token, { maxAge: remember ? lifetime(true) : undefined });
}

/**
 * Starts a session under a new id, ends the one this browser had, and keeps the browser in mind. An account that was to
 * be deleted stays.
 * @returns the `Set-Cookie`s of the session and of the browser
 * @throws AppError `not-found` for an account that has just been deleted
 */
export async function startSession(
  tx: Writer,
  config: Config,
  { userId, remember, browser }: { userId: string; remember: boolean; browser: Browser },
): Promise<string[]> {
  const kept_from = await keepAccount(tx, config, userId);
  await endSession(tx, config, browser.cookies);
  const token = newSecret();
  await tx
    .insertInto("sessions")
    .values({
      token_hash: hashSecret(token),
      user_id: userId,
      remember,
      kept_from,
      ...browserNames(browser.userAgent),
      expires_at: inSeconds(lifetime(remember)),
    })
    .execute();
  await tx.deleteFrom("sessions").where("expires_at", "<=", sql<Date>`now()`).execute();
  return [sessionCookie(config, token, remember), await rememberDevice(tx, config, userId, browser)];
}

/**
 * Ends the session of this browser, if it has one.
 * @param cookies the request's `Cookie` header
 * @returns the `Set-Cookie` that removes it
 */
export async function endSession(tx: Writer, config: Config, cookies: string | null): Promise<string> {
  const token = readSessionCookie(config, cookies);
  if (token) await tx.deleteFrom("sessions").where("token_hash", "=", hashSecret(token)).execute();
  return setCookie(config, "session", "", { maxAge: 0 });
}

/**
 * Ends the account's sessions but this browser's.
 * @param cookies the request's `Cookie` header
 * @returns how many there were; those that were over already don't count
 */
export async function endOtherSessions(
  tx: Writer,
  config: Config,
  userId: string,
  cookies: string | null,
): Promise<number> {
  const ended = await tx
    .deleteFrom("sessions")
    .where("user_id", "=", userId)
    .where("token_hash", "<>", sessionHash(config, cookies))
    .returning(isAlive.as("isAlive"))
    .execute();
  return ended.filter(({ isAlive }) => isAlive).length;
}

/**
 * The account behind a request's `Cookie` header, for handlers outside of the screens, and the id by which the end of
 * its session is announced. Renews nothing.
 */
export async function viewerOf(
  services: Pick<Services, "config" | "db">,
  cookies: string | null | undefined,
): Promise<(Viewer & { sessionId: string }) | null> {
  const token = readSessionCookie(services.config, cookies);
  if (!token) return null;
  const session = await services.db.asSystem().read((tx) => findSession(tx, token));
  if (!session) return null;
  return { ...viewerFrom(services.config, session), sessionId: hashSecret(token).toString("hex") };
}

/**
 * Loads who is signed in, once a request, into `viewerContext`, and renews the session at most once an hour: in the
 * database, and in the browser by sending the cookie again. A request without the cookie costs nothing.
 * @param opensAnyway whether the page of a path opens also when that can't be found out; then `viewerUnknownContext`
 * says so
 */
export function sessionMiddlewareFor(
  opensAnyway: (pathname: string) => boolean,
): MiddlewareFunction<Response> {
  return async ({ request, url, context }, next) => {
    const services = context.get(servicesContext);
    const { config } = services;
    const token = readSessionCookie(config, request.headers.get("Cookie"));
    if (!token) return next();
    const current = await currentSession(services, token).catch((error: unknown) => {
      if (!opensAnyway(url.pathname)) throw error;
      services.log.warn({ err: error }, "who is signed in can't be found out; the page opens without");
      context.set(viewerUnknownContext, true);
      return undefined;
    });
    if (!current) return next();

    context.set(viewerContext, viewerFrom(config, current.session));
    const response = await next();
    // Signing in or out has set this cookie already, and has the last word.
    if (
      current.renewed &&
      !response.headers.getSetCookie().some((cookie) => readSessionCookie(config, cookie) !== undefined)
    ) {
      response.headers.append("Set-Cookie", sessionCookie(config, token, current.session.remember));
    }
    return response;
  };
}

/** The session of a token, renewed when that is due; undefined when there is none. */
async function currentSession({ db }: Pick<Services, "db">, token: string) {
  const session = await db.asSystem().read((tx) => findSession(tx, token));
  if (!session) return undefined;
  const renewed =
    session.isDue && (await db.asSystem().write((tx) => renewSession(tx, token, session.remember)));
  return { session, renewed };
}

type FoundSession = Awaited<ReturnType<typeof findSession>>;

/** Asked of admins alone: nobody else must have one. */
const lacksSecondFactor = sql<boolean>`users.role = 'admin' and app.lacks_second_factor(users.id)`;

function findSession(tx: Reader, token: string) {
  return tx
    .selectFrom("sessions")
    .innerJoin("users", "users.id", "sessions.user_id")
    .select(["users.id", "users.email", "users.email_confirmed_at", "users.role", "sessions.remember"])
    .leftJoin("account_preferences", "account_preferences.user_id", "users.id")
    .select(["users.suspended_at", "users.suspended_reason", "account_preferences.language"])
    .select(lacksSecondFactor.as("lacksSecondFactor"))
    .select(
      sql<Date | null>`case when sessions.created_at > now() - ${tellsFor} * interval '1 s' then kept_from end`.as(
        "keptFrom",
      ),
    )
    .select(sql<boolean>`sessions.confirmed_at > now() - ${freshFor} * interval '1 s'`.as("isFresh"))
    .select(sql<boolean>`sessions.confirmed_at > now() - ${justGivenFor} * interval '1 s'`.as("isJustGiven"))
    .select(sql<boolean>`sessions.last_seen_at < now() - ${renewAfter} * interval '1 s'`.as("isDue"))
    .where("sessions.token_hash", "=", hashSecret(token))
    .where(isAlive)
    .executeTakeFirst();
}

/** @returns false when the session has ended meanwhile. */
async function renewSession(tx: Writer, token: string, remember: boolean): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("sessions")
    .set({ last_seen_at: sql<Date>`now()`, expires_at: inSeconds(lifetime(remember)) })
    .where("token_hash", "=", hashSecret(token))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

function viewerFrom(config: Config, session: NonNullable<FoundSession>): Viewer {
  const {
    id,
    email,
    email_confirmed_at,
    role,
    suspended_at,
    suspended_reason,
    language,
    keptFrom,
    isFresh,
    isJustGiven,
  } = session;
  const isOwners = config.ownerEmail === email;
  return {
    userId: id,
    email,
    role,
    isAdmin: role === "admin" && !session.lacksSecondFactor,
    ...(session.lacksSecondFactor && { lacksSecondFactor: true }),
    isOwner: isOwners && email_confirmed_at !== null,
    ...(language !== null && isLanguage(language) && { language }),
    ...(isOwners && !email_confirmed_at && { mustConfirm: true }),
    ...(suspended_at && { suspension: { since: suspended_at, reason: suspended_reason ?? "" } }),
    ...(keptFrom && { keptFrom }),
    hasFreshPassword: isFresh,
    hasJustGivenPassword: isJustGiven,
  };
}

/**
 * Notes that the password was given again in this browser's session, which goes on under a new token: a copy of the one
 * before opens nothing any more.
 * @param cookies the request's `Cookie` header
 * @returns the session's `Set-Cookie`; none where the session has ended or another tab has renewed it meanwhile
 */
export async function refreshPassword(tx: Writer, config: Config, cookies: string | null): Promise<string[]> {
  // Deleted and made anew, so that streams which were opened with the token of before end.
  const session = await tx
    .deleteFrom("sessions")
    .where("token_hash", "=", sessionHash(config, cookies))
    .returningAll()
    .executeTakeFirst();
  if (!session) return [];
  const token = newSecret();
  await tx
    .insertInto("sessions")
    .values({ ...session, token_hash: hashSecret(token), confirmed_at: sql<Date>`now()` })
    .execute();
  return [sessionCookie(config, token, session.remember)];
}

/** That many seconds from now, by the database's clock: the one that every server process shares. */
export function inSeconds(seconds: number) {
  return sql<Date>`now() + ${seconds} * interval '1 s'`;
}
