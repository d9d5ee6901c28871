import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import type { Database, Reader, Writer } from "../server/db/database.ts";
import type { Storage } from "../server/storage/storage.ts";
import { artist } from "./artist.ts";
import { audience } from "./audience.ts";
import { files } from "./files.ts";
import { insertArtist } from "./rows.ts";
import { insertYear } from "./year.ts";

export interface DemoParts {
  db: Database;
  storage: Storage;
  /** Turns a password into what the database keeps of it. */
  hashPassword: (password: string) => Promise<string>;
}

/** The credentials of the demo musician. */
export interface DemoCredentials {
  email: string;
  password: string;
}

const milestone = "demo artist filled in";

/**
 * Fills in the demo artist, once in the life of a database: not beside another demo profile, not a second time after
 * it was deleted, and not where its e-mail address or custom URL belong to another account.
 *
 * The files come first, then everything else in one transaction. After a crash in between the next start does it
 * again; of several processes at the same time, one does it and the others wait for it.
 * @returns the credentials if this call created the account, else null. The password is kept nowhere else.
 * @throws AppError `unavailable` while the database or the store is away
 */
export async function fillDemo({ db, storage, hashPassword }: DemoParts): Promise<DemoCredentials | null> {
  if (!(await db.asSystem().read(isWanted))) return null;
  const password = readablePassword();
  const passwordHash = await hashPassword(password);
  for (const { source, path, contentType } of files) await storage.put(path, source, { contentType });
  const isFilled = await db.asSystem().write((tx) => fillRows(tx, passwordHash));
  return isFilled ? { email: artist.email, password } : null;
}

async function isWanted(tx: Reader): Promise<boolean> {
  const { rows } = await sql`select from app.milestones where name = ${milestone}`.execute(tx);
  const inTheWay = await tx
    .selectFrom("users")
    .leftJoin("musician_profiles as profile", "profile.user_id", "users.id")
    .select("users.id")
    .where((row) =>
      row.or([
        row(
          "users.email",
          "in",
          [artist, ...Object.values(audience.partners)].map(({ email }) => email),
        ),
        row("profile.custom_url", "=", artist.customUrl),
        row("profile.is_demo_profile", "=", true),
      ]),
    )
    .limit(1)
    .executeTakeFirst();
  return rows.length === 0 && !inTheWay;
}

/** False when another process has been here: its row makes this insert wait until that one has committed. */
async function fillRows(tx: Writer, passwordHash: string): Promise<boolean> {
  const { numAffectedRows } =
    await sql`insert into app.milestones (name) values (${milestone}) on conflict do nothing`.execute(tx);
  if (numAffectedRows !== 1n) return false;
  const now = new Date();
  await insertArtist(tx, passwordHash, now);
  await insertYear(tx, now);
  return true;
}

const consonants = "bdfghjklmnprstvz";
const vowels = "aiou";

/** 80 random bits as five words that can be read out, such as `lusab-babad-gutih-tugad-mimof` (proquints). */
function readablePassword(): string {
  const bytes = randomBytes(10);
  return Array.from({ length: 5 }, (_, word) => {
    const bits = bytes.readUInt16BE(2 * word);
    const consonant = (shift: number) => consonants.charAt((bits >> shift) & 15);
    const vowel = (shift: number) => vowels.charAt((bits >> shift) & 3);
    return consonant(12) + vowel(10) + consonant(6) + vowel(4) + consonant(0);
  }).join("-");
}
