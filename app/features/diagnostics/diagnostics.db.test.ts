import { access, rename } from "node:fs/promises";
import { join } from "node:path";
import { RouterContextProvider } from "react-router";
import { describe, expect, onTestFinished, test } from "vitest";
import { createLimits } from "#server/http/limits.ts";
import type { Services } from "#server/services.ts";
import { storageUnavailable } from "#server/storage/unavailable.ts";
import { callerContext, servicesContext } from "~/services.server";
import { type Viewer, viewerContext } from "~/viewer.server";
import { setupCode } from "../../../server/setup-code.ts";
import { makeMusician, makeSession, makeUser } from "../../../tests/factories/accounts.ts";
import { makeSocialLink } from "../../../tests/factories/page.ts";
import { asServerOwner, freshDatabase, type TestDatabase } from "../../../tests/harness/database.ts";
import { freshServices } from "../../../tests/harness/services.ts";
import { testSecret } from "../../../tests/harness/settings.ts";
import { scanBioPage, scanDatabase } from "./checks.server";
import * as databaseRefresh from "./database-refresh.route.tsx";
import * as dbCheck from "./db-check.route.tsx";
import { applyFixes } from "./fixes.server";
import { spendScan } from "./limits.server";
import { fixesOffered, type Report } from "./results";
import { makeAdmin } from "./role.server";
import { tryUpload } from "./storage.server";

// Each test of the diagnostics is shown to fail when its subject is broken, and each fix to mend it.

async function setUp() {
  const services = await freshServices();
  onTestFinished(() => services[Symbol.asyncDispose]());
  const musician = await makeMusician(services.db, { artist_name: "Mara", custom_url: "mara" });
  const admin = await makeUser(services.db, { role: "admin" });
  return {
    services,
    musician: viewer(musician.id, musician.email, "musician"),
    admin: viewer(admin.id, admin.email, "admin"),
    broken: (statement: string) => asServerOwner(services.db.ownerUrl, (owner) => owner.query(statement)),
  };
}

function viewer(userId: string, email: string, role: Viewer["role"]): Viewer {
  return { userId, email, role, isAdmin: role === "admin", isOwner: false };
}

const named = ({ results }: Report, name: string) => results.find((result) => result.name === name);
const failing = ({ results }: Report) =>
  results.filter(({ status }) => status !== "pass").map(({ name }) => name);

describe("a database in order", () => {
  test("a musician's scan passes, tells nothing of others, and leaves nothing behind", async () => {
    const { services, musician, admin } = await setUp();
    const other = await makeMusician(services.db, { artist_name: "Somebody Else" });
    await makeSocialLink(services.db, { user_id: musician.userId });
    const before = await profiles(services.db);
    for (const scan of [scanDatabase, scanBioPage]) {
      const report = await scan(services, musician);
      expect(failing(report)).toEqual([]);
      const text = JSON.stringify(report);
      for (const foreign of [other.email, admin.email, "Somebody Else"]) expect(text).not.toContain(foreign);
      expect(named(report, "Policies as installed")).toBeUndefined();
      expect(named(report, "Table social_links")?.message).toBe("1 of your rows was read.");
      expect(named(report, "Table events")?.message).toBe("It answers; you have no rows there.");
    }
    expect(await profiles(services.db)).toEqual(before);
    for await (const { path } of services.storage.list("test/")) expect.fail(path);
  });

  test("a visitor gets the state of connection and storage, and nothing else", async () => {
    const { services } = await setUp();
    for (const scan of [scanDatabase, scanBioPage]) {
      const report = await scan(services, null);
      expect(report.results.map(({ name }) => name)).toEqual(["Database connection", "File storage"]);
      expect(report.profiles).toEqual([]);
      expect(failing(report)).toEqual([]);
    }
  });

  test("an admin sees accounts, at most five, and profiles, at most ten", async () => {
    const { services, admin, musician } = await setUp();
    for (let n = 0; n < 12; n++) await makeMusician(services.db);
    const report = await scanBioPage(services, admin);
    expect(named(report, "Accounts")).toMatchObject({ status: "pass", message: "There are 14 accounts." });
    expect(named(report, "Accounts")?.details).toHaveLength(5);
    expect(report.profiles).toHaveLength(10);
    expect((await scanBioPage(services, musician)).profiles).toEqual([
      { artistName: "Mara", customUrl: "mara" },
    ]);
  });
});

