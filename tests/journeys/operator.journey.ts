import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeZip } from "client-zip";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Database } from "../../server/db/database.ts";
import { makeMusician } from "../factories/accounts.ts";
import { makeEvent, makePaymentLink, makeSocialLink } from "../factories/page.ts";
import { type Account, newAccount, upload } from "../harness/account.ts";
import { admin } from "../harness/admin.ts";
import { type Handbill, openDatabaseOf, startHandbill } from "../harness/handbill.ts";
import { smallPdf } from "../harness/pdf.ts";

const folder = await mkdtemp(join(tmpdir(), "handbill-operator-"));
let handbill: Handbill;
let db: Database;
let settings: Record<string, string>;
beforeAll(async () => {
  handbill = await startHandbill();
  db = await openDatabaseOf(handbill);
  settings = { DATA_DIR: handbill.dataDir, ORIGIN: handbill.origin };
});
afterAll(async () => {
  await db.close();
  await handbill[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

const newPassword = "Slow-Tram-77;";

/** Follows a reset link as a browser would, and sets a password. @returns where that leads */
async function setPassword(link: string): Promise<string | null> {
  const opened = await fetch(link, { redirect: "manual" });
  const cookie = (opened.headers.getSetCookie()[0] ?? "").split(";")[0] ?? "";
  const set = await fetch(`${handbill.origin}/reset-password`, {
    method: "POST",
    headers: { Cookie: cookie },
    body: new URLSearchParams({ password: newPassword, confirmPassword: newPassword }),
    redirect: "manual",
  });
  return set.headers.get("Set-Cookie")?.includes("session") ? "signed in" : `${set.status}`;
}

const statusOf = async ({ headers }: Account) =>
  (await fetch(`${handbill.origin}/dashboard`, { headers, redirect: "manual" })).status;

test("an operator ends an account's sessions and hands over a link that works once", async () => {
  const account = await newAccount(handbill, db, "locked-out@example.org");
  expect(await statusOf(account)).toBe(200);
  const { code, out } = await admin(["reset-password", "--email", "locked-out@example.org"], settings);
  expect(code).toBe(0);
  expect(await statusOf(account)).toBe(302);
  const link = out.trim().split("\n").at(-1) ?? "";
  expect(link).toContain(`${handbill.origin}/reset-password?access_token=`);
  expect(await setPassword(link)).toBe("signed in");
  expect(await setPassword(link)).not.toBe("signed in");
  expect(await admin(["reset-password", "--email", "nobody@example.org"], settings)).toMatchObject({
    code: 1,
  });
});

test("an operator makes an account an admin, and the audit list shows it", async () => {
  const account = await newAccount(handbill, db, "chosen@example.org");
  const makeAdmin = () => admin(["make-admin", "--email", "Chosen@example.org"], settings);
  expect(await makeAdmin()).toMatchObject({ code: 0, out: "chosen@example.org is an admin now.\n" });
  expect(await makeAdmin()).toMatchObject({ code: 0, out: "chosen@example.org is an admin already.\n" });
  const page = await fetch(`${handbill.origin}/admin`, { headers: account.headers });
  expect(page.status).toBe(200);
  const actions = await db
    .asSystem()
    .read((tx) => tx.selectFrom("audit_log").select(["actor", "target"]).execute());
  expect(actions).toEqual([{ actor: "operator", target: "chosen@example.org" }]);
  const chosen = await db
    .asSystem()
    .read((tx) => tx.selectFrom("users").select("email_confirmed_at").where("id", "=", account.id).execute());
  expect(chosen).toEqual([{ email_confirmed_at: expect.any(Date) }]);
});

test("a musician's export comes into a new account, checked like an upload", async () => {
  const account = await newAccount(handbill, db, "mara@example.org");
  const user_id = account.id;
  await makeMusician(db, { user_id, artist_name: "Mara", custom_url: "mara", location: "Berlin" });
  const song = await readFile(join(import.meta.dirname, "..", "fixtures", "tone.mp3"));
  const picture = await sharp({ create: { width: 600, height: 600, channels: 3, background: "#d33" } })
    .jpeg()
    .toBuffer();
  const send = async (kind: string, name: string, type: string, bytes: Buffer, about = {}) =>
    expect(await upload(handbill, account, { kind, name, type, about }, bytes)).toMatchObject({
      status: 200,
    });
  await send("track", "Night Bus.mp3", "audio/mpeg", song);
  const track = await db
    .asSystem()
    .write((tx) =>
      tx
        .updateTable("music_tracks")
        .set({ title: "Night Bus, live", downloads_enabled: false })
        .where("user_id", "=", user_id)
        .returning("id")
        .executeTakeFirstOrThrow(),
    );
  await send("track-cover", "cover.jpg", "image/jpeg", picture, { track: track.id });
  await send("photo", "photo.jpg", "image/jpeg", picture);
  await send("avatar", "avatar.jpg", "image/jpeg", picture);
  await send("press-kit", "Our Kit.pdf", "application/pdf", smallPdf(2_000));
  await makeSocialLink(db, { user_id });
  await makePaymentLink(db, { user_id });
  await makeEvent(db, { user_id });

  const from = join(folder, "mara.zip");
  expect(await admin(["export", "--email", "mara@example.org", "--to", from], settings)).toMatchObject({
    code: 0,
  });
  const done = await admin(["import", "--from", from, "--email", "mara@elsewhere.example"], settings);
  expect(done.err).toBe("");
  expect(done.out).toContain("the custom URL mara: another has it");
  expect(done.code, done.out).toBe(3);

  const copy = await db.asSystem().read(async (tx) => {
    const { id } = await tx
      .selectFrom("users")
      .select("id")
      .where("email", "=", "mara@elsewhere.example")
      .executeTakeFirstOrThrow();
    const own = (
      table: "music_tracks" | "photo_gallery" | "press_kits" | "social_links" | "payment_links" | "events",
    ) => tx.selectFrom(table).selectAll().where("user_id", "=", id).execute();
    return {
      profile: await tx
        .selectFrom("musician_profiles")
        .select(["artist_name", "location", "avatar_url"])
        .where("user_id", "=", id)
        .executeTakeFirstOrThrow(),
      tracks: await own("music_tracks"),
      others: await Promise.all(
        (["photo_gallery", "press_kits", "social_links", "payment_links", "events"] as const).map(
          async (table) => (await own(table)).length,
        ),
      ),
    };
  });
  expect(copy.profile).toMatchObject({ artist_name: "Mara", location: "Berlin" });
  expect(copy.others).toEqual([1, 1, 1, 1, 1]);
  expect(copy.tracks).toMatchObject([
    { title: "Night Bus, live", downloads_enabled: false, is_visible: true },
  ]);
  const [taken] = copy.tracks;
  const fileUrl = taken && "file_url" in taken ? taken.file_url : "";
  const cover = taken && "cover_image" in taken ? taken.cover_image : "";
  expect(Buffer.from(await (await fetch(`${handbill.origin}${fileUrl}`)).arrayBuffer()).equals(song)).toBe(
    true,
  );
  for (const address of [cover, copy.profile.avatar_url]) {
    expect((await fetch(`${handbill.origin}${address}`)).status).toBe(200);
  }
  expect(await setPassword(/https?:\/\/\S+$/.exec(done.out.trim())?.[0] ?? "")).toBe("signed in");
  expect(
    await admin(["import", "--from", from, "--email", "mara@elsewhere.example"], settings),
  ).toMatchObject({
    code: 1,
    err: expect.stringContaining("There is an account with the address mara@elsewhere.example already."),
  });
});

test("an archive that was tampered with brings in nothing that its musician could not have sent", async () => {
  const from = join(folder, "hostile.zip");
  const owner = "00000000-0000-4000-8000-00000000000a";
  const table = (name: string, rows: object[]) => ({
    name: `data/${name}.json`,
    input: JSON.stringify(rows),
  });
  await writeFile(
    from,
    makeZip([
      { name: "account.json", input: JSON.stringify({ format: "handbill-account", version: 1 }) },
      table("musician_profiles", [
        {
          artist_name: "Eve",
          custom_url: "admin",
          is_demo_profile: true,
          user_id: owner,
          avatar_url: "/uploads/avatars/x/a.png",
        },
      ]),
      table("social_links", [
        { platform: "website", url: "javascript:alert(1)" },
        { platform: "website", url: "https://eve.example" },
        { platform: 7, url: { deep: true } },
      ]),
      table(
        "payment_links",
        Array.from({ length: 6 }, () => ({ platform: "paypal", url: "https://pay.example" })),
      ),
      table("video_gallery", [{ title: "V", video_url: "https://evil.example/", video_type: "youtube" }]),
      table("fan_comments", [{ author_name: "x".repeat(500), content: "long" }]),
      table("music_tracks", [
        { title: "No sound", file_url: `/uploads/music/${owner}/fake.mp3`, play_count: 1_000_000 },
        { title: "No file", file_url: `/uploads/music/${owner}/none.mp3` },
      ]),
      table("users", [{ email: "eve@example.org", role: "admin" }]),
      { name: "data/events.json", input: "no json" },
      { name: "files/music/fake.mp3", input: "this is no music" },
      { name: "files/avatars/a.png", input: "this is no picture" },
    ]),
  );
  const { code, out } = await admin(["import", "--from", from, "--email", "eve@example.org"], settings);
  expect(code).toBe(3);
  expect(out.match(/refused:/g)).toHaveLength(11);
  const eve = await db.asSystem().read(async (tx) => {
    const user = await tx
      .selectFrom("users")
      .select(["id", "role"])
      .where("email", "=", "eve@example.org")
      .executeTakeFirstOrThrow();
    return {
      role: user.role,
      profile: await tx
        .selectFrom("musician_profiles")
        .select(["artist_name", "custom_url", "is_demo_profile", "avatar_url"])
        .where("user_id", "=", user.id)
        .execute(),
      links: await tx.selectFrom("social_links").select("url").where("user_id", "=", user.id).execute(),
      payment: await tx.selectFrom("payment_links").select("id").where("user_id", "=", user.id).execute(),
      tracks: await tx.selectFrom("music_tracks").select("id").where("user_id", "=", user.id).execute(),
    };
  });
  expect(eve).toMatchObject({
    role: "musician",
    profile: [{ artist_name: "Eve", custom_url: null, is_demo_profile: false, avatar_url: null }],
    links: [{ url: "https://eve.example/" }],
    tracks: [],
  });
  expect(eve.payment).toHaveLength(4);
});
