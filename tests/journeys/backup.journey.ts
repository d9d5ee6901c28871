import { createHash, randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Secret, TOTP } from "otpauth";
import { afterAll, expect, test } from "vitest";
import { hashRecoveryCode } from "../../app/features/auth/recovery-codes.server.ts";
import type { Database } from "../../server/db/database.ts";
import { makeMusician, makePasskey, makePasskeyFactor, makeTotpFactor } from "../factories/accounts.ts";
import { newAccount, upload } from "../harness/account.ts";
import { admin } from "../harness/admin.ts";
import { expectAccessible, openBrowser, phone, untilHydrated } from "../harness/browser.ts";
import { freePort, openDatabaseOf, startHandbill, temporaryDataDir } from "../harness/handbill.ts";
import { password } from "../harness/settings.ts";

const folder = await mkdtemp(join(tmpdir(), "handbill-backup-journey-"));
afterAll(() => rm(folder, { recursive: true, force: true }));
const song = await readFile(join(import.meta.dirname, "..", "fixtures", "tone.mp3"));
const email = "mara@example.org";
const asksForPasskey = "nino@example.org";

const linksOf = (db: Database) =>
  db.asSystem().read((tx) => tx.selectFrom("social_links").select("url").execute());
const tracksOf = (db: Database) =>
  db.asSystem().read((tx) => tx.selectFrom("music_tracks").select(["id", "file_url"]).execute());

