import { type RawBuilder, sql } from "kysely";
import type { Actor, Reader, Writer } from "#server/db/database.ts";
import { rightsProblems } from "#server/db/rights.ts";
import type { Services } from "#server/services.ts";
import { t } from "~/shared/t";
import type { Viewer } from "~/viewer.server";
import { codeOf, reasonOf, soon } from "./reasons.server";
import {
  type FoundProfile,
  profileMissing,
  type Report,
  type TestResult,
  userFailed,
  userMissing,
} from "./results";
import { storageTest, storageTestName, tryUpload } from "./storage.server";

type Parts = Pick<Services, "db" | "storage" | "log">;

/** The tables that a scan reads, and the column that names a row's owner. [2 §7 Diagnostics] */
const tables = [
  { table: "music_tracks", owner: "user_id" },
  { table: "releases", owner: "user_id" },
  { table: "photo_gallery", owner: "user_id" },
  { table: "social_links", owner: "user_id" },
  { table: "fan_comments", owner: "musician_id" },
  { table: "events", owner: "user_id" },
  { table: "booking_requests", owner: "musician_id" },
] as const;

/**
 * The full scan of database and storage. A visitor gets their state alone; a musician also the tests of their own rows;
 * an admin also the accounts and whether policies are as they should be. [decisions: Diagnostics]
 */
export async function scanDatabase(parts: Parts, viewer: Viewer | null): Promise<Report> {
  const results = await everybodysTests(parts);
  if (!viewer) return { results, profiles: [] };
  const musician = parts.db.asMusician(viewer.userId);
  results.push(await userTest(musician, viewer), await profileTest(musician, viewer));
  for (const each of tables) results.push(await tableTest(musician, viewer, each));
  results.push(await policiesTest(musician, viewer));
  // Storing a file would make the folder that is missing, and hide that a disk isn't mounted.
  if (results.every(({ name, status }) => name !== t(storageTestName) || status === "pass")) {
    results.push(await uploadTest(parts, viewer));
  }
  if (viewer.isAdmin) {
    const admin = parts.db.asAdmin(viewer.userId);
    results.push(await rightsTest(admin, viewer), await accountsTest(admin, viewer));
  }
  return { results, profiles: [] };
}

/** The faults that keep an artist's bio page from opening. [2 §2 Musician Bio Page Diagnostics] */
export async function scanBioPage(parts: Parts, viewer: Viewer | null): Promise<Report> {
  const results = await everybodysTests(parts);
  if (!viewer) return { results, profiles: [] };
  const musician = parts.db.asMusician(viewer.userId);
  results.push(await userTest(musician, viewer), await profileTest(musician, viewer));
  const own = await musician
    .read((tx) => profilesOf(tx).where("user_id", "=", viewer.userId).executeTakeFirst())
    .catch(() => undefined);
  if (own) results.push(...(await lookupTests(parts.db.asVisitor(), viewer, own)));
  for (const each of tables) results.push(await tableTest(musician, viewer, each));
  if (viewer.isAdmin) results.push(await accountsTest(parts.db.asAdmin(viewer.userId), viewer));
  const found = viewer.isAdmin
    ? await parts.db
        .asAdmin(viewer.userId)
        .read((tx) => profilesOf(tx).orderBy("created_at", "desc").limit(10).execute())
        .catch(() => [])
    : [];
  const profiles = own && !found.some(({ user_id }) => user_id === own.user_id) ? [own, ...found] : found;
  return {
    results,
    profiles: profiles.map(({ artist_name, custom_url }): FoundProfile => {
      return { artistName: artist_name, customUrl: custom_url };
    }),
  };
}

/** The tests that every visitor may see: whether database and storage answer. */
async function everybodysTests(parts: Parts): Promise<TestResult[]> {
  return Promise.all([connectionTest(parts), storageTest(parts)]);
}

/** Whether the database answers, in the role of a visitor. */
export async function connectionTest({ db, log }: Pick<Services, "db" | "log">): Promise<TestResult> {
  const name = t("Database connection");
  const started = performance.now();
  try {
    await soon(db.ping());
    const ms = Math.max(1, Math.round(performance.now() - started));
    return { name, status: "pass", message: t("The database answered in {ms} ms.", { ms }) };
  } catch (error) {
    log.warn({ err: error }, "the connection check failed");
    return { name, status: "fail", message: t("The database can't be reached.") };
  }
}

/** Whether the musician finds their own account. */
export async function userTest(musician: Actor, viewer: Viewer): Promise<TestResult> {
  return attempt(t("User record"), viewer, t(userFailed), async () => {
    const user = await musician.read((tx) =>
      tx.selectFrom("users").select(["id", "role"]).where("id", "=", viewer.userId).executeTakeFirst(),
    );
    if (!user) return { status: "fail", message: t(userMissing), fix: "create_user" };
    return {
      status: "pass",
      message: t("Your user record is there, with the role {role}.", { role: user.role }),
    };
  });
}

