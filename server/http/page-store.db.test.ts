import { sql } from "kysely";
import { afterAll, expect, onTestFinished, test, vi } from "vitest";
import { makeMusician } from "../../tests/factories/accounts.ts";
import { makeRenderedPage } from "../../tests/factories/page.ts";
import { serial } from "../../tests/factories/serial.ts";
import { freshServices } from "../../tests/harness/services.ts";
import type { ShownSite } from "../site-settings.ts";
import { openPageStore, type StoredPage, sweepRenderedPages } from "./page-store.ts";

const services = await freshServices();
const { config, db, log } = services;
afterAll(() => services[Symbol.asyncDispose]());

const shown: ShownSite = {
  registration: "open",
  name: "Handbill",
  imprint: null,
  root: null,
  rootArtist: null,
};

interface Differing {
  build?: string;
  origin?: string;
  site?: ShownSite;
}

/** A store as a server process of its own opens it. */
function openStore({ build = "a build", origin = config.origin, site = shown }: Differing = {}) {
  return openPageStore({
    db,
    log,
    build,
    config: { ...config, origin },
    site: { shown: () => Promise.resolve(site) },
  });
}

async function makeArtist() {
  const { id } = await makeMusician(db, { bio: "0" });
  const path = `/artist/stored-${serial()}`;
  const setBio = (bio: string) =>
    db
      .asMusician(id)
      .write((tx) => tx.updateTable("musician_profiles").set({ bio }).where("user_id", "=", id).execute());
  const page = (text = "0"): StoredPage => ({
    tag: id,
    until: new Date(Date.now() + 60_000),
    headers: ["content-type", "text/html"],
    brotli: Buffer.from(text),
  });
  return { id, path, setBio, page };
}

/** Looks a page up and, where it isn't stored, stores what is given. Waits until that has happened. */
async function store(path: string, page: StoredPage): Promise<void> {
  const pages = await openStore();
  (await pages.lookUp(path))?.keep(page);
  await pages.close();
}

async function found(path: string, differing?: Differing): Promise<string | undefined> {
  const pages = await openStore(differing);
  return (await pages.lookUp(path))?.stored?.brotli.toString();
}

test("a page is found again by another process, whole", async () => {
  const { path, page } = await makeArtist();
  const stored = page();
  await store(path, stored);
  const pages = await openStore();
  expect((await pages.lookUp(path))?.stored).toEqual(stored);
  expect(await found("/artist/somebody-else")).toBeUndefined();
});

test("a page of another build, another address or other settings isn't found", async () => {
  const { path, page } = await makeArtist();
  await store(path, page());
  for (const differing of [
    { build: "the next" },
    { origin: "https://example.org" },
    { site: { ...shown, name: "Elsewhere" } },
  ])
    expect(await found(path, differing)).toBeUndefined();
  expect(await found(path)).toBe("0");
});

test("a page that changes by itself isn't found any more when it has", async () => {
  const { path, page } = await makeArtist();
  await store(path, { ...page(), until: new Date(Date.now() - 1) });
  expect(await found(path)).toBeUndefined();
});

test("a page holds until its artist's rows change, and is stored anew then", async () => {
  const { path, page, setBio } = await makeArtist();
  const other = await makeArtist();
  await store(path, page());
  await other.setBio("1");
  expect(await found(path)).toBe("0");
  await setBio("1");
  expect(await found(path)).toBeUndefined();
  await store(path, page("1"));
  expect(await found(path)).toBe("1");
});

test("every page is gone with a change that may be on any", async () => {
  const { path, page } = await makeArtist();
  await store(path, page());
  await makeMusician(db);
  expect(await found(path)).toBeUndefined();
});

test("a page that was read before a change and stored after it isn't found", async () => {
  const { path, page, setBio } = await makeArtist();
  const pages = await openStore();
  const lookedUp = await pages.lookUp(path);
  await setBio("1");
  lookedUp?.keep(page());
  await pages.close();
  expect(await found(path)).toBeUndefined();
});

test("a page that is stored while a change is under way goes with its commit, and stays with its rollback", async () => {
  for (const commits of [true, false]) {
    const { id, path, page } = await makeArtist();
    await db
      .asMusician(id)
      .write(async (tx) => {
        await tx.updateTable("musician_profiles").set({ bio: "1" }).where("user_id", "=", id).execute();
        await store(path, page());
        expect(await found(path)).toBe("0");
        if (!commits) throw new Error("No.");
      })
      .catch((error: Error) => expect(error.message).toBe("No."));
    expect(await found(path)).toBe(commits ? undefined : "0");
  }
});

