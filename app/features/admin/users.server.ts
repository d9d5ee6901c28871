import { type SqlBool, sql } from "kysely";
import { contentsOf } from "#server/account-contents.ts";
import { deleteAccount } from "#server/account-deletion.ts";
import { recordAuditAction } from "#server/audit.ts";
import { type Reader, violates, type Writer } from "#server/db/database.ts";
import { AppError } from "#server/errors.ts";
import type { Services } from "#server/services.ts";
import type { AccountContents } from "~/shared/account-contents";
import { demoAccountIds } from "~/shared/demo-accounts";
import { searchable } from "~/shared/search-words";
import { msg, t } from "~/shared/t";
import type { Viewer } from "~/viewer.server";
import { ownAccountText, ownRoleText, type UsersAsked, usersPerPage } from "./users.ts";

/** The users' table and the counts over it, which leave out the demo's accounts. [1 §2, §7] */
export interface ShownUsers {
  stats: { total: number; musicians: number; admins: number; newThisWeek: number };
  users: ShownUser[];
  /** The number of users that the search has found. */
  matches: number;
  page: number;
  pages: number;
}

export interface ShownUser {
  id: string;
  email: string;
  role: "musician" | "admin";
  created_at: Date;
  suspended_at: Date | null;
  suspended_reason: string | null;
  /** When it goes, as its owner has asked. */
  deletes_at: Date | null;
  artist_name: string | null;
  bio: string | null;
  custom_url: string | null;
  is_demo_profile: boolean | null;
  /** Neither demoted, suspended nor deleted. */
  isOwner: boolean;
}

/** @param tx an admin's */
export async function shownUsers(
  tx: Reader,
  config: Pick<Services["config"], "ownerEmail">,
  asked: UsersAsked,
): Promise<ShownUsers> {
  const { search } = asked;
  const words = search.toLowerCase();
  const few = words === "" ? undefined : await accountsWith(tx, words);
  const found = tx
    .selectFrom("users")
    .leftJoin("musician_profiles as profile", "profile.user_id", "users.id")
    .$if(few !== undefined, (query) => query.where(sql<SqlBool>`users.id = any (${few})`))
    .$if(words !== "" && few === undefined, (query) =>
      query.where(
        sql<SqlBool>`(strpos(users.email, ${words}) > 0 or strpos(app.searchable(profile.name_key), ${searchable(words)}) > 0
          or strpos(profile.custom_url, ${words}) > 0)`,
      ),
    );
  const isReal = sql<SqlBool>`users.id <> all (${[...demoAccountIds]})`;
  const [{ listed, ...stats }, counted] = await Promise.all([
    tx
      .selectFrom("users")
      .select((row) => {
        const count = () => row.fn.countAll<number>().filterWhere(isReal);
        return [
          row.fn.countAll<number>().as("listed"),
          count().as("total"),
          count().filterWhere("role", "=", "musician").as("musicians"),
          count().filterWhere("role", "=", "admin").as("admins"),
          count().filterWhere("created_at", ">=", sql<Date>`now() - interval '7 days'`).as("newThisWeek"),
        ];
      })
      .executeTakeFirstOrThrow(),
    words === "" || few !== undefined
      ? undefined
      : found.select((row) => row.fn.countAll<number>().as("matches")).executeTakeFirstOrThrow(),
  ]);
  const matches = few?.length ?? counted?.matches ?? listed;
  const pages = Math.max(1, Math.ceil(matches / usersPerPage));
  const page = Math.min(asked.page, pages);
  const users = await found
    .select([
      "users.id",
      "users.email",
      "users.email_confirmed_at",
      "users.role",
      "users.created_at",
      "users.suspended_at",
      "users.suspended_reason",
      "users.deletes_at",
      "profile.artist_name",
      "profile.bio",
      "profile.custom_url",
      "profile.is_demo_profile",
    ])
    .orderBy(columnOf(asked), (order) => {
      const { sort, direction } = asked;
      const way = direction === "asc" ? order.asc() : order.desc();
      // Users without a profile come last, in either order of names.
      return sort === "profile" ? way.nullsLast() : way;
    })
    .orderBy("users.created_at", "desc")
    .orderBy("users.id", "desc")
    .limit(usersPerPage)
    .offset((page - 1) * usersPerPage)
    .execute();
  return {
    stats,
    users: users.map(({ email_confirmed_at, ...user }) => ({
      ...user,
      isOwner: isOwner(config, { email: user.email, email_confirmed_at }),
    })),
    matches,
    page,
    pages,
  };
}

