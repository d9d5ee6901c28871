import { sql } from "kysely";
import { RouterContextProvider } from "react-router";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { SiteSettings } from "#server/site-settings.ts";
import { versionOf } from "~/shared/form-version";
import { contentsOf } from "../../../server/account-contents.ts";
import { loadConfig } from "../../../server/config.ts";
import { AppError } from "../../../server/errors.ts";
import { removeUnnamedFiles } from "../../../server/files/removal.ts";
import { makeMusician, makeSession, makeTotpFactor, makeUser } from "../../../tests/factories/accounts.ts";
import { makeReport } from "../../../tests/factories/admin.ts";
import { makeComment } from "../../../tests/factories/audience.ts";
import { makeConversation, makeMessage } from "../../../tests/factories/messages.ts";
import { makeBackground, makePhoto, makeTrack, uploadAddress } from "../../../tests/factories/page.ts";
import { freshServices } from "../../../tests/harness/services.ts";
import { servicesContext } from "../../services.server.ts";
import { contentsText } from "../../shared/account-contents.ts";
import { type Viewer, viewerContext } from "../../viewer.server.ts";
import * as auditScreen from "./audit.route.tsx";
import * as backgroundsScreen from "./backgrounds.route.tsx";
import { allBackgrounds, deleteBackground, saveBackground, setActive } from "./backgrounds.server.ts";
import * as contentsData from "./contents.route.ts";
import * as databaseScreen from "./database.route.tsx";
import * as reportsScreen from "./reports.route.tsx";
import { executeReportAction, openReports, reportsPage } from "./reports.server.ts";
import * as settingsScreen from "./settings.route.tsx";
import { makeInvitation, saveSettings, shownSettings, withdrawInvitation } from "./settings.server.ts";
import { settingsValues } from "./site-schema.ts";
import {
  deleteUser,
  liftSuspension,
  setDemo,
  setRole,
  shownUsers,
  suspendUser,
  warnUser,
} from "./users.server.ts";
import type { UsersAsked } from "./users.ts";
import { loadUsers, usersAction } from "./users-route.server.ts";

let services: Awaited<ReturnType<typeof freshServices>>;
let admin: Viewer;

beforeAll(async () => {
  services = await freshServices();
  admin = await newAdmin();
});
afterAll(() => services[Symbol.asyncDispose]());

async function newAdmin(): Promise<Viewer> {
  const { id, email } = await makeUser(services.db, { role: "admin" });
  return { userId: id, email, role: "admin", isAdmin: true, isOwner: false, hasFreshPassword: true };
}

async function auditOf(target: string) {
  const rows = await services.db
    .asSystem()
    .read((tx) =>
      tx
        .selectFrom("audit_log")
        .select(["actor", "action", "details"])
        .where("target", "=", target)
        .orderBy("at")
        .execute(),
    );
  return rows;
}

function userOf(id: string) {
  return services.db
    .asSystem()
    .read((tx) => tx.selectFrom("users").selectAll().where("id", "=", id).executeTakeFirst());
}

const asked: UsersAsked = { search: "", sort: "joined", direction: "desc", page: 1 };
const find = (changes: Partial<UsersAsked>) =>
  services.db.asAdmin(admin.userId).read((tx) => shownUsers(tx, services.config, { ...asked, ...changes }));

