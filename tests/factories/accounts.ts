import { randomBytes, randomUUID } from "node:crypto";
import type { Insertable, Selectable } from "kysely";
import type { Database } from "../../server/db/database.ts";
import type {
  AddressChanges,
  ApiAnswers,
  ApiKeys,
  Credentials,
  Imports,
  KnownDevices,
  MusicianProfiles,
  PasskeyChallenges,
  PasskeyFactors,
  Passkeys,
  PendingSignUps,
  RecoveryCodes,
  ResetTickets,
  Sessions,
  SignInLinks,
  SignInSteps,
  TotpFactors,
  Users,
} from "../../server/db/schema.ts";
import { serial } from "./serial.ts";

type User = Selectable<Users>;
export type Musician = User & { profile: Selectable<MusicianProfiles> };

/** An account and nothing else: it can't sign in, and has no page. */
export async function makeUser(db: Database, overrides: Partial<Insertable<Users>> = {}): Promise<User> {
  return db.asSystem().write((tx) =>
    tx
      .insertInto("users")
      .values({ email: `user-${serial()}@example.org`, ...overrides })
      .returningAll()
      .executeTakeFirstOrThrow(),
  );
}

/** An account with a public page at its `profile.custom_url`. Overrides are the profile's; `user_id` picks an account. */
export async function makeMusician(
  db: Database,
  overrides: Partial<Insertable<MusicianProfiles>> = {},
): Promise<Musician> {
  const number = serial();
  const user = overrides.user_id === undefined ? await makeUser(db) : await userById(db, overrides.user_id);
  const profile = await db.asSystem().write((tx) =>
    tx
      .insertInto("musician_profiles")
      .values({
        user_id: user.id,
        artist_name: `Artist ${number}`,
        custom_url: `artist-${number}`,
        ...overrides,
      })
      .returningAll()
      .executeTakeFirstOrThrow(),
  );
  return { ...user, profile };
}

export async function makeCredential(
  db: Database,
  overrides: Partial<Insertable<Credentials>> = {},
): Promise<Selectable<Credentials>> {
  const user_id = overrides.user_id ?? (await makeUser(db)).id;
  return db.asSystem().write((tx) =>
    tx
      .insertInto("credentials")
      .values({ password_hash: "a hash that matches no password", ...overrides, user_id })
      .returningAll()
      .executeTakeFirstOrThrow(),
  );
}

export async function makeSession(
  db: Database,
  overrides: Partial<Insertable<Sessions>> = {},
): Promise<Selectable<Sessions>> {
  const user_id = overrides.user_id ?? (await makeUser(db)).id;
  return db.asSystem().write((tx) =>
    tx
      .insertInto("sessions")
      .values({ token_hash: randomBytes(32), expires_at: inMinutes(60), ...overrides, user_id })
      .returningAll()
      .executeTakeFirstOrThrow(),
  );
}

/** A key to the API that nobody has. */
export async function makeApiKey(
  db: Database,
  overrides: Partial<Insertable<ApiKeys>> = {},
): Promise<Selectable<ApiKeys>> {
  const user_id = overrides.user_id ?? (await makeUser(db)).id;
  return db.asSystem().write((tx) =>
    tx
      .insertInto("api_keys")
      .values({
        name: "Script",
        token_hash: randomBytes(32),
        scopes: ["events:read"],
        expires_at: inMinutes(60),
        ...overrides,
        user_id,
      })
      .returningAll()
      .executeTakeFirstOrThrow(),
  );
}

/** An answer that a key may ask for again. */
export async function makeApiAnswer(
  db: Database,
  { id: key_id, user_id }: Pick<Selectable<ApiKeys>, "id" | "user_id">,
): Promise<Selectable<ApiAnswers>> {
  return db.asSystem().write((tx) =>
    tx
      .insertInto("api_answers")
      .values({ key_id, user_id, idempotency_key: randomUUID(), request_hash: randomBytes(32), answer: "{}" })
      .returningAll()
      .executeTakeFirstOrThrow(),
  );
}