async function profileTest(musician: Actor, viewer: Viewer): Promise<TestResult> {
  return attempt(t("Musician profile"), viewer, t("Profile query error"), async () => {
    const profile = await musician.read((tx) =>
      profilesOf(tx).where("user_id", "=", viewer.userId).executeTakeFirst(),
    );
    if (!profile) return { status: "fail", message: t(profileMissing), fix: "create_profile" };
    const name = profile.artist_name;
    if (!profile.custom_url) {
      return { status: "warning", message: t("The profile of {name} has no custom URL.", { name }) };
    }
    return { status: "pass", message: t("The profile of {name} is there.", { name }) };
  });
}

/** Reads up to five of the musician's own rows. */
async function tableTest(
  musician: Actor,
  viewer: Viewer,
  { table, owner }: (typeof tables)[number],
): Promise<TestResult> {
  return attempt(t("Table {table}", { table }), viewer, t("The table can't be read"), async () => {
    const { rows } = await musician.read((tx) =>
      sql<{ id: string }>`
        select id from ${sql.table(table)} where ${sql.ref(owner)} = ${viewer.userId} limit 5`.execute(tx),
    );
    const { length } = rows;
    const read = t("{count, plural, one {# of your rows was read.} other {# of your rows were read.}}", {
      count: length,
    });
    const message = length === 0 ? t("It answers; you have no rows there.") : read;
    return { status: "pass", message };
  });
}

/**
 * Tests that the policies permit and refuse as they should: a test profile is inserted and deleted, also for another
 * account, and rolled back. [2 §7]
 */
async function policiesTest(musician: Actor, viewer: Viewer): Promise<TestResult> {
  return attempt(t("Row-level security"), viewer, t("The policies can't be tried"), async () => {
    const broken: string[] = [];
    const expectRight = (text: string, holds: boolean) => holds || broken.push(text);
    const name = "handbill test profile";
    const stranger = crypto.randomUUID();
    const insertFor = (userId: string) => sql`
      insert into musician_profiles (user_id, artist_name) values (${userId}, ${name})`;

    // An account with a profile already is stopped by the unique key, after the policy has let it pass.
    const own = await tried(musician, insertFor(viewer.userId), async (tx) => {
      await sql`delete from musician_profiles where user_id = ${viewer.userId} and artist_name = ${name}`
        .execute(tx)
        .catch((error: unknown) => {
          // A profile is deleted only with its account.
          if (codeOf(error) !== "42501") throw error;
        });
    });
    expectRight(t("You can't write your own profile."), own === "done" || own === "23505");
    expectRight(
      t("A profile could be written in somebody else's name."),
      (await tried(musician, insertFor(stranger))) === "42501",
    );
    const change = sql`
      update musician_profiles set updated_at = updated_at
      where id in (select id from musician_profiles where user_id <> ${viewer.userId} limit 1) returning id`;
    expectRight(
      t("Somebody else's profile could be changed."),
      (await tried(musician, change)) === "nothing",
    );
    for (const table of ["booking_requests", "newsletter_subscribers"] as const) {
      const { rows } = await musician.read((tx) =>
        sql`select from ${sql.table(table)} where musician_id <> ${viewer.userId} limit 1`.execute(tx),
      );
      expectRight(t("Somebody else's rows of {table} can be read.", { table }), rows.length === 0);
    }
    if (broken.length === 0) {
      return { status: "pass", message: t("You can write your own rows, and nobody else's.") };
    }
    return {
      status: "fail",
      message: t("The policies don't do what they should."),
      details: viewer.isAdmin ? broken : [...broken, t("An admin can mend this here.")],
      ...(viewer.isAdmin && { fix: "fix_rls" }),
    };
  });
}

class Undo extends Error {}

/**
 * The outcome of a statement, which is rolled back in any case: the code of its refusal, or whether it reached a row.
 */
async function tried(
  actor: Actor,
  statement: RawBuilder<unknown>,
  then?: (tx: Writer) => Promise<void>,
): Promise<string> {
  let outcome = "nothing";
  try {
    await actor.write(async (tx) => {
      const { numAffectedRows = 0n, rows } = await statement.execute(tx);
      if (numAffectedRows > 0n || rows.length > 0) outcome = "done";
      await then?.(tx);
      throw new Undo();
    });
  } catch (error) {
    if (error instanceof Undo) return outcome;
    const code = codeOf(error);
    if (!code) throw error;
    return code;
  }
  return outcome;
}