describe("the users' table", () => {
  test("counts and finds: by address, name and custom URL, whatever the case, and takes no sign for a pattern", async () => {
    const mara = await makeMusician(services.db, { artist_name: "Mara 100% Élan", custom_url: "mara-x" });
    const before = await find({});
    await services.db
      .asSystem()
      .write((tx) =>
        sql`update users set created_at = now() - interval '8 days' where id = ${mara.id}`.execute(tx),
      );
    const { stats, matches } = await find({});
    expect(stats).toEqual({ ...before.stats, newThisWeek: before.stats.newThisWeek - 1 });
    expect(stats.total).toBe(stats.musicians + stats.admins);
    expect(matches).toBe(stats.total);
    for (const search of ["MARA 100%", "élan", "Elan", "mara-x", mara.email.toUpperCase()]) {
      const found = await find({ search });
      expect([search, found.users.map(({ id }) => id)]).toEqual([search, [mara.id]]);
      expect(found.matches).toBe(1);
    }
    expect((await find({ search: "mara_x" })).users).toEqual([]);
    expect((await find({ search: "'; drop table users --" })).users).toEqual([]);
  });

  test("finds words that many have as well as words that few have", async () => {
    await services.db.asSystem().write((tx) =>
      sql`
        with many as (
          insert into users (email, role) select 'crowd' || n || '@many.example', 'musician' from generate_series(1, 1000) n
          returning id, email)
        insert into musician_profiles (user_id, artist_name) select id, split_part(email, '@', 1) from many`.execute(
        tx,
      ),
    );
    expect((await find({ search: "@many.example" })).matches).toBe(1_000);
    expect((await find({ search: "crowd" })).matches).toBe(1_000);
    await makeMusician(services.db, { artist_name: "Crowdpleasers" });
    const found = await find({ search: "crowd" });
    expect(found.matches).toBe(1_001);
    expect(found.users[0]?.artist_name).toBe("Crowdpleasers");
    expect((await find({ search: "crowd777" })).users).toHaveLength(1);
    await services.db
      .asSystem()
      .write((tx) => sql`delete from users where email like '%@many.example'`.execute(tx));
  });

  test("a musician finds nobody that way", async () => {
    const { id } = await makeMusician(services.db);
    const asked = services.db
      .asMusician(id)
      .read((tx) => sql`select app.accounts_with('example', 10)`.execute(tx));
    await expect(asked).rejects.toThrow();
    const former = services.db
      .asAdmin(id)
      .read((tx) => sql`select app.accounts_with('example', 10)`.execute(tx));
    expect((await former).rows).toEqual([]);
  });

  test("sorts both ways, and pages without leaving any user out", async () => {
    for (let count = 0; count < 30; count += 1) await makeMusician(services.db);
    for (const sort of ["joined", "user", "profile", "role"] as const) {
      for (const direction of ["asc", "desc"] as const) {
        const first = await find({ sort, direction });
        const all = [...first.users];
        for (let page = 2; page <= first.pages; page += 1) {
          all.push(...(await find({ sort, direction, page })).users);
        }
        expect(new Set(all.map(({ id }) => id)).size).toBe(first.stats.total);
        const keys = all.map((user) =>
          sort === "joined" ? user.created_at.toISOString() : sort === "user" ? user.email : user.role,
        );
        if (sort === "user" || sort === "joined") {
          const sorted = keys.toSorted();
          expect(keys).toEqual(direction === "asc" ? sorted : sorted.reverse());
        }
        if (sort === "profile") expect(all.at(-1)?.artist_name).toBeNull();
      }
    }
    const last = await find({ page: 9999 });
    expect(last.page).toBe(last.pages);
  });
});

test("a failed load shows the documented text, and uncountable reports show no number", async () => {
  const failingWith = (error: Error) => {
    const asAdmin = () => ({ ...services.db.asAdmin(admin.userId), read: () => Promise.reject(error) });
    const context = new RouterContextProvider();
    context.set(servicesContext, { ...services, db: { ...services.db, asAdmin } });
    context.set(viewerContext, admin);
    return loadUsers({ request: new Request("http://localhost:3000/admin"), context });
  };
  const away = new AppError("unavailable", "The database is out of reach.");
  expect(await failingWith(away)).toMatchObject({
    shown: { failure: "Database error: The database is out of reach." },
    reports: 0,
  });
  expect(await failingWith(new Error("anything"))).toMatchObject({
    shown: { failure: "Failed to fetch users" },
  });
});