/** A browser that the account has signed in with. */
export async function makeKnownDevice(db: Database, user_id: string): Promise<Selectable<KnownDevices>> {
  return db.asSystem().write((tx) =>
    tx
      .insertInto("known_devices")
      .values({ user_id, token_hash: randomBytes(32) })
      .returningAll()
      .executeTakeFirstOrThrow(),
  );
}

/** An authenticator app that is set up. */
export async function makeTotpFactor(
  db: Database,
  overrides: Partial<Insertable<TotpFactors>> = {},
): Promise<Selectable<TotpFactors>> {
  const user_id = overrides.user_id ?? (await makeUser(db)).id;
  return db.asSystem().write((tx) =>
    tx
      .insertInto("totp_factors")
      .values({ secret: randomBytes(20), confirmed_at: new Date(), ...overrides, user_id })
      .returningAll()
      .executeTakeFirstOrThrow(),
  );
}

/** The account is asked for a passkey after the password. */
export async function makePasskeyFactor(db: Database, user_id: string): Promise<Selectable<PasskeyFactors>> {
  return db
    .asSystem()
    .write((tx) =>
      tx.insertInto("passkey_factors").values({ user_id }).returningAll().executeTakeFirstOrThrow(),
    );
}

/** A recovery code that nobody can type: its hash is of nothing. */
export async function makeRecoveryCode(db: Database, user_id: string): Promise<Selectable<RecoveryCodes>> {
  return db.asSystem().write((tx) =>
    tx
      .insertInto("recovery_codes")
      .values({ user_id, code_hash: randomBytes(32) })
      .returningAll()
      .executeTakeFirstOrThrow(),
  );
}

/** A sign-in that waits for its second factor. */
export async function makeSignInStep(
  db: Database,
  overrides: Partial<Insertable<SignInSteps>> = {},
): Promise<Selectable<SignInSteps>> {
  const user_id = overrides.user_id ?? (await makeUser(db)).id;
  return db.asSystem().write((tx) =>
    tx
      .insertInto("sign_in_steps")
      .values({
        token_hash: randomBytes(32),
        remember: false,
        expires_at: inMinutes(10),
        ...overrides,
        user_id,
      })
      .returningAll()
      .executeTakeFirstOrThrow(),
  );
}

/** An import that waits to be taken. */
export async function makeImport(
  db: Database,
  overrides: Partial<Insertable<Imports>> = {},
): Promise<Selectable<Imports>> {
  const user_id = overrides.user_id ?? (await makeUser(db)).id;
  const content = JSON.stringify({ is: "table", records: [["https://example.org/"]] });
  return db.asSystem().write((tx) =>
    tx
      .insertInto("imports")
      .values({ name: "links.csv", content, ...overrides, user_id })
      .returningAll()
      .executeTakeFirstOrThrow(),
  );
}

/** An archive that is ready, with its only piece. There is no file behind it. */
export async function makeAccountArchive(
  db: Database,
  user_id: string,
): Promise<{ id: string; piece: string }> {
  const piece = `/uploads/archives/${user_id}/${randomUUID()}.part`;
  return db.asSystem().write(async (tx) => {
    const { id } = await tx
      .insertInto("account_archives")
      .values({ user_id, state: "ready", done_bytes: 10, ended_at: new Date() })
      .returning("id")
      .executeTakeFirstOrThrow();
    await tx.insertInto("account_archive_pieces").values({ archive_id: id, start: 0, url: piece }).execute();
    return { id, piece };
  });
}

/** An account's preferences, a draft, something that a mail is to tell it of, and such a mail. */
export async function makePreferences(db: Database, user_id: string): Promise<void> {
  await db.asSystem().write(async (tx) => {
    await tx.insertInto("account_preferences").values({ user_id, time_zone: "UTC" }).execute();
    await tx
      .insertInto("drafts")
      .values({ user_id, about: "event:new", fields: '{"title":"Night"}' })
      .execute();
    await tx
      .insertInto("notifications")
      .values({ user_id, kind: "comments", source_id: randomUUID() })
      .execute();
    await tx.insertInto("notification_mails").values({ user_id, about: "comments" }).execute();
  });
}

