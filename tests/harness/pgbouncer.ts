import { existsSync } from "node:fs";
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { said, startProgram } from "./driven-browser.ts";
import { freePort } from "./handbill.ts";

const program = "/usr/sbin/pgbouncer";

/** Why there is no PgBouncer here, for a test that is skipped then. */
export const pgbouncerMissing = existsSync(program)
  ? undefined
  : "it needs pgbouncer (apt install pgbouncer)";

export interface Pgbouncer extends AsyncDisposable {
  /** The database's address by this way. */
  url: string;
}

/**
 * PgBouncer in transaction mode with two connections for each login, so that clients share them. It knows who may come in by
 * asking the database as its owner.
 * @param ownerUrl of a database that is reached over TCP, with a password
 */
export async function startPgbouncer(ownerUrl: string, knowsLogins = true): Promise<Pgbouncer> {
  await using starting = new AsyncDisposableStack();
  const folder = starting.adopt(await mkdtemp(join(tmpdir(), "handbill-pgbouncer-")), (path) =>
    rm(path, { recursive: true, force: true }),
  );
  // As root it runs under another account.
  await chmod(folder, 0o755);
  const { hostname, port: databasePort, username, password, pathname } = new URL(ownerUrl);
  const port = await freePort();
  const users = join(folder, "users.txt");
  const settings = join(folder, "pgbouncer.ini");
  await writeFile(users, `"${username}" "${decodeURIComponent(password)}"\n`);
  await writeFile(
    settings,
    `[databases]
${pathname.slice(1)} = host=${hostname} port=${databasePort}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${users}
${knowsLogins ? `auth_user = ${username}` : ""}
auth_query = select rolname, rolpassword from pg_authid where rolname = $1 and rolcanlogin
pool_mode = transaction
default_pool_size = 2
`,
  );
  const account = process.getuid?.() === 0 ? ["-u", "nobody"] : [];
  const child = startProgram(starting, program, [...account, settings]);
  await said(child.stderr, /(process up)/);
  const url = new URL(ownerUrl);
  url.port = String(port);
  const started = starting.move();
  return { url: url.href, [Symbol.asyncDispose]: () => started.disposeAsync() };
}