describe("roles", () => {
  test("go both ways, and are kept in the audit list", async () => {
    const { id, email } = await makeUser(services.db);
    await setRole(services, admin, id, "admin");
    expect(await userOf(id)).toMatchObject({ role: "admin" });
    await setRole(services, admin, id, "musician");
    expect(await auditOf(email)).toEqual([
      { actor: admin.email, action: "role_changed", details: "musician to admin" },
      { actor: admin.email, action: "role_changed", details: "admin to musician" },
    ]);
  });

  test("one's own stays, and so does the owner's", async () => {
    await expect(setRole(services, admin, admin.userId, "musician")).rejects.toThrow(
      "Cannot change your own admin role",
    );
    const owner = await makeUser(services.db, { role: "admin", email_confirmed_at: new Date() });
    const owned = { ...services, config: loadConfig({ OWNER_EMAIL: owner.email }) };
    for (const work of [
      () => setRole(owned, admin, owner.id, "musician"),
      () => deleteUser(owned, admin, owner.id),
      () => suspendUser(owned, admin, owner.id, "No"),
    ]) {
      await expect(work()).rejects.toMatchObject({ kind: "forbidden" });
    }
    expect(await userOf(owner.id)).toMatchObject({ role: "admin", suspended_at: null });
  });

  test("an account with the owner's unconfirmed address is like any other", async () => {
    const squatter = await makeUser(services.db, { role: "admin" });
    const owned = { ...services, config: loadConfig({ OWNER_EMAIL: squatter.email }) };
    await setRole(owned, admin, squatter.id, "musician");
    await suspendUser(owned, admin, squatter.id, "Not who they say");
    expect(await userOf(squatter.id)).toMatchObject({
      role: "musician",
      suspended_reason: "Not who they say",
    });
    await deleteUser(owned, admin, squatter.id);
    expect(await userOf(squatter.id)).toBeUndefined();
  });
});

describe("deleting", () => {
  test("removes rows, sessions and files, and says how much before and after", async () => {
    const { id, email } = await makeMusician(services.db);
    const session = await makeSession(services.db, { user_id: id });
    const address = uploadAddress("music", id, "song.mp3");
    await services.storage.put(address.slice("/uploads/".length), Buffer.alloc(3 * 1024 ** 2), {
      contentType: "audio/mpeg",
    });
    await makeTrack(services.db, { user_id: id, file_url: address, file_size: 3 * 1024 ** 2 });
    await makePhoto(services.db, { user_id: id });
    await makePhoto(services.db, { user_id: id });
    await makeComment(services.db, { musician_id: id });

    const before = await contentsOf(services, id);
    expect(contentsText(before)).toBe("1 track, 2 photos, 1 comment, and 3 MB of files");
    const gone = await deleteUser(services, admin, id);
    expect(gone).toEqual({ email, contents: before });
    expect(await userOf(id)).toBeUndefined();
    const sessions = await services.db
      .asSystem()
      .read((tx) =>
        tx.selectFrom("sessions").select("user_id").where("token_hash", "=", session.token_hash).execute(),
      );
    expect(sessions).toEqual([]);
    await removeUnnamedFiles(services);
    expect(await services.storage.head(address.slice("/uploads/".length))).toBeNull();
    expect(await auditOf(email)).toEqual([
      {
        actor: admin.email,
        action: "user_deleted",
        details: "1 track, 2 photos, 1 comment, and 3 MB of files",
      },
    ]);
    await expect(deleteUser(services, admin, id)).rejects.toMatchObject({ kind: "not-found" });
  });

  test("spares one's own account", async () => {
    await expect(deleteUser(services, admin, admin.userId)).rejects.toThrow("Cannot delete your own account");
    expect(await userOf(admin.userId)).toBeDefined();
  });

  test("of two admins who remove each other at the same moment, at least one is left, every time", async () => {
    for (let round = 0; round < 10; round += 1) {
      await using alone = await freshServices();
      const [one, other] = await Promise.all(
        [0, 1].map(async (): Promise<Viewer> => {
          const { id, email } = await makeUser(alone.db, { role: "admin" });
          return { userId: id, email, role: "admin", isAdmin: true, isOwner: false, hasFreshPassword: true };
        }),
      );
      if (!one || !other) throw new Error("There are two.");
      const ends = await Promise.allSettled([
        round % 2 ? setRole(alone, one, other.userId, "musician") : deleteUser(alone, one, other.userId),
        deleteUser(alone, other, one.userId),
      ]);
      const refused = ends.flatMap((end) => (end.status === "rejected" ? [end.reason] : []));
      for (const reason of refused) expect(["conflict", "not-found", "forbidden"]).toContain(reason.kind);
      const left = await alone.db
        .asSystem()
        .read((tx) => tx.selectFrom("users").select("id").where("role", "=", "admin").execute());
      expect(left).toHaveLength(1);
    }
  });
});

