import { createHash, createHmac, pbkdf2Sync, randomBytes } from "node:crypto";
import { type Client, escapeIdentifier, escapeLiteral } from "pg";
import { StartError } from "../errors.ts";
import { program } from "../released.ts";
import { connect } from "./connect.ts";
import { codeOf } from "./failures.ts";

/** The four application roles. They can't log in and can't bypass row-level security; policies name them. */
export const applicationRoles = {
  visitor: "handbill_visitor",
  musician: "handbill_musician",
  admin: "handbill_admin",
  system: "handbill_system",
} as const;

export type ApplicationRole = keyof typeof applicationRoles;

/** The most connections that a process has for each role. */
export type PoolSizes = Record<ApplicationRole, number>;

/**
 * Connections can't be lent from one role to another, since a login becomes one role only; so a rush of visitors leaves
 * sign-in and jobs theirs.
 */
export const defaultPoolSizes: PoolSizes = { visitor: 3, musician: 3, admin: 2, system: 4 };

export const applicationRoleNames: ApplicationRole[] = ["visitor", "musician", "admin", "system"];
const roleNames = Object.values(applicationRoles);

interface RoleRow {
  rolname: string;
  rolsuper: boolean;
  rolbypassrls: boolean;
  rolcanlogin: boolean;
}

/**
 * Makes sure that the four application roles exist and that the owner may hand things over to them
 * (a migration gives a definer function to `handbill_system`). Roles belong to the whole cluster, so another
 * database's start may be doing the same right now: the second start accepts the roles of the first.
 * @throws StartError with the SQL that an administrator must run, where the owner has no right to do it.
 */
export async function ensureApplicationRoles(owner: Client): Promise<void> {
  const {
    rows: [me],
  } = await owner.query<{ name: string; super: boolean; modern: boolean }>(
    `select rolname as name, rolsuper as super, current_setting('server_version_num')::int >= 160000 as modern
       from pg_roles where rolname = current_user`,
  );
  if (!me) throw new StartError("The database doesn't say which role Handbill is connected as.");
  const existing = await rolesNamed(owner, roleNames);
  for (const name of roleNames.filter((role) => !existing.some((row) => row.rolname === role))) {
    await forgiving(owner, `create role ${name}`);
  }
  for (const role of await rolesNamed(owner, roleNames)) {
    if (role.rolcanlogin) throw tooPowerful(role, "nologin");
  }
  if (me.super) return;
  // Since 16 the creator of a role may grant it but not become it, until it grants itself that too.
  const membership = me.modern ? "SET" : "MEMBER";
  const terms = me.modern ? " with inherit false, set true" : "";
  for (const name of roleNames) {
    const { rows } = await owner.query<{ held: boolean }>("select pg_has_role($1, $2) as held", [
      name,
      membership,
    ]);
    if (!rows[0]?.held) {
      await forgiving(owner, `grant ${name} to ${escapeIdentifier(me.name)}${terms}`);
    }
  }
}

/**
 * The limits that each connection asks for as it begins, in milliseconds. Poolers refuse that: behind one each transaction
 * asks for them.
 */
export const sessionLimits = {
  statement_timeout: 15_000,
  lock_timeout: 5_000,
  idle_in_transaction_session_timeout: 30_000,
};

/** The addresses to connect with, by the one application role that each may become. */
export type LoginUrls = Record<ApplicationRole, string>;

/**
 * Makes sure that this database has a login role of its own for each application role, and answers the addresses to
 * connect with. A login may do nothing itself, and may become that one role only: PostgreSQL asks what the login may
 * become, so whatever is smuggled into a visitor's statement can't take on a more powerful role. The passwords follow
 * from the session secret, so servers on several machines agree without telling each other. Those that another secret
 * gave stay, unless we are `alone`: servers may be using them.
 * @throws StartError where the database refuses a login
 */