describe("a broken part fails its test", () => {
  test("the user record: out of sight, and with a table that can't be asked", async () => {
    const { services, musician, broken } = await setUp();
    await broken("drop policy own on users");
    expect(named(await scanDatabase(services, musician), "User record")).toEqual({
      name: "User record",
      status: "fail",
      message: "User not found in users table",
      fix: "create_user",
    });
    await expect(applyFixes(services, musician, ["create_user"])).rejects.toMatchObject({
      publicText: "Failed to create user record: it is there, but hidden; an admin can put the policies back",
    });
    await broken("revoke select on users from handbill_musician");
    expect(named(await scanDatabase(services, musician), "User record")).toEqual({
      name: "User record",
      status: "fail",
      message: "User query error",
      details: ["no permission"],
    });
  });

  test("the profile, and its custom URL", async () => {
    const { services } = await setUp();
    const { id, email } = await makeUser(services.db);
    const newcomer = viewer(id, email, "musician");
    expect(named(await scanDatabase(services, newcomer), "Musician profile")).toMatchObject({
      status: "fail",
      message: "Musician profile not found",
      fix: "create_profile",
    });
    await services.db
      .asMusician(id)
      .write((tx) =>
        tx.insertInto("musician_profiles").values({ user_id: id, artist_name: "New" }).execute(),
      );
    expect(named(await scanDatabase(services, newcomer), "Musician profile")).toMatchObject({
      status: "warning",
    });
  });

  test.each([
    "music_tracks",
    "releases",
    "photo_gallery",
    "social_links",
    "fan_comments",
    "events",
    "booking_requests",
  ])("the table %s, when it is gone or may not be read", async (table) => {
    const { services, musician, broken } = await setUp();
    await broken(`revoke select on ${table} from handbill_musician`);
    expect(failing(await scanDatabase(services, musician))).toContain(`Table ${table}`);
    await broken(`alter table ${table} rename to elsewhere`);
    expect(named(await scanDatabase(services, musician), `Table ${table}`)).toEqual({
      name: `Table ${table}`,
      status: "fail",
      message: "The table can't be read",
      details: ["the table is missing"],
    });
  });

  test.each([
    ["drop policy own_new on musician_profiles", "You can't write your own profile."],
    [
      "create policy loose on musician_profiles for insert to handbill_musician with check (true)",
      "A profile could be written in somebody else's name.",
    ],
    [
      "create policy loose on musician_profiles for update to handbill_musician using (true)",
      "Somebody else's profile could be changed.",
    ],
    [
      "create policy loose on booking_requests for select to handbill_musician using (true)",
      "Somebody else's rows of booking_requests can be read.",
    ],
    [
      "alter table newsletter_subscribers disable row level security",
      "Somebody else's rows of newsletter_subscribers can be read.",
    ],
  ])("the policies: %s", async (statement, text) => {
    const { services, musician, admin, broken } = await setUp();
    const other = await makeMusician(services.db);
    await services.db.asSystem().write(async (tx) => {
      await tx
        .insertInto("booking_requests")
        .values({
          musician_id: other.id,
          requester_name: "P",
          requester_email: "p@example.org",
          message: "Hello",
        })
        .execute();
      await tx
        .insertInto("newsletter_subscribers")
        .values({ musician_id: other.id, subscriber_email: "f@example.org" })
        .execute();
    });
    const users = new Set([musician.userId, admin.userId, other.id]);
    await broken(statement);
    const report = await scanDatabase(services, musician);
    const result = named(report, "Row-level security");
    expect(result).toMatchObject({ status: "fail", details: [text, "An admin can mend this here."] });
    expect(fixesOffered(report.results)).not.toContain("fix_rls");
    for (const { user_id } of await profiles(services.db)) expect(users).toContain(user_id);

    const before = await scanDatabase(services, admin);
    expect(named(before, "Policies as installed")).toMatchObject({ status: "fail", fix: "fix_rls" });
    await applyFixes(services, admin, fixesOffered(before.results));
    expect(named(await scanDatabase(services, admin), "Policies as installed")).toMatchObject({
      status: "pass",
    });
    expect(named(await scanDatabase(services, musician), "Row-level security")).toMatchObject({
      status: "pass",
    });
  });

  test("the storage: its folder gone, and one that takes no files", async () => {
    const { services, musician } = await setUp();
    const uploads = join(services.config.dataDir, "files", "uploads");
    await rename(uploads, `${uploads}-elsewhere`);
    const report = await scanDatabase(services, musician);
    expect(named(report, "File storage")).toMatchObject({ status: "fail", message: "Bucket not found" });
    expect(named(report, "File storage")?.details).toContain("Allow image and audio types.");
    expect(JSON.stringify(await scanDatabase(services, null))).not.toContain(uploads);
    await expect(access(uploads), "a scan makes no folder").rejects.toThrow("ENOENT");
    await rename(`${uploads}-elsewhere`, uploads);
    const away = async () => {
      throw storageUnavailable(new Error("read-only file system"));
    };
    const readOnly = { ...services, storage: { ...services.storage, put: away } };
    const refused = await scanDatabase(readOnly, musician);
    expect(failing(refused)).toEqual(["Test upload"]);
    expect(named(refused, "Test upload")).toMatchObject({
      message: "A file can't be stored",
      details: ["Files cannot be reached right now. Please try again in a moment."],
    });
    const silent = { ...services, storage: { ...services.storage, ping: away } };
    expect(named(await scanDatabase(silent, null), "File storage")).toMatchObject({
      status: "fail",
      message: "The storage can't be reached, or takes no files.",
    });
  });

  test("the connection: a database that is away costs the scan nothing but the truth", async () => {
    const { services, musician } = await setUp();
    const db = await freshDatabase();
    await db.close();
    const away = { ...services, db };
    expect(failing(await scanDatabase(away, null))).toEqual(["Database connection"]);
    const report = await scanDatabase(away, musician);
    expect(named(report, "Database connection")).toEqual({
      name: "Database connection",
      status: "fail",
      message: "The database can't be reached.",
    });
    expect(named(report, "User record")).toMatchObject({ message: "User query error" });
    expect(named(report, "File storage")).toMatchObject({ status: "pass" });
    expect(JSON.stringify(report)).not.toMatch(/socket|postgres:|127\.0\.0\.1/);
  });

  test("the bio page: out of a visitor's sight, or under a name that others have too", async () => {
    const { services, musician, broken } = await setUp();
    await makeMusician(services.db, { artist_name: "MARA" });
    expect(named(await scanBioPage(services, musician), "Bio page by artist name")).toMatchObject({
      status: "warning",
    });
    await broken("alter policy shown on musician_profiles to handbill_musician, handbill_admin");
    expect(failing(await scanBioPage(services, musician))).toEqual([
      "Bio page by artist name",
      "Bio page by custom URL",
      'Custom URL as "MARA"',
      'Custom URL as "Mara"',
    ]);
  });
});