describe("suspending", () => {
  test("a suspension takes the page away, keeps the rows, names the reason, and can be lifted", async () => {
    const { id, email, profile } = await makeMusician(services.db);
    const visible = () =>
      services.db
        .asVisitor()
        .read((tx) =>
          tx.selectFrom("musician_profiles").select("id").where("id", "=", profile.id).executeTakeFirst(),
        );
    await suspendUser(services, admin, id, "Spam, again and again");
    expect(await visible()).toBeUndefined();
    expect(await userOf(id)).toMatchObject({ suspended_reason: "Spam, again and again" });
    const own = await services.db
      .asMusician(id)
      .read((tx) =>
        tx.selectFrom("musician_profiles").select("id").where("user_id", "=", id).executeTakeFirst(),
      );
    expect(own).toBeDefined();
    await liftSuspension(services, admin, id);
    await expect(liftSuspension(services, admin, id)).rejects.toMatchObject({ kind: "conflict" });
    expect(await visible()).toBeDefined();
    expect((await auditOf(email)).map(({ action }) => action)).toEqual([
      "user_suspended",
      "suspension_lifted",
    ]);
  });

  test("suspensions are for musicians: an admin's is refused in words, and so is one's own", async () => {
    const other = await newAdmin();
    await expect(suspendUser(services, admin, other.userId, "No")).rejects.toMatchObject({
      kind: "conflict",
    });
    await expect(suspendUser(services, admin, admin.userId, "No")).rejects.toMatchObject({
      kind: "forbidden",
    });
    const { id } = await makeUser(services.db);
    await suspendUser(services, admin, id, "Spam");
    await expect(setRole(services, admin, id, "admin")).rejects.toMatchObject({ kind: "conflict" });
  });
});

test("there is one demo profile at most, however many admins set one at once", async () => {
  const musicians = await Promise.all(Array.from({ length: 5 }, () => makeMusician(services.db)));
  const admins = await Promise.all(musicians.map(newAdmin));
  await Promise.all(musicians.map(({ id }, at) => setDemo(services, admins[at] ?? admin, id, true)));
  const demos = () =>
    services.db
      .asSystem()
      .read((tx) =>
        tx.selectFrom("musician_profiles").select("user_id").where("is_demo_profile", "=", true).execute(),
      );
  expect(await demos()).toHaveLength(1);
  const [last] = musicians;
  if (!last) throw new Error("There are five.");
  await setDemo(services, admin, last.id, true);
  expect(await demos()).toEqual([{ user_id: last.id }]);
  await setDemo(services, admin, last.id, false);
  expect(await demos()).toEqual([]);
  const { id } = await makeUser(services.db);
  await expect(setDemo(services, admin, id, true)).rejects.toThrow("This account has no profile yet.");
});