test("whoever writes, renders and stores at once: no page is older than a change that was committed before it was asked for", async () => {
  const { id, path, page, setBio } = await makeArtist();
  const writes = 300;
  let committed = 0;
  let finds = 0;
  const stale: string[] = [];
  const pages = await Promise.all([openStore(), openStore()]);
  onTestFinished(async () => void (await Promise.all(pages.map((each) => each.close()))));
  const render = async (each: (typeof pages)[number]) => {
    const before = committed;
    const lookedUp = await each.lookUp(path);
    if (lookedUp?.stored) {
      finds++;
      const shown = Number(lookedUp.stored.brotli.toString());
      if (shown < before) stale.push(`${shown} after ${before}`);
      return;
    }
    const profile = await db
      .asVisitor()
      .read((tx) =>
        tx.selectFrom("musician_profiles").select("bio").where("user_id", "=", id).executeTakeFirst(),
      );
    lookedUp?.keep(page(profile?.bio ?? ""));
  };
  let isWriting = true;
  const visitors = pages.flatMap((each) =>
    [1, 2].map(async () => {
      while (isWriting) await render(each);
    }),
  );
  for (let write = 1; write <= writes; write++) {
    await setBio(String(write));
    committed = write;
    const findsBefore = finds;
    // Every tenth time the page is stored before the next change.
    if (write % 10 === 0) await vi.waitUntil(() => finds > findsBefore, { timeout: 10_000, interval: 1 });
  }
  isWriting = false;
  await Promise.all(visitors);
  expect(stale).toEqual([]);
  expect(finds).toBeGreaterThanOrEqual(writes / 10);
});

test("an account takes its stored pages along", async () => {
  const { id, path, page } = await makeArtist();
  await store(path, page());
  await db.asSystem().write((tx) => tx.deleteFrom("users").where("id", "=", id).execute());
  expect(await storedPaths()).not.toContain(path);
});

test("removed are pages that no longer hold, those from another database, and the oldest beyond the limit", async () => {
  await db.asSystem().write((tx) => tx.deleteFrom("rendered_pages").execute());
  const { id, path, page, setBio } = await makeArtist();
  await store(path, page());
  await setBio("1");
  const { id: user_id } = await makeMusician(db);
  await makeRenderedPage(db, { user_id, path: "/expired", expires_at: new Date(0) });
  await makeRenderedPage(db, { user_id, path: "/ahead", snapshot: "4000000000:4000000000:" });
  for (const [age, name] of ["/newest", "/middle", "/oldest"].entries())
    await makeRenderedPage(db, {
      user_id: id,
      path: name,
      body: Buffer.alloc(1000),
      stored_at: new Date(Date.now() + (60 - age) * 60_000),
    });
  await sweepRenderedPages(db, 2_500);
  expect(await storedPaths()).toEqual(["/middle", "/newest"]);
});

test("notes of changes are kept for a day", async () => {
  const { id, setBio } = await makeArtist();
  await setBio("1");
  const age = (hours: number) =>
    db.asSystem().write((tx) =>
      sql`insert into app.page_changes (user_id, by_transaction, changed_at)
            values (${id}, ${String(hours)}::xid8, now() - ${hours} * interval '1 hour')`.execute(tx),
    );
  await age(23);
  await age(25);
  await sweepRenderedPages(db, 1_000_000);
  const { rows } = await db
    .asSystem()
    .read((tx) =>
      sql<{ at: string }>`select by_transaction as at from app.page_changes where user_id = ${id}`.execute(
        tx,
      ),
    );
  expect(rows.map(({ at }) => at)).toContain("23");
  expect(rows.map(({ at }) => at)).not.toContain("25");
});

test("a database that can't be asked has no page, and says why", async () => {
  const warn = vi.spyOn(log, "warn").mockReturnValue();
  onTestFinished(() => warn.mockRestore());
  const refusing = {
    ...db,
    asVisitor: () => ({ ...db.asVisitor(), readOnce: () => Promise.reject(new Error("No.")) }),
  };
  const pages = await openPageStore({
    db: refusing,
    log,
    build: "a build",
    config,
    site: { shown: () => Promise.resolve(shown) },
  });
  expect(await pages.lookUp("/artist/nova")).toBeUndefined();
  expect(warn).toHaveBeenCalledOnce();
});

async function storedPaths(): Promise<string[]> {
  const rows = await db
    .asSystem()
    .read((tx) => tx.selectFrom("rendered_pages").select("path").orderBy("path").execute());
  return rows.map(({ path }) => path);
}