describe("fixes", () => {
  test("a missing user record comes back, as a musician's, while a session of it stands", async () => {
    const { services, musician, broken } = await setUp();
    await makeSession(services.db, { user_id: musician.userId });
    await broken("alter table sessions drop constraint sessions_user_id_fkey");
    const remove = `set role handbill_system; delete from users where id = '${musician.userId}'; reset role`;
    await broken(remove);
    expect(named(await scanDatabase(services, musician), "User record")).toMatchObject({
      fix: "create_user",
    });
    expect(await applyFixes(services, musician, ["create_user"])).toEqual([
      "User record created successfully",
    ]);
    expect(named(await scanDatabase(services, musician), "User record")).toMatchObject({ status: "pass" });

    await broken(`delete from sessions where user_id = '${musician.userId}'`);
    await broken(remove);
    await expect(applyFixes(services, musician, ["create_user"])).rejects.toMatchObject({
      publicText: "Failed to create user record: this account does not exist any more",
    });
  });

  test("a missing profile is made of the address; a taken or reserved custom URL stays free", async () => {
    const { services } = await setUp();
    const made = async (email: string) => {
      const { id } = await makeUser(services.db, { email });
      const fix = () =>
        applyFixes(services, viewer(id, email, "musician"), ["create_user", "create_profile"]);
      const isThere = "The user record is there already";
      expect(await fix()).toEqual([isThere, "Musician profile created successfully"]);
      expect(await fix()).toEqual([isThere, "The musician profile is there already"]);
      return services.db
        .asSystem()
        .read((tx) =>
          tx
            .selectFrom("musician_profiles")
            .select(["artist_name", "custom_url", "bio"])
            .where("user_id", "=", id)
            .executeTakeFirstOrThrow(),
        );
    };
    expect(await made("the.night_bus@example.org")).toEqual({
      artist_name: "the.night_bus",
      custom_url: "the-night-bus",
      bio: "Tell your story...",
    });
    expect(await made("mara@example.org")).toMatchObject({ artist_name: "mara", custom_url: null });
    expect(await made("newsletter@example.org")).toMatchObject({ custom_url: null });
    expect(await made("admin@example.org")).toMatchObject({ artist_name: "admin", custom_url: null });
  });

  test("a profile that can't be made says why", async () => {
    const { services, broken } = await setUp();
    const { id, email } = await makeUser(services.db);
    await broken("revoke insert on musician_profiles from handbill_musician");
    await expect(
      applyFixes(services, viewer(id, email, "musician"), ["create_profile"]),
    ).rejects.toMatchObject({ publicText: "Failed to create musician profile: no permission" });
    await broken("revoke select on musician_profiles from handbill_musician");
    expect(named(await scanDatabase(services, viewer(id, email, "musician")), "Musician profile")).toEqual({
      name: "Musician profile",
      status: "fail",
      message: "Profile query error",
      details: ["no permission"],
    });
  });

  test("a musician mends no policies, whatever they ask for", async () => {
    const { services, musician, broken } = await setUp();
    await broken("drop policy own_new on musician_profiles");
    await expect(applyFixes(services, musician, ["fix_rls"])).rejects.toMatchObject({
      kind: "forbidden",
      publicText: "Failed to fix issues: only an admin can put policies back",
    });
    expect(failing(await scanDatabase(services, musician))).toEqual(["Row-level security"]);
  });
});

