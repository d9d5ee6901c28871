import { createHash, createHmac, pbkdf2Sync, randomBytes } from "node:crypto";
import { Client, escapeIdentifier, escapeLiteral } from "pg";
import { StartError } from "../errors.ts";
import { codeOf } from "./failures.ts";

/** The four application roles. They can't log in and can't bypass row-level security; policies name them. */
export const applicationRoles = {
  visitor: "handbill_visitor",
  musician: "handbill_musician",
  admin: "handbill_admin",
  system: "handbill_system",
} as const;

export type ApplicationRole = keyof typeof applicationRoles;

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
 * database's start may be doing the same right now: whoever comes second is content.
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
 * Makes sure that this database has its own login role, which may become any of the four application roles and
 * may do nothing itself, and answers the address to connect with. The password follows from the session
 * secret, so servers on several machines agree without telling each other. The password that another secret gave
 * it stays, unless we are `alone`: servers may be using it.
 * @throws StartError where the database refuses the login
 */
export async function ensureLogin(
  owner: Client,
  ownerUrl: string,
  sessionSecret: string,
  alone: boolean,
): Promise<string> {
  const { login, password, databaseName } = await loginFor(owner, sessionSecret);
  if ((await rolesNamed(owner, [login])).length === 0) {
    await forgiving(owner, `create role ${login} login noinherit password ${scramVerifier(password)}`);
  }
  const { rows: granted } = await owner.query<{ role: string }>(
    `select m.roleid::regrole::text as role from pg_auth_members m
      where m.member = $1::regrole and m.roleid::regrole::text = any ($2)`,
    [login, roleNames],
  );
  const missing = roleNames.filter((role) => !granted.some((row) => row.role === role));
  if (missing.length > 0) {
    await forgiving(owner, `grant ${missing.join(", ")} to ${login}`);
  }
  const { rows: doors } = await owner.query<{ open: boolean }>(
    `select not has_database_privilege($1, current_database(), 'connect')
         or exists (select from pg_database d, aclexplode(coalesce(d.datacl, acldefault('d', d.datdba))) a
                     where d.datname = current_database() and a.grantee = 0) as open`,
    [login],
  );
  if (doors[0]?.open) {
    const name = escapeIdentifier(databaseName);
    await owner.query(
      `revoke all on database ${name} from public; grant connect on database ${name} to ${login}`,
    );
  }

  const address = new URL(ownerUrl);
  address.username = login;
  address.password = password;
  address.searchParams.delete("user");
  address.searchParams.delete("password");
  let refusal = await refusalOf(address.href);
  if (refusal === wrongPassword && alone) {
    await changeLogin(owner, sessionSecret);
    refusal = await refusalOf(address.href);
  }
  if (refusal === wrongPassword) throw new StartError(otherSecret);
  if (refusal !== undefined) {
    throw new StartError(
      `The database server refuses the login role ${login}. Allow it in pg_hba.conf with scram-sha-256, and let it ` +
        `log in: alter role ${login} login;`,
    );
  }
  return address.href;
}

/**
 * Gives the login, where there is one, the password that follows from this secret. Servers with an earlier secret can't
 * connect any more.
 */
export async function changeLogin(owner: Client, sessionSecret: string): Promise<void> {
  const { login, password } = await loginFor(owner, sessionSecret);
  if ((await rolesNamed(owner, [login])).length === 0) return;
  await forgiving(owner, `alter role ${login} login password ${scramVerifier(password)}`);
}

async function loginFor(owner: Client, sessionSecret: string) {
  const {
    rows: [database],
  } = await owner.query<{ name: string; oid: number }>(
    "select datname as name, oid from pg_database where datname = current_database()",
  );
  if (!database) throw new StartError("The database doesn't say its name.");
  const login = loginOf(database.oid);
  const password = createHmac("sha256", sessionSecret).update(`database login ${login}`).digest("base64url");
  return { login, password, databaseName: database.name };
}

/** Roles belong to the cluster, so the login outlives its database. */
export function loginOf(databaseOid: number): string {
  return `handbill_login_${databaseOid}`;
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
  "`npm run admin -- change-secret` with the new one, and start them with it.";

/** Why the database doesn't let this login in; undefined when it does. */
async function refusalOf(url: string): Promise<string | undefined> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  client.on("error", () => {});
  try {
    await client.connect();
    return undefined;
  } catch (error) {
    const code = codeOf(error);
    if (code === wrongPassword || code === notPermitted) return code;
    throw error;
  } finally {
    await client.end();
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