export async function ensureLogins(
  owner: Client,
  ownerUrl: string,
  sessionSecret: string,
  alone: boolean,
): Promise<LoginUrls> {
  const { logins, passwordOf, database } = await loginsFor(owner, sessionSecret);
  await dropSharedLogin(owner, database);
  const names = Object.values(logins);
  const existing = await rolesNamed(owner, names);
  for (const login of names.filter((name) => !existing.some((row) => row.rolname === name))) {
    await forgiving(
      owner,
      `create role ${login} login noinherit password ${scramVerifier(passwordOf(login))}`,
    );
  }
  const { rows: memberships } = await owner.query<{ login: string; role: string }>(
    `select member::regrole::text as login, roleid::regrole::text as role from pg_auth_members
      where member::regrole::text = any ($1)`,
    [names],
  );
  for (const role of applicationRoleNames) {
    const held = memberships.filter(({ login }) => login === logins[role]).map((row) => row.role);
    if (!held.includes(applicationRoles[role])) {
      await forgiving(owner, `grant ${applicationRoles[role]} to ${logins[role]}`);
    }
    const others = held.filter((name) => name !== applicationRoles[role]);
    if (others.length > 0) await forgiving(owner, `revoke ${others.join(", ")} from ${logins[role]}`);
  }
  const { rows: doors } = await owner.query<{ open: boolean }>(
    `select exists (select from unnest($1::text[]) login
                     where not has_database_privilege(login, current_database(), 'connect'))
         or exists (select from pg_database d, aclexplode(coalesce(d.datacl, acldefault('d', d.datdba))) a
                     where d.datname = current_database() and a.grantee = 0) as open`,
    [names],
  );
  if (doors[0]?.open) {
    const name = escapeIdentifier(database.name);
    await owner.query(
      `revoke all on database ${name} from public; grant connect on database ${name} to ${names.join(", ")}`,
    );
  }

  const addressOf = (role: ApplicationRole) =>
    withAccount(ownerUrl, { username: logins[role], password: passwordOf(logins[role]) });
  const urls = {
    visitor: addressOf("visitor"),
    musician: addressOf("musician"),
    admin: addressOf("admin"),
    system: addressOf("system"),
  };
  const refusals = () => Promise.all(applicationRoleNames.map((role) => refusalOf(urls[role])));
  let refused = await refusals();
  if (refused.includes(wrongPassword) && alone) {
    await changeLogins(owner, sessionSecret);
    refused = await refusals();
  }
  if (refused.includes(wrongPassword)) throw new StartError(otherSecret);
  const role = applicationRoleNames.find((_, at) => refused[at] !== undefined);
  if (role) {
    throw new StartError(
      `The database server refuses the login role ${logins[role]}. Allow it in pg_hba.conf with scram-sha-256, and ` +
        `let it log in: alter role ${logins[role]} login;`,
    );
  }
  return urls;
}

/** The same logins at another address. */
export function loginUrlsAt(address: string, { visitor, musician, admin, system }: LoginUrls): LoginUrls {
  const at = (loginUrl: string) => withAccount(address, new URL(loginUrl));
  return { visitor: at(visitor), musician: at(musician), admin: at(admin), system: at(system) };
}

function withAccount(url: string, { username, password }: { username: string; password: string }): string {
  const address = new URL(url);
  address.username = username;
  address.password = password;
  address.searchParams.delete("user");
  address.searchParams.delete("password");
  return address.href;
}

/**
 * Gives the logins, where there are any, the passwords that follow from this secret. Servers with an earlier secret
 * can't connect any more.
 */
export async function changeLogins(owner: Client, sessionSecret: string): Promise<void> {
  const { logins, passwordOf } = await loginsFor(owner, sessionSecret);
  for (const { rolname } of await rolesNamed(owner, Object.values(logins))) {
    await forgiving(owner, `alter role ${rolname} login password ${scramVerifier(passwordOf(rolname))}`);
  }
}

async function loginsFor(owner: Client, sessionSecret: string) {
  const {
    rows: [database],
  } = await owner.query<{ name: string; oid: number }>(
    "select datname as name, oid from pg_database where datname = current_database()",
  );
  if (!database) throw new StartError("The database doesn't say its name.");
  const passwordOf = (login: string) =>
    createHmac("sha256", sessionSecret).update(`database login ${login}`).digest("base64url");
  return { logins: loginsOf(database.oid), passwordOf, database };
}