describe("backgrounds", () => {
  const form = { id: "", name: "Haze", type: "video" as const, url: "https://example.org/haze.mp4" };

  test("without a name or an address nothing happens; with both one is there, active", async () => {
    const count = async () => (await allBackgrounds(services, admin.userId)).length;
    const before = await count();
    for (const change of [{ name: "" }, { url: "" }, { name: "", url: "" }]) {
      expect(await saveBackground(services, admin, { ...form, thumbnail_url: null, ...change })).toBe(false);
    }
    expect(await count()).toBe(before);
    expect(await saveBackground(services, admin, { ...form, thumbnail_url: null })).toBe(true);
    const [newest] = await allBackgrounds(services, admin.userId);
    expect(newest).toMatchObject({ name: "Haze", is_active: true, artists: 0, thumbnail_url: null });
    await saveBackground(services, admin, {
      ...form,
      id: newest?.id ?? "",
      name: "Fog",
      thumbnail_url: "https://example.org/fog.jpg",
    });
    await setActive(services, admin, newest?.id ?? "", false);
    const [changed] = await allBackgrounds(services, admin.userId);
    expect(changed).toMatchObject({
      name: "Fog",
      is_active: false,
      thumbnail_url: "https://example.org/fog.jpg",
    });
    expect((await auditOf("Fog")).map(({ action }) => action)).toEqual([
      "background_changed",
      "background_changed",
    ]);
  });

  test("say how many artists use them, and leave their pages when they go", async () => {
    const { id } = await makeBackground(services.db);
    const { profile } = await makeMusician(services.db, { background_id: id });
    const there = await allBackgrounds(services, admin.userId);
    expect(there.find((background) => background.id === id)?.artists).toBe(1);
    await deleteBackground(services, admin, id);
    const left = await services.db
      .asSystem()
      .read((tx) =>
        tx
          .selectFrom("musician_profiles")
          .select("background_id")
          .where("id", "=", profile.id)
          .executeTakeFirst(),
      );
    expect(left).toEqual({ background_id: null });
    await expect(deleteBackground(services, admin, id)).rejects.toMatchObject({ kind: "not-found" });
  });
});

describe("reports", () => {
  const pageOf = (showsAll = false) =>
    services.db.asAdmin(admin.userId).read((tx) => reportsPage(tx, showsAll, 1));

  test("hiding a reported comment answers all reports about it, and only its artist sees it still", async () => {
    const artist = await makeMusician(services.db);
    const answer = "Mind your own!";
    const comment = await makeComment(services.db, {
      musician_id: artist.id,
      answer,
      answered_at: new Date(),
    });
    const reporter = await makeMusician(services.db);
    const { id } = await makeReport(services.db, { comment_id: comment.id });
    expect((await pageOf()).reports.find((report) => report.id === id)).toMatchObject({ answer });
    await makeReport(services.db, { comment_id: comment.id, reporter_id: reporter.id });
    const before = await openReports(services, admin.userId);
    await executeReportAction(services, admin, { intent: "hide-content", id });
    expect(await openReports(services, admin.userId)).toBe(before - 2);
    const seen = (id: string | null) =>
      (id ? services.db.asMusician(id) : services.db.asVisitor()).read((tx) =>
        tx.selectFrom("fan_comments").select("id").where("id", "=", comment.id).executeTakeFirst(),
      );
    expect([await seen(null), await seen(reporter.id)]).toEqual([undefined, undefined]);
    expect(await seen(artist.id)).toBeDefined();
    // A comment that its artist approves again stays hidden.
    await services.db
      .asMusician(artist.id)
      .write((tx) =>
        tx.updateTable("fan_comments").set({ is_approved: true }).where("id", "=", comment.id).execute(),
      );
    expect(await seen(null)).toBeUndefined();
    await expect(
      executeReportAction(services, admin, { intent: "dismiss-report", id }),
    ).rejects.toMatchObject({
      kind: "conflict",
    });
    expect((await auditOf(artist.email)).map(({ action }) => action)).toEqual(["comment_hidden"]);
  });

  test("an admin reads a message once it is reported, and warns or suspends its writer", async () => {
    const [one, other] = [await makeMusician(services.db), await makeMusician(services.db)];
    const conversation = await makeConversation(services.db, one.id, other.id);
    const write = () =>
      makeMessage(services.db, {
        conversation_id: conversation.id,
        sender_id: one.id,
        content: "Rude words",
      });
    const [message, unreported] = [await write(), await write()];
    const reads = (id: string) =>
      services.db
        .asAdmin(admin.userId)
        .read((tx) => tx.selectFrom("messages").select("content").where("id", "=", id).executeTakeFirst());
    expect(await reads(message.id)).toBeUndefined();
    const report = () => makeReport(services.db, { message_id: message.id, reporter_id: other.id });
    const { id } = await report();
    expect(await reads(message.id)).toEqual({ content: "Rude words" });
    expect(await reads(unreported.id)).toBeUndefined();
    expect((await pageOf()).reports.find((shown) => shown.id === id)).toMatchObject({
      kind: "message",
      content: "Rude words",
      aboutEmail: one.email,
      reporterEmail: other.email,
    });

    await executeReportAction(services, admin, { intent: "warn-user", id, content: "Be kind." });
    const warnings = await services.db
      .asMusician(one.id)
      .read((tx) => tx.selectFrom("warnings").select("content").execute());
    expect(warnings).toEqual([{ content: "Be kind." }]);
    const { id: again } = await report();
    await executeReportAction(services, admin, { intent: "suspend-user", id: again, reason: "Still rude" });
    expect(await userOf(one.id)).toMatchObject({ suspended_reason: "Still rude" });
    expect((await auditOf(one.email)).map(({ action }) => action)).toEqual([
      "warning_sent",
      "user_suspended",
    ]);

    const { id: third } = await report();
    await executeReportAction(services, admin, { intent: "hide-content", id: third });
    const seen = await services.db
      .asMusician(other.id)
      .read((tx) => tx.selectFrom("messages").select("id").where("id", "=", message.id).execute());
    expect(seen).toEqual([]);
  });
});