test("a backup made during writes can be restored to an installation that exists", async () => {
  const to = join(folder, "backup.zip");
  const app = new TOTP({ secret: new Secret({ size: 20 }) });
  const secrets: string[] = [];
  const secretIn = (dataDir: string) => readFile(join(dataDir, "session-secret"), "utf8");
  const known = { links: new Set<string>(), tracks: new Set<string>() };
  const deleted = new Set<string>();
  {
    await using handbill = await startHandbill();
    const db = await openDatabaseOf(handbill);
    const account = await newAccount(handbill, db, email);
    await makeMusician(db, { user_id: account.id, custom_url: "mara", artist_name: "Mara" });
    await makeTotpFactor(db, { user_id: account.id, secret: Buffer.from(app.secret.bytes) });
    const { id: user_id } = await newAccount(handbill, db, asksForPasskey);
    await makePasskey(db, { user_id });
    await makePasskeyFactor(db, user_id);
    await db.asSystem().write((tx) =>
      tx
        .insertInto("recovery_codes")
        .values({ user_id, code_hash: hashRecoveryCode("abcd-efgh") })
        .execute(),
    );
    secrets.push(await secretIn(handbill.dataDir));
    const announced = { kind: "track", name: "tone.mp3", type: "audio/mpeg" };
    for (let n = 0; n < 3; n++) await upload(handbill, account, announced, song);

    let isOver = false;
    let uploads = 0;
    const links = new Set<string>();
    const underWay = Promise.withResolvers<void>();
    const repeat = async (work: () => Promise<unknown>) => {
      while (!isOver) {
        await work();
        if (Math.min(links.size, uploads) > 5) underWay.resolve();
        await sleep(5);
      }
    };
    const writers = [
      repeat(async () => {
        const { status, text } = await upload(handbill, account, announced, song);
        expect(status, text).toBe(200);
        uploads += 1;
      }),
      // Both of a pair, or none.
      repeat(async () => {
        const pair = randomUUID();
        await db.asMusician(account.id).write((tx) =>
          tx
            .insertInto("social_links")
            .values(["a", "b"].map((end) => ({ user_id: account.id, url: `https://${pair}.example/${end}` })))
            .execute(),
        );
        links.add(pair);
      }),
      repeat(async () => {
        if (uploads <= deleted.size) return;
        const [oldest] = await db.asMusician(account.id).write((tx) =>
          tx
            .deleteFrom("music_tracks")
            .where("id", "in", (is) =>
              is
                .selectFrom("music_tracks")
                .select("id")
                .where("user_id", "=", account.id)
                .orderBy("created_at")
                .limit(1),
            )
            .returning("id")
            .execute(),
        );
        if (oldest) deleted.add(oldest.id);
      }),
    ];
    await Promise.race([underWay.promise, ...writers]);
    known.links = new Set(links);
    known.tracks = new Set((await tracksOf(db)).map(({ id }) => id));
    const made = await admin(["backup", "--to", to], { DATA_DIR: handbill.dataDir });
    isOver = true;
    await Promise.all(writers);
    expect(made).toMatchObject({ code: 0, err: "" });
    expect(links.size, "something was written meanwhile").toBeGreaterThan(known.links.size);
    expect(deleted.size).toBeGreaterThan(0);
    // The deletion that was held back goes ahead now.
    const files = join(handbill.dataDir, "files", "uploads", "music", account.id);
    await expect.poll(async () => (await readdir(files)).length).toBe((await tracksOf(db)).length);
    await db.close();
  }

  const dataDir = await temporaryDataDir();
  try {
    expect(await admin(["restore", "--from", to], { DATA_DIR: dataDir })).toMatchObject({ code: 0, err: "" });
    expect(await admin(["restore", "--from", to], { DATA_DIR: dataDir })).toMatchObject({ code: 1 });
    await using restored = await startHandbill({ DATA_DIR: dataDir });
    const db = await openDatabaseOf(restored);
    const urls = new Set((await linksOf(db)).map(({ url }) => url));
    for (const url of urls)
      expect(urls, "the other half").toContain(url.replace(/.$/, url.endsWith("a") ? "b" : "a"));
    for (const pair of known.links) expect(urls).toContain(`https://${pair}.example/a`);
    const tracks = await tracksOf(db);
    for (const id of known.tracks) {
      if (!deleted.has(id)) expect(tracks.map((track) => track.id)).toContain(id);
    }
    const hash = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");
    expect(tracks.length).toBeGreaterThan(0);
    for (const { file_url } of tracks) {
      const answer = await fetch(`${restored.origin}${file_url}`);
      expect(hash(await answer.bytes()), `${file_url}`).toBe(hash(song));
    }
    await db.close();
    // The place has a secret of its own, and the second factor is what it was.
    secrets.push(await secretIn(dataDir));
    expect(new Set(secrets).size).toBe(2);
    const send = (path: string, form: Record<string, string>, Cookie = "") =>
      fetch(`${restored.origin}${path}`, {
        method: "POST",
        body: new URLSearchParams(form),
        headers: { Cookie },
        redirect: "manual",
      });
    const signIn = await send("/signin", { email, password });
    expect(signIn.headers.get("Location")).toBe("/signin/second-step");
    const [step = ""] = (signIn.headers.get("Set-Cookie") ?? "").split(";");
    const entered = await send("/signin/second-step", { code: app.generate() }, step);
    expect(entered.headers.get("Location")).toBe("/dashboard");
    const asked = await send("/signin", { email: asksForPasskey, password });
    expect(asked.headers.get("Location")).toBe("/signin/second-step");
    const [askedStep = ""] = (asked.headers.get("Set-Cookie") ?? "").split(";");
    const recovered = await send("/signin/second-step", { code: "ABCD EFGH" }, askedStep);
    expect(recovered.headers.get("Location")).toBe("/dashboard");
    expect(await (await fetch(`${restored.origin}/artist/mara`)).text()).toContain("Mara");
    expect(await admin(["sweep"], { DATA_DIR: dataDir })).toMatchObject({ code: 0 });
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
});

test("a browser restores a backup into a new installation, also when its server is killed in the middle", async () => {
  const archive = join(folder, "browser.zip");
  {
    await using handbill = await startHandbill();
    const db = await openDatabaseOf(handbill);
    const account = await newAccount(handbill, db, email);
    await makeMusician(db, { user_id: account.id, custom_url: "mara", artist_name: "Mara" });
    await upload(handbill, account, { kind: "track", name: "tone.mp3", type: "audio/mpeg" }, song);
    await db.close();
    const made = await admin(["backup", "--to", archive], { DATA_DIR: handbill.dataDir });
    expect(made).toMatchObject({ code: 0, err: "" });
  }
  await using browser = await openBrowser();
  const DATA_DIR = await temporaryDataDir();
  const PORT = String(await freePort());
  const killed = await startHandbill({ DATA_DIR, PORT });
  try {
    const code = /set-up code ([0-9A-Z-]{23})/.exec(killed.output())?.[1] ?? "";
    const page = await browser.newPage({ viewport: phone });
    await page.goto(`${killed.origin}/signup`);
    await page.getByRole("link", { name: "Restore a backup instead" }).click();
    await page.waitForURL("**/restore");
    await untilHydrated(page);
    await page.getByLabel("Set-up code").fill("AAAAA-AAAAA-AAAAA-AAAAA");
    await page.getByLabel("Backup", { exact: true }).setInputFiles(archive);
    await page.getByRole("button", { name: "Restore" }).click();
    await page.getByRole("alert").getByText("This is not the set-up code.").waitFor();
    await expectAccessible(page);

    await page.getByLabel("Set-up code").fill(code);
    await page.getByRole("button", { name: "Restore" }).click();
    // Killed once it is decided, and before it can be over.
    const waits = async () =>
      (await readdir(join(DATA_DIR, "restore")).catch(() => [])).some((name) => name.startsWith("ready-"));
    await expect.poll(waits, { timeout: 60_000, interval: 20 }).toBe(true);
    const ended = once(killed.process, "exit");
    killed.process.kill("SIGKILL");
    await ended;
    await using restored = await startHandbill({ DATA_DIR, PORT });
    await page.getByText("The backup is restored.").waitFor();
    await expectAccessible(page);
    await page.getByRole("main").getByRole("link", { name: "Sign In" }).click();
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Password", { exact: true }).fill(password);
    await page.getByRole("main").getByRole("button", { name: "Sign In", exact: true }).click();
    await page.waitForURL("**/dashboard");
    const db = await openDatabaseOf(restored);
    const [track] = await tracksOf(db);
    await db.close();
    const answer = await fetch(`${restored.origin}${track?.file_url}`);
    expect(Buffer.from(await answer.bytes()).equals(song)).toBe(true);
    await page.goto(`${restored.origin}/restore`);
    await page.getByText("Somebody has an account here already.").waitFor();
  } finally {
    await killed.stop();
    await rm(DATA_DIR, { recursive: true, force: true });
  }
});
