import { createHash, createHmac } from "node:crypto";
import { sql } from "kysely";
import { t } from "../app/shared/t.ts";
import type { Database, Writer } from "./db/database.ts";
import { AppError } from "./errors.ts";

// While an installation has no admin at all, a reader of the server's output may make themselves one, once.
// [decisions: Role debug page]

/** Without the letters that are taken for digits or for each other. */
const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const groups = 4;
const lettersPerGroup = 5;

/**
 * The code of an installation without an admin, null once there is one. It follows from the session secret, so that
 * several processes print the same one; the database keeps its hash alone.
 */
export async function setupCode(db: Database, sessionSecret: string): Promise<string | null> {
  const code = codeFrom(sessionSecret);
  return db.asSystem().write(async (tx) => {
    await lockAdmins(tx);
    await sql`delete from app.setup_codes`.execute(tx);
    if (await hasAdmin(tx)) return null;
    await sql`insert into app.setup_codes (code_hash) values (${hashOf(code)})`.execute(tx);
    return code;
  });
}

/**
 * Makes an account an admin by the set-up code, and uses the code up. Of several at once, one gets through.
 * @throws AppError `forbidden` when there is an admin already, `invalid` for another code, `not-found` for no account
 */
export async function redeemSetupCode(tx: Writer, userId: string, code: string): Promise<void> {
  await lockAdmins(tx);
  if (await hasAdmin(tx)) {
    throw new AppError(
      "forbidden",
      t("This site has an admin already. Only the owner and admins decide who else becomes one."),
    );
  }
  const { rows } =
    await sql`delete from app.setup_codes where code_hash = ${hashOf(code)} returning code_hash`.execute(tx);
  if (rows.length === 0) {
    throw wrongCode();
  }
  const { numUpdatedRows } = await tx
    .updateTable("users")
    // The holder of the code runs this Handbill, so their word confirms the address.
    .set({ role: "admin", email_confirmed_at: sql<Date>`coalesce(email_confirmed_at, now())` })
    .where("id", "=", userId)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new AppError("not-found", t("This account does not exist any more."));
}

/**
 * Whether the code would make an account an admin now. A code has a hundred bits, so nobody guesses one.
 * @returns its hash
 * @throws AppError `invalid` for another code
 */
export async function requireSetupCode(db: Database, code: string): Promise<Buffer> {
  const hash = hashOf(code);
  const { rows } = await db
    .asSystem()
    .read((tx) => sql`select from app.setup_codes where code_hash = ${hash}`.execute(tx));
  if (rows.length === 0) throw wrongCode();
  return hash;
}

/** The lock of the trigger that keeps the last admin: whether there is one stays so until the transaction ends. */
async function lockAdmins(tx: Writer): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('users last admin', 0))`.execute(tx);
}

async function hasAdmin(tx: Writer): Promise<boolean> {
  const admin = await tx.selectFrom("users").select("id").where("role", "=", "admin").limit(1).execute();
  return admin.length > 0;
}

const wrongCode = () =>
  new AppError("invalid", t("This is not the set-up code. The server prints it when it starts."), {
    field: "code",
  });

function codeFrom(sessionSecret: string): string {
  const bytes = createHmac("sha256", sessionSecret).update("set-up code").digest();
  const letters = Array.from(
    { length: groups * lettersPerGroup },
    (_, at) => alphabet[(bytes[at] ?? 0) % 32],
  );
  return Array.from({ length: groups }, (_, at) =>
    letters.slice(at * lettersPerGroup, (at + 1) * lettersPerGroup).join(""),
  ).join("-");
}

/** However it was typed: small letters, without dashes, with the letters that look like digits. */
function hashOf(code: string): Buffer {
  const plain = code
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, "")
    .replaceAll("O", "0")
    .replace(/[IL]/g, "1");
  return createHash("sha256").update(plain).digest();
}