/** Whether policies and grants are as their files say. For admins. */
async function rightsTest(admin: Actor, viewer: Viewer): Promise<TestResult> {
  return attempt(t("Policies as installed"), viewer, t("The policies can't be read"), async () => {
    const problems = await admin.read(rightsProblems);
    if (problems.length === 0) {
      return { status: "pass", message: t("Policies and grants are as this version made them.") };
    }
    return {
      status: "fail",
      message: t("Policies or grants were changed."),
      details: problems.map(({ table, text }) => `${table}: ${text}`),
      fix: "fix_rls",
    };
  });
}

/** A few accounts, as an admin finds them. */
async function accountsTest(admin: Actor, viewer: Viewer): Promise<TestResult> {
  return attempt(t("Accounts"), viewer, t(userFailed), async () => {
    const { count, users } = await admin.read(async (tx) => ({
      count: await tx
        .selectFrom("users")
        .select((is) => is.fn.countAll<number>().as("users"))
        .executeTakeFirstOrThrow(),
      users: await tx
        .selectFrom("users")
        .select(["id", "email", "role"])
        .orderBy("created_at", "desc")
        .limit(5)
        .execute(),
    }));
    return {
      status: "pass",
      message: t("{count, plural, one {There is one account.} other {There are # accounts.}}", {
        count: count.users,
      }),
      details: users.map(({ email, role }) => `${email}: ${role}`),
    };
  });
}

/** Whether a fan who isn't signed in finds the artist, by each way that leads to a bio page. */
async function lookupTests(
  visitor: Actor,
  viewer: Viewer,
  own: { user_id: string; artist_name: string; custom_url: string | null },
): Promise<TestResult[]> {
  const finds = (name: string, failure: string, where: RawBuilder<boolean>) =>
    attempt(name, viewer, t("The bio page can't be looked up"), async () => {
      const found = await visitor.read((tx) =>
        profilesOf(tx)
          .innerJoin("users", "users.id", "musician_profiles.user_id")
          .where(where)
          .orderBy("musician_profiles.created_at")
          .limit(10)
          .execute(),
      );
      if (!found.some(({ user_id }) => user_id === own.user_id)) return { status: "fail", message: failure };
      if (found.length > 1) {
        return {
          status: "warning",
          message: t(
            "{count, plural, one {# artist goes by this. Your custom URL is yours alone.} other {# artists go by this. Your custom URL is yours alone.}}",
            { count: found.length },
          ),
        };
      }
      return { status: "pass", message: t("Fans find your page.") };
    });

  const name = own.artist_name.toLowerCase();
  const results = [
    await finds(
      t("Bio page by artist name"),
      t("Fans don't find your page by its name."),
      sql<boolean>`name_key = lower(${name})`,
    ),
  ];
  const { custom_url } = own;
  if (!custom_url) return results;
  results.push(
    await finds(
      t("Bio page by custom URL"),
      t("Fans don't find your page by its custom URL."),
      sql<boolean>`custom_url = ${custom_url}`,
    ),
  );
  const variants = [
    custom_url,
    custom_url.toUpperCase(),
    `${custom_url[0]?.toUpperCase()}${custom_url.slice(1)}`,
  ];
  for (const variant of new Set(variants.slice(1))) {
    results.push(
      await finds(
        t('Custom URL as "{variant}"', { variant }),
        t("Fans who write it so don't find your page."),
        sql<boolean>`custom_url = lower(${variant})`,
      ),
    );
  }
  return results;
}

function profilesOf(tx: Reader) {
  return tx
    .selectFrom("musician_profiles")
    .select(["musician_profiles.user_id", "musician_profiles.artist_name", "musician_profiles.custom_url"]);
}

async function uploadTest({ storage, log }: Parts, viewer: Viewer): Promise<TestResult> {
  return attempt(t("Test upload"), viewer, t("A file can't be stored"), async () => {
    try {
      await soon(tryUpload({ storage }, viewer.userId, "text"));
    } catch (error) {
      log.warn({ err: error }, "the test upload failed");
      throw error;
    }
    return { status: "pass", message: t("A file was stored, read back and removed.") };
  });
}

/** A test that fails with `failure` and the reason when it can't be run at all. */
async function attempt(
  name: string,
  viewer: Viewer,
  failure: string,
  work: () => Promise<Omit<TestResult, "name">>,
): Promise<TestResult> {
  try {
    return { name, ...(await work()) };
  } catch (error) {
    const refused = codeOf(error) === "42501";
    return {
      name,
      status: "fail",
      message: failure,
      details: [reasonOf(error, viewer)],
      ...(refused && viewer.isAdmin && { fix: "fix_rls" }),
    };
  }
}