/** The login of each application role. Roles belong to the cluster, so the logins outlive their database. */
export function loginsOf(databaseOid: number): Record<ApplicationRole, string> {
  const shared = sharedLoginOf(databaseOid);
  return {
    visitor: `${shared}_visitor`,
    musician: `${shared}_musician`,
    admin: `${shared}_admin`,
    system: `${shared}_system`,
  };
}

/** Earlier versions had one login, which could become all four roles. */
function sharedLoginOf(databaseOid: number): string {
  return `handbill_login_${databaseOid}`;
}

/** The login of earlier versions goes once no server of such a version is connected any more. */
async function dropSharedLogin(owner: Client, { name, oid }: { name: string; oid: number }): Promise<void> {
  const login = sharedLoginOf(oid);
  const { rows } = await owner.query(
    `select from pg_roles
      where rolname = $1 and not exists (select from pg_stat_activity where usename = rolname)`,
    [login],
  );
  if (rows.length === 0) return;
  await owner.query(`revoke all on database ${escapeIdentifier(name)} from ${login}`);
  await forgiving(owner, `drop role ${login}`);
}

/** @throws StartError where one of them could get around row-level security */
async function rolesNamed(owner: Client, names: string[]): Promise<RoleRow[]> {
  const { rows } = await owner.query<RoleRow>(
    "select rolname, rolsuper, rolbypassrls, rolcanlogin from pg_roles where rolname = any ($1)",
    [names],
  );
  for (const role of rows)
    if (role.rolsuper || role.rolbypassrls) throw tooPowerful(role, "nosuperuser nobypassrls");
  return rows;
}

function tooPowerful({ rolname }: RoleRow, remedy: string): StartError {
  return new StartError(
    `The database role ${rolname} may do more than Handbill allows. An administrator must run: ` +
      `alter role ${rolname} ${remedy};`,
  );
}

const duplicate = ["42710", "23505"];
/** XX000 is "tuple concurrently updated": two grants touched the same role at the same time. */
const collision = "XX000";
const notAllowed = "42501";

async function forgiving(owner: Client, change: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await owner.query(change);
      return;
    } catch (error) {
      const code = codeOf(error) ?? "";
      if (duplicate.includes(code)) return;
      if (code === notAllowed) throw new StartError(await administratorMust(owner));
      if (code !== collision || attempt === 5) throw error;
    }
  }
}

async function administratorMust(owner: Client): Promise<string> {
  const { rows } = await owner.query<{ name: string }>("select current_user as name");
  const name = escapeIdentifier(rows[0]?.name ?? "");
  const existing = (await rolesNamed(owner, roleNames)).map(({ rolname }) => rolname);
  const grant = existing.length > 0 ? ` grant ${existing.join(", ")} to ${name} with admin option;` : "";
  return (
    `The database role ${name} has no right to prepare Handbill's roles. ` +
    `An administrator must run once: alter role ${name} createrole;${grant}`
  );
}

const wrongPassword = "28P01";
const notPermitted = "28000";
const otherSecret =
  "This database is used with another SESSION_SECRET. Start with that one (where the setting is unset, it is in the file " +
  "session-secret of the other server's DATA_DIR). To change it for good, stop all servers, run " +
  `\`${program} change-secret\` with the new one, and start them with it.`;

/** Why the database doesn't let this login in; undefined when it does. */
async function refusalOf(url: string): Promise<string | undefined> {
  try {
    const client = await connect({ connectionString: url, ...sessionLimits });
    await client.end();
    return undefined;
  } catch (error) {
    const code = codeOf(error);
    if (code === wrongPassword || code === notPermitted) return code;
    throw error;
  }
}

/** As PostgreSQL would store it (RFC 5803), quoted. Sent instead of the password, which then is in no server's log. */
function scramVerifier(password: string): string {
  const salt = randomBytes(16);
  const rounds = 4096;
  const salted = pbkdf2Sync(password, salt, rounds, 32, "sha256");
  const stored = createHash("sha256").update(createHmac("sha256", salted).update("Client Key").digest());
  const server = createHmac("sha256", salted).update("Server Key");
  return escapeLiteral(
    `SCRAM-SHA-256$${rounds}:${salt.toString("base64")}$${stored.digest("base64")}:${server.digest("base64")}`,
  );
}