test("settings and invitations are stored with their audit entries, without a secret", async () => {
  const seen = ({ settings }: { settings: SiteSettings }) => versionOf(settingsValues(settings));
  const usual = seen(await services.db.asAdmin(admin.userId).read(shownSettings));
  const closed = {
    registration: "closed",
    reviews_comments: true,
    reviews_links: false,
    requires_second_factor: false,
  } as const;
  await saveSettings(services, admin, { ...closed, version: usual });
  // An admin who hasn't seen that change doesn't overwrite it.
  await expect(
    saveSettings(services, await newAdmin(), {
      version: usual,
      registration: null,
      reviews_comments: false,
      reviews_links: true,
      requires_second_factor: false,
    }),
  ).rejects.toMatchObject({ stored: settingsValues(closed) });
  const { token } = await makeInvitation(services, admin, { note: "For Mara", days: 7 });
  const { settings, invitations } = await services.db.asAdmin(admin.userId).read(shownSettings);
  expect(settings).toEqual(closed);
  expect(invitations[0]).toMatchObject({ note: "For Mara", isGood: true, guest: null });
  const kept = await services.db
    .asSystem()
    .read((tx) => sql<{ row: string }>`select invitations::text as row from invitations`.execute(tx));
  expect(JSON.stringify(kept.rows)).not.toContain(token);
  const id = invitations[0]?.id ?? "";
  await withdrawInvitation(services, admin, id);
  // A second withdrawal isn't reported as done.
  await expect(withdrawInvitation(services, admin, id)).rejects.toMatchObject({ kind: "not-found" });
  await saveSettings(services, admin, {
    version: seen({ settings }),
    registration: null,
    reviews_comments: false,
    reviews_links: true,
    requires_second_factor: false,
  });
});

test("only an admin with a second factor makes all admins have one", async () => {
  const { settings } = await services.db.asAdmin(admin.userId).read(shownSettings);
  const required = {
    ...settings,
    requires_second_factor: true,
    version: versionOf(settingsValues(settings)),
  };
  const locked = saveSettings(services, admin, required);
  await expect(locked).rejects.toMatchObject({ kind: "invalid", field: "requires_second_factor" });
  const safe = await newAdmin();
  await makeTotpFactor(services.db, { user_id: safe.userId });
  await saveSettings(services, safe, required);
  // From now on the other is none.
  const late = saveSettings(services, admin, { ...settings, version: versionOf(settingsValues(required)) });
  await expect(late).rejects.toMatchObject({ kind: "forbidden" });
  await saveSettings(services, safe, { ...settings, version: versionOf(settingsValues(required)) });
  await saveSettings(services, admin, { ...settings, version: versionOf(settingsValues(settings)) });
});