/** The arguments of a screen's action. */
function pressed(services: Services, who: Viewer | null, fields: Record<string, string>) {
  const context = new RouterContextProvider();
  context.set(servicesContext, services);
  context.set(viewerContext, who);
  context.set(callerContext, { network: "192.0.2.9", nonce: "", requestId: "" });
  const url = new URL("http://localhost:3000/");
  const request = new Request(url, { method: "POST", body: new URLSearchParams(fields) });
  return { request, context, url, params: {} };
}

describe("the answers of the buttons", () => {
  const refresh = (services: Services, who: Viewer | null, fields: Record<string, string>) =>
    databaseRefresh.action(pressed(services, who, fields));
  const check = (services: Services, who: Viewer | null, intent: string) =>
    dbCheck.action(pressed(services, who, { intent }));

  test("a visitor mends and stores nothing", async () => {
    const { services } = await setUp();
    const refusal = { type: "error", text: "Must be logged in to fix issues" };
    expect(await refresh(services, null, { intent: "apply-fixes", wanted: "create_user" })).toMatchObject({
      data: { notice: refusal },
    });
    for (const intent of ["create-user", "upload-text", "upload-image"]) {
      expect(await check(services, null, intent)).toMatchObject({
        data: { notice: refusal },
        init: { status: 401 },
      });
    }
  });

  test("a fix that falls over, and one that mends nothing", async () => {
    const { services, admin } = await setUp();
    const actor = { ...services.db.asAdmin(admin.userId), read: () => Promise.reject(new Error("?")) };
    const fallen = { ...services, db: { ...services.db, asAdmin: () => actor } };
    expect(await refresh(fallen, admin, { intent: "apply-fixes", wanted: "fix_rls" })).toMatchObject({
      data: { notice: { type: "error", text: "Failed to fix issues: Unknown error" } },
    });
    const { id, email } = await makeUser(services.db);
    const newcomer = viewer(id, email, "musician");
    expect(await refresh(services, newcomer, { intent: "apply-fixes", wanted: "create_user" })).toMatchObject(
      {
        data: { notice: { type: "error", text: "Failed to fix issues: they are still there" } },
      },
    );
  });

  test("a missing user record is offered to be made, and is made", async () => {
    const { services, musician, broken } = await setUp();
    await makeSession(services.db, { user_id: musician.userId });
    await broken("alter table sessions drop constraint sessions_user_id_fkey");
    await broken(`set role handbill_system; delete from users where id = '${musician.userId}'; reset role`);
    const load = async () =>
      (await dbCheck.loader({ ...pressed(services, musician, {}), pattern: "/db-check" })).user;
    expect(await load()).toMatchObject({ message: "User not found in users table", fix: "create_user" });
    expect(await check(services, musician, "create-user")).toMatchObject({
      data: { notice: { type: "success", text: "User record created successfully" } },
    });
    expect(await load()).toMatchObject({ status: "pass" });
  });

  test.each([
    ["upload-text", "Storage test failed"],
    ["upload-image", "Image test failed"],
  ])("%s, which the store refuses, says why", async (intent, failure) => {
    const { services, musician } = await setUp();
    const put = () => Promise.reject(storageUnavailable(new Error("read-only file system")));
    const readOnly = { ...services, storage: { ...services.storage, put } };
    const reason = "Files cannot be reached right now. Please try again in a moment.";
    expect(await check(readOnly, musician, intent)).toMatchObject({
      data: { notice: { type: "error", text: `${failure}: ${reason}` } },
      init: { status: 503 },
    });
    const ping = () => Promise.reject(storageUnavailable(new Error("?")));
    const away = { ...services, storage: { ...services.storage, ping } };
    expect(await check(away, musician, intent)).toMatchObject({
      data: { notice: { text: `${failure}: The storage can't be reached, or takes no files.` } },
    });
  });
});