/** A passkey that no device holds. */
export async function makePasskey(
  db: Database,
  overrides: Partial<Insertable<Passkeys>> = {},
): Promise<Selectable<Passkeys>> {
  const user_id = overrides.user_id ?? (await makeUser(db)).id;
  return db.asSystem().write((tx) =>
    tx
      .insertInto("passkeys")
      .values({
        credential_id: randomBytes(16),
        public_key: randomBytes(77),
        sign_count: 0,
        transports: ["internal"],
        name: "Firefox on Linux",
        is_synced: false,
        ...overrides,
        user_id,
      })
      .returningAll()
      .executeTakeFirstOrThrow(),
  );
}

export async function makePasskeyChallenge(
  db: Database,
  user_id: string,
): Promise<Selectable<PasskeyChallenges>> {
  return db.asSystem().write((tx) =>
    tx
      .insertInto("passkey_challenges")
      .values({
        user_id,
        challenge_hash: randomBytes(32),
        browser_hash: randomBytes(32),
        expires_at: inMinutes(5),
      })
      .returningAll()
      .executeTakeFirstOrThrow(),
  );
}

export async function makeResetTicket(
  db: Database,
  overrides: Partial<Insertable<ResetTickets>> = {},
): Promise<Selectable<ResetTickets>> {
  const user_id = overrides.user_id ?? (await makeUser(db)).id;
  return db.asSystem().write((tx) =>
    tx
      .insertInto("reset_tickets")
      .values({
        access_hash: randomBytes(32),
        refresh_hash: randomBytes(32),
        expires_at: inMinutes(30),
        ...overrides,
        user_id,
      })
      .returningAll()
      .executeTakeFirstOrThrow(),
  );
}

/** A change of address that waits to be confirmed; with `old_email`, one that was made. */
export async function makeAddressChange(
  db: Database,
  overrides: Partial<Insertable<AddressChanges>> = {},
): Promise<Selectable<AddressChanges>> {
  const user_id = overrides.user_id ?? (await makeUser(db)).id;
  return db.asSystem().write((tx) =>
    tx
      .insertInto("address_changes")
      .values({
        new_email: `new-${serial()}@example.org`,
        token_hash: randomBytes(32),
        expires_at: inMinutes(60),
        ...overrides,
        user_id,
      })
      .returningAll()
      .executeTakeFirstOrThrow(),
  );
}

/** A mailed link that signs in. */
export async function makeSignInLink(
  db: Database,
  overrides: Partial<Insertable<SignInLinks>> = {},
): Promise<Selectable<SignInLinks>> {
  const user_id = overrides.user_id ?? (await makeUser(db)).id;
  return db.asSystem().write((tx) =>
    tx
      .insertInto("sign_in_links")
      .values({ token_hash: randomBytes(32), expires_at: inMinutes(15), ...overrides, user_id })
      .returningAll()
      .executeTakeFirstOrThrow(),
  );
}

/** A sign-up whose address is yet to be confirmed. */
export async function makePendingSignUp(
  db: Database,
  overrides: Partial<Insertable<PendingSignUps>> = {},
): Promise<Selectable<PendingSignUps>> {
  return db.asSystem().write((tx) =>
    tx
      .insertInto("pending_sign_ups")
      .values({
        token_hash: randomBytes(32),
        email: `pending-${serial()}@example.org`,
        password_hash: "a hash that matches no password",
        expires_at: inMinutes(24 * 60),
        ...overrides,
      })
      .returningAll()
      .executeTakeFirstOrThrow(),
  );
}

function userById(db: Database, id: string): Promise<User> {
  return db
    .asSystem()
    .read((tx) => tx.selectFrom("users").selectAll().where("id", "=", id).executeTakeFirstOrThrow());
}

function inMinutes(minutes: number): Date {
  return new Date(Date.now() + minutes * 60_000);
}