describe("accounts that aren't admins", () => {
  const contextOf = (viewer: Viewer | null) => {
    const context = new RouterContextProvider();
    context.set(servicesContext, services);
    context.set(viewerContext, viewer);
    return context;
  };
  const musician = async (): Promise<Viewer> => {
    const { id, email } = await makeUser(services.db);
    return { userId: id, email, role: "musician", isAdmin: false, isOwner: false, hasFreshPassword: true };
  };

  const address = "http://localhost:3000/admin";
  /** The arguments of a route; with a form that would delete the admin, where it is an action. */
  const call = <Pattern extends string>(pattern: Pattern, viewer: Viewer | null, isPost = false) => {
    const body = new URLSearchParams({ intent: "delete-user", id: admin.userId });
    const request = new Request(address, isPost ? { method: "POST", body } : {});
    const params = { userId: admin.userId };
    return { request, context: contextOf(viewer), url: new URL(address), params, pattern };
  };
  const routes: [string, (viewer: Viewer | null) => unknown][] = [
    ["users", (viewer) => loadUsers(call("/admin", viewer))],
    ["users' action", (viewer) => usersAction(call("/admin", viewer, true))],
    ["contents", (viewer) => contentsData.loader(call("/admin/users/:userId/contents", viewer))],
    ["backgrounds", (viewer) => backgroundsScreen.loader(call("/admin/backgrounds", viewer))],
    ["backgrounds' action", (viewer) => backgroundsScreen.action(call("/admin/backgrounds", viewer, true))],
    ["database", (viewer) => databaseScreen.loader(call("/admin/database", viewer))],
    ["reports", (viewer) => reportsScreen.loader(call("/admin/reports", viewer))],
    ["reports' action", (viewer) => reportsScreen.action(call("/admin/reports", viewer, true))],
    ["settings", (viewer) => settingsScreen.loader(call("/admin/settings", viewer))],
    ["settings' action", (viewer) => settingsScreen.action(call("/admin/settings", viewer, true))],
    ["audit", (viewer) => auditScreen.loader(call("/admin/audit", viewer))],
  ];

  test.each(routes)("gets through %s, even past the gate", async (_, callRoute) => {
    const asking = async (viewer: Viewer | null) => callRoute(viewer);
    await expect(asking(null)).rejects.toMatchObject({ kind: "unauthenticated" });
    await expect(asking(await musician())).rejects.toMatchObject({ kind: "forbidden" });
  });

  test("an action that gives or takes power needs a fresh password; a warning doesn't", async () => {
    const { id } = await makeUser(services.db);
    const { id: suspendedId } = await makeUser(services.db);
    await suspendUser(services, admin, suspendedId, "Spam");
    const invitation = await makeInvitation(services, admin, { note: null, days: 7 });
    const stale = contextOf({ ...admin, hasFreshPassword: false });
    const requestOf = (fields: Record<string, string>) =>
      new Request(address, { method: "POST", body: new URLSearchParams(fields) });
    const post = (fields: Record<string, string>) =>
      usersAction({ request: requestOf(fields), context: stale });
    const sensitive: Record<string, string>[] = [
      { intent: "set-role", id, role: "admin" },
      { intent: "delete-user", id },
      { intent: "suspend-user", id, reason: "Spam" },
      { intent: "lift-suspension", id: suspendedId },
    ];
    for (const fields of sensitive) {
      expect(await post(fields)).toMatchObject({ init: { status: 403 } });
    }
    expect(await userOf(id)).toMatchObject({ role: "musician", suspended_at: null });
    expect(await userOf(suspendedId)).toMatchObject({ suspended_reason: "Spam" });

    const before = await services.db.asAdmin(admin.userId).read(shownSettings);
    const ofTheSite: Record<string, string>[] = [
      { intent: "save-settings", registration: "open" },
      { intent: "make-invitation", note: "", days: "7" },
      { intent: "withdraw-invitation", id: invitation.id },
    ];
    for (const fields of ofTheSite) {
      const sent = { ...call("/admin/settings", null), request: requestOf(fields), context: stale };
      expect(await settingsScreen.action(sent)).toMatchObject({ init: { status: 403 } });
    }
    expect(await services.db.asAdmin(admin.userId).read(shownSettings)).toEqual(before);
    expect(await post({ intent: "warn-user", id, content: "Mind the rules" })).toEqual({
      done: "Warning sent",
    });
    await warnUser(services, admin, id, "Again");
  });
});