/** As many are looked up by an index; where more have the words, all accounts are read. */
const mostLookedUp = 1_000;

/** The accounts that have these words, where they are few. */
async function accountsWith(tx: Reader, words: string): Promise<string[] | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from app.accounts_with(${words}, ${mostLookedUp + 1}) as found (id)`.execute(tx);
  return rows.length > mostLookedUp ? undefined : rows.map(({ id }) => id);
}

function columnOf({ sort }: UsersAsked) {
  const columns = {
    joined: "users.created_at",
    user: "users.email",
    profile: "profile.name_key",
    role: "users.role",
  } as const;
  return columns[sort];
}

/**
 * [1 §5, §7]
 * @throws AppError `forbidden` for one's own and the owner's account, `not-found`, `conflict`
 */
export async function setRole(
  services: Services,
  admin: Viewer,
  id: string,
  role: "musician" | "admin",
): Promise<void> {
  if (id === admin.userId) throw new AppError("forbidden", t(ownRoleText));
  await inAdminsName(services, admin, async (tx) => {
    const user = await otherUser(tx, id);
    if (isOwner(services.config, user)) throw new AppError("forbidden", t("The owner is always an admin."));
    await tx.updateTable("users").set({ role }).where("id", "=", id).execute();
    if (user.role !== role)
      await recordAuditAction(
        tx,
        admin,
        "role_changed",
        user.email,
        role === "admin" ? msg("musician to admin") : msg("admin to musician"),
      );
  });
}

/**
 * Deletes an account at once, also one that is about to go. [1 §5, §7]
 * @returns its address, and the numbers of its deleted rows
 * @throws AppError `forbidden` for one's own and the owner's account, `not-found`, `conflict`
 */
export async function deleteUser(
  services: Services,
  admin: Viewer,
  id: string,
): Promise<{ email: string; contents: AccountContents }> {
  if (id === admin.userId) throw new AppError("forbidden", t(ownAccountText));
  const contents = await contentsOf(services, id);
  return inAdminsName(services, admin, async (tx) => {
    const user = await otherUser(tx, id);
    if (isOwner(services.config, user)) throw new AppError("forbidden", t("The owner's account stays."));
    await deleteAccount(tx, admin, { id, target: user.email }, contents);
    return { email: user.email, contents };
  });
}

/**
 * Makes a musician's profile the sample page's, or takes that back. There is one at most: the one before makes room.
 * [1 §4, §7]
 * @throws AppError `conflict` where there is no profile yet
 */
export async function setDemo(services: Services, admin: Viewer, id: string, isOn: boolean): Promise<void> {
  await inAdminsName(services, admin, async (tx) => {
    // Of two profiles set at once only the later stays the demo.
    await sql`select pg_advisory_xact_lock(hashtextextended('demo profile', 0))`.execute(tx);
    const { email } = await userById(tx, id);
    if (isOn) {
      await tx
        .updateTable("musician_profiles")
        .set({ is_demo_profile: false })
        .where("is_demo_profile", "=", true)
        .where("user_id", "<>", id)
        .execute();
    }
    const { numUpdatedRows } = await tx
      .updateTable("musician_profiles")
      .set({ is_demo_profile: isOn })
      .where("user_id", "=", id)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw new AppError("conflict", t("This account has no profile yet."));
    await recordAuditAction(tx, admin, isOn ? "demo_set" : "demo_removed", email);
  });
}

/**
 * Hides everything of a musician's, and refuses their changes, until it is lifted; they read the reason.
 * @throws AppError `forbidden` for one's own and the owner's account, `not-found`, `conflict` for an admin
 */
export async function suspendUser(
  services: Services,
  admin: Viewer,
  id: string,
  reason: string,
): Promise<void> {
  await inAdminsName(services, admin, (tx) => suspend(tx, services, admin, id, reason));
}

/** The same within a transaction that does more. */
export async function suspend(
  tx: Writer,
  { config }: Pick<Services, "config">,
  admin: Viewer,
  id: string,
  reason: string,
): Promise<void> {
  if (id === admin.userId) throw new AppError("forbidden", t("Cannot suspend your own account"));
  const user = await otherUser(tx, id);
  if (isOwner(config, user)) throw new AppError("forbidden", t("The owner's account can't be suspended."));
  await tx
    .updateTable("users")
    .set({ suspended_at: sql<Date>`coalesce(suspended_at, now())`, suspended_reason: reason })
    .where("id", "=", id)
    .execute();
  await recordAuditAction(tx, admin, "user_suspended", user.email, reason);
}

/** @throws AppError `not-found`; `conflict` where there is none to lift */
export async function liftSuspension(services: Services, admin: Viewer, id: string): Promise<void> {
  await inAdminsName(services, admin, async (tx) => {
    const user = await otherUser(tx, id);
    const { numUpdatedRows } = await tx
      .updateTable("users")
      .set({ suspended_at: null, suspended_reason: null })
      .where("id", "=", id)
      .where("suspended_at", "is not", null)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw new AppError("conflict", t("This account isn't suspended any more."));
    await recordAuditAction(tx, admin, "suspension_lifted", user.email);
  });
}

/** Leaves words that the musician sees until they have put them away. @throws AppError `not-found` */
export async function warnUser(
  services: Services,
  admin: Viewer,
  id: string,
  content: string,
): Promise<void> {
  await inAdminsName(services, admin, (tx) => warn(tx, admin, id, content));
}

/** The same within a transaction that does more. */
export async function warn(tx: Writer, admin: Viewer, id: string, content: string): Promise<void> {
  const { email } = await userById(tx, id);
  await tx.insertInto("warnings").values({ user_id: id, content, created_by: admin.userId }).execute();
  await recordAuditAction(tx, admin, "warning_sent", email, content);
}

/** Runs a write as this admin, and says in words what the database refuses. */
export async function inAdminsName<T>(
  { db }: Pick<Services, "db">,
  admin: Pick<Viewer, "userId">,
  work: (tx: Writer) => Promise<T>,
): Promise<T> {
  try {
    return await db.asAdmin(admin.userId).write(work);
  } catch (error) {
    const refusal = refusals.find(({ constraint }) => violates(error, constraint));
    if (!refusal) throw error;
    throw new AppError("conflict", t(refusal.text), { cause: error });
  }
}

const refusals = [
  { constraint: "users_role_last_admin", text: msg("At least one admin must remain") },
  {
    constraint: "users_suspended_at_role",
    text: msg("An admin can't be suspended, and nobody who is can become one. Change the other first."),
  },
  { constraint: "warnings_user_id_fkey", text: msg("This user does not exist any more.") },
];

/** Another account, locked until the transaction ends. @throws AppError `not-found`, also for one's own */
async function otherUser(tx: Writer, id: string) {
  const user = await tx
    .selectFrom("users")
    .select(["email", "email_confirmed_at", "role"])
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  if (!user) throw goneUser();
  return user;
}

async function userById(tx: Reader, id: string) {
  const user = await tx.selectFrom("users").select("email").where("id", "=", id).executeTakeFirst();
  if (!user) throw goneUser();
  return user;
}

/** An account that has the owner's address without having confirmed it is like any other. */
function isOwner(
  { ownerEmail }: Pick<Services["config"], "ownerEmail">,
  { email, email_confirmed_at }: { email: string; email_confirmed_at: Date | null },
): boolean {
  return ownerEmail === email && email_confirmed_at !== null;
}

function goneUser(): AppError {
  return new AppError("not-found", t("This user does not exist any more."));
}