test("test uploads come back whole and leave nothing, and fail where the store takes nothing", async () => {
  const { services, musician } = await setUp();
  for (const trial of ["text", "image"] as const) await tryUpload(services, musician.userId, trial);
  for await (const { path } of services.storage.list("")) expect.fail(path);
  const changed = {
    storage: {
      ...services.storage,
      put: (path: string, _: unknown, info: { contentType: string }) =>
        services.storage.put(path, Buffer.from("something else"), info),
    },
  };
  await expect(tryUpload(changed, musician.userId, "image")).rejects.toThrow("not what was stored");
  for await (const { path } of services.storage.list("")) expect.fail(path);
});

describe("Make Admin", () => {
  const enterCode = (services: Awaited<ReturnType<typeof setUp>>["services"], who: Viewer, code = "") =>
    makeAdmin(services, who, { code, network: "192.0.2.7" });

  test("pressed 20 times at once by a musician, it changes nothing", async () => {
    const { services, musician } = await setUp();
    const outcomes = await Promise.allSettled(
      Array.from({ length: 20 }, (_, n) =>
        enterCode(services, musician, n % 2 ? "" : "AAAAA-AAAAA-AAAAA-AAAAA"),
      ),
    );
    expect(outcomes.every(({ status }) => status === "rejected")).toBe(true);
    expect(await admins(services.db)).toHaveLength(1);
  });

  test("wrong guesses from the operator's own network don't keep the operator out", async () => {
    const services = await freshServices();
    onTestFinished(() => services[Symbol.asyncDispose]());
    const code = (await setupCode(services.db, testSecret)) ?? "";
    const accounts = await Promise.all([1, 2].map(() => makeUser(services.db)));
    const [stranger, operator] = accounts.map(({ id, email }) => viewer(id, email, "musician"));
    if (!stranger || !operator) throw new Error("two accounts were made");
    for (let n = 0; n < 10; n++) {
      await expect(enterCode(services, stranger, "AAAAA-AAAAA-AAAAA-AAAAA")).rejects.toMatchObject({
        kind: "invalid",
      });
    }
    await expect(enterCode(services, stranger, code)).rejects.toMatchObject({ kind: "too-many" });
    await enterCode(services, operator, code);
    expect(await admins(services.db)).toEqual([{ id: operator.userId }]);
  });

  test("the owner's address must be confirmed first", async () => {
    const { services, musician } = await setUp();
    const unconfirmed = { ...musician, mustConfirm: true as const };
    await expect(enterCode(services, unconfirmed)).rejects.toMatchObject({
      kind: "forbidden",
      publicText: "First confirm your address: give the set-up code, or have the operator run make-admin.",
    });
    expect(await admins(services.db)).toHaveLength(1);
  });

  test("it works for the owner, and stands in the audit list", async () => {
    const { services, musician } = await setUp();
    await services.db
      .asSystem()
      .write((tx) => tx.updateTable("users").set({ email_confirmed_at: new Date() }).execute());
    await enterCode(services, { ...musician, isOwner: true });
    await enterCode(services, { ...musician, isOwner: true });
    expect(await admins(services.db)).toHaveLength(2);
    const entries = await services.db
      .asSystem()
      .read((tx) => tx.selectFrom("audit_log").select(["actor_id", "details"]).execute());
    expect(entries).toEqual([{ actor_id: musician.userId, details: "musician to admin, as the owner" }]);
  });
});

function profiles(db: TestDatabase) {
  return db.asSystem().read((tx) => tx.selectFrom("musician_profiles").selectAll().orderBy("id").execute());
}

function admins(db: TestDatabase) {
  return db
    .asSystem()
    .read((tx) => tx.selectFrom("users").select("id").where("role", "=", "admin").execute());
}

test("scans are limited for each network, and go on while the limits can't be counted", async () => {
  const { services } = await setUp();
  for (let n = 0; n < 60; n++) await spendScan(services, "192.0.2.1");
  await expect(spendScan(services, "192.0.2.1")).rejects.toMatchObject({ kind: "too-many" });
  await spendScan(services, "192.0.2.2");
  const db = await freshDatabase();
  await db.close();
  await spendScan({ ...services, limits: createLimits(db) }, "192.0.2.1");
});
