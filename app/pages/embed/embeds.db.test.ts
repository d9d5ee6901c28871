import type { RouteConfigEntry } from "@react-router/dev/routes";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { ensureBuilt } from "#server/build.ts";
import { makeMusician } from "../../../tests/factories/accounts.ts";
import { makeEvent, makeRelease, makeReleaseTrack, makeTrack } from "../../../tests/factories/page.ts";
import { makeAccount } from "../../../tests/harness/account.ts";
import { openDatabaseOf, startHandbill } from "../../../tests/harness/handbill.ts";
import { password } from "../../../tests/harness/settings.ts";
import { setEmbeds } from "../../features/embeds/embeds.server.ts";
import routes from "../../routes.ts";

let handbill: Awaited<ReturnType<typeof startHandbill>>;
let db: Awaited<ReturnType<typeof openDatabaseOf>>;
let eventId: string;
let cookie: string;
/** Of an admin who is the artist as well: every screen opens for them. */
let userId: string;

beforeAll(async () => {
  await ensureBuilt(() => {});
  handbill = await startHandbill();
  db = await openDatabaseOf(handbill);
  userId = await makeAccount(db, "nova@example.org");
  await makeMusician(db, { user_id: userId, custom_url: "nova", artist_name: "Nova" });
  const track = await makeTrack(db, { user_id: userId, title: "Open Water" });
  await makeTrack(db, { user_id: userId, title: "Hidden", is_visible: false });
  const release = await makeRelease(db, { user_id: userId, title: "Sea" });
  await makeReleaseTrack(db, release, track.id);
  ({ id: eventId } = await makeEvent(db, { user_id: userId, title: "Boat", event_date: "2199-05-04" }));
  await db
    .asSystem()
    .write((tx) =>
      tx
        .updateTable("users")
        .set({ role: "admin", email_confirmed_at: new Date() })
        .where("id", "=", userId)
        .execute(),
    );
  const signedIn = await fetch(`${handbill.origin}/signin`, {
    method: "POST",
    redirect: "manual",
    body: new URLSearchParams({ email: "nova@example.org", password }),
  });
  cookie = signedIn.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");
}, 300_000);
afterAll(async () => {
  await db.close();
  await handbill[Symbol.asyncDispose]();
});

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(handbill.origin + path, { redirect: "manual", headers });
const frames = ["/tracks/open-water", "/music/sea", "/events"].map((path) => `/artist/nova${path}/embed`);
const policyOf = (answer: Response) => answer.headers.get("Content-Security-Policy") ?? "";

test("a frame may stand within any site, is the same with a session, and sets no cookie", async () => {
  // One that would be renewed.
  await db.asSystem().write((tx) =>
    tx
      .updateTable("sessions")
      .set({ last_seen_at: new Date("2026-01-01T00:00:00Z") })
      .execute(),
  );
  for (const frame of frames) {
    const answers = [await get(`${frame}/large/auto`), await get(`${frame}/large/auto`, { cookie })];
    for (const answer of answers) {
      expect([answer.status, policyOf(answer)]).toEqual([200, expect.stringContaining("frame-ancestors *")]);
      expect([answer.headers.get("X-Frame-Options"), answer.headers.getSetCookie()]).toEqual([null, []]);
      expect(answer.headers.get("Cache-Control")).toBe("public, no-cache");
    }
    const [visitors, own] = await Promise.all(answers.map((answer) => answer.text()));
    expect(own).toBe(visitors);
  }
});

test("every other page refuses to be framed by another site", async () => {
  const pathsOf = (entries: readonly RouteConfigEntry[]): string[] =>
    entries.flatMap(({ file, path = "", children = [] }) =>
      file === "layouts/embed.tsx"
        ? []
        : [...(path || children.length === 0 ? [path] : []), ...pathsOf(children)],
    );
  const values: Record<string, string> = {
    artistSlug: "nova",
    trackSlug: "open-water",
    releaseSlug: "sea",
    eventId,
    userId,
  };
  const paths = pathsOf(routes).map(
    (path) => `/${path.replace(/:(\w+)/g, (_, name) => values[name] ?? "x")}`,
  );
  expect(paths).toEqual(expect.arrayContaining(["/", "/artist/nova", "/artist/nova/events", "/music", "/*"]));
  const framable: string[] = [];
  let screens = 0;
  for (const path of paths) {
    // Signing out would end what this asks with.
    for (const answer of [await get(path), ...(path === "/signout" ? [] : [await get(path, { cookie })])]) {
      await answer.body?.cancel();
      if (!answer.headers.get("Content-Type")?.startsWith("text/html")) continue;
      screens += 1;
      if (!/frame-ancestors '(none|self)'/.test(policyOf(answer))) framable.push(path);
    }
  }
  expect(framable).toEqual([]);
  expect(screens).toBeGreaterThan(60);
});

test("former addresses lead on to the frame", async () => {
  const { id } = await makeMusician(db, { custom_url: "before", artist_name: "Someone" });
  const track = await makeTrack(db, { user_id: id, title: "Old Title" });
  await db.asSystem().write(async (tx) => {
    await tx.updateTable("music_tracks").set({ title: "New" }).where("id", "=", track.id).execute();
    await tx
      .updateTable("musician_profiles")
      .set({ custom_url: "after" })
      .where("user_id", "=", id)
      .execute();
  });
  const look = "embed/small/dark";
  const former = await get(`/artist/before/tracks/old-title/${look}`);
  const renamed = `/artist/after/tracks/old-title/${look}`;
  expect([former.status, former.headers.get("Location")]).toEqual([308, renamed]);
  const present = `/artist/after/tracks/new/${look}`;
  expect((await get(renamed)).headers.get("Location")).toBe(present);
  expect((await get(present)).status).toBe(200);
  const url = `${handbill.origin}/artist/before/tracks/old-title`;
  const answer = await (await get(`/oembed?${new URLSearchParams({ url })}`)).text();
  expect(answer).toContain("/artist/after/tracks/new/embed/");
});

test("in place of what is hidden, or of a look that there isn't, a small page may be framed", async () => {
  for (const path of [
    "tracks/hidden/embed/small/dark",
    "events/embed/huge/dark",
    "events/embed/small/pink",
    "events/embed/small",
    "music/sea/embed/small/dark/x",
  ]) {
    const answer = await get(`/artist/nova/${path}`, { "Accept-Encoding": "identity" });
    expect(answer.headers.get("X-Frame-Options")).toBe(null);
    expect([answer.status, policyOf(answer)]).toEqual([404, expect.stringContaining("frame-ancestors *")]);
    expect(await answer.text()).toContain("This isn&#x27;t here");
  }
});

test("where the artist lets no site show anything, frames are that page, oEmbed says 401, and no head tells of it", async () => {
  const { id } = await makeMusician(db, { custom_url: "shy", artist_name: "Shy One" });
  await makeTrack(db, { user_id: id, title: "Song" });
  const paths = ["", "/tracks/song", "/events"].map((path) => `/artist/shy${path}`);
  const ask = async () => ({
    frames: await Promise.all(
      paths.slice(1).map(async (path) => (await get(`${path}/embed/small/auto`)).status),
    ),
    oembed: await Promise.all(
      paths.map(async (path) => {
        const url = handbill.origin + path;
        return (await get(`/oembed?${new URLSearchParams({ url })}`)).status;
      }),
    ),
    announced: await Promise.all(
      paths.map(async (path) => (await (await get(path)).text()).includes("json+oembed")),
    ),
  });
  const on = { frames: [200, 200], oembed: [200, 200, 200], announced: [true, true, true] };
  expect(await ask()).toEqual(on);
  await setEmbeds({ db }, id, false);
  // The server hears of the change a moment later.
  const off = { frames: [404, 404], oembed: [401, 401, 401], announced: [false, false, false] };
  await expect.poll(ask).toEqual(off);
  await setEmbeds({ db }, id, true);
  await expect.poll(ask).toEqual(on);
});

const text = z.string().min(1);
const common = {
  version: z.literal("1.0"),
  title: text,
  author_name: z.literal("Nova"),
  author_url: z.url(),
  provider_name: text,
  provider_url: z.url(),
};
const thumbnail = { thumbnail_url: z.url(), thumbnail_width: z.int(), thumbnail_height: z.int() };
/** As oEmbed 1.0 has it: a thumbnail comes with both of its sides, or not at all. */
const ofType = (type: string, own: Record<string, z.ZodType>) =>
  z.union([
    z.strictObject({ ...common, type: z.literal(type), ...own, ...thumbnail }),
    z.strictObject({ ...common, type: z.literal(type), ...own }),
  ]);
const oembedSchema = z.union([
  ofType("link", {}),
  ofType("rich", { html: z.string().startsWith("<iframe "), width: z.int(), height: z.int() }),
]);

async function oembed(parameters: Record<string, string>, path = "") {
  const url = `${handbill.origin}${path}`;
  const answer = await get(`/oembed?${new URLSearchParams({ url, ...parameters })}`);
  expect(answer.status).toBe(200);
  expect(answer.headers.get("Access-Control-Allow-Origin")).toBe("*");
  return oembedSchema.parse(await answer.json());
}

test("oEmbed says how to show a page, and its head says where to ask", async () => {
  const kinds: [path: string, type: string, title: string][] = [
    ["/artist/nova", "link", "Nova"],
    ["/artist/nova/tracks/open-water", "rich", "Open Water"],
    ["/artist/nova/music/sea", "rich", "Sea"],
    ["/artist/nova/events", "rich", "Next dates"],
    [`/artist/nova/events#event-${eventId}`, "link", "Boat, Saturday, May 4, 2199, Leeds"],
  ];
  for (const [path, type, title] of kinds) {
    expect(await oembed({}, path), path).toMatchObject({
      type,
      title: expect.stringContaining(title.split(",")[0] ?? ""),
    });
  }
  for (const path of [
    "/artist/nova",
    "/artist/nova/tracks/open-water",
    "/artist/nova/music/sea",
    "/artist/nova/events",
  ]) {
    const html = await (await get(path)).text();
    const [, address = ""] =
      /<link rel="alternate" type="application\/json\+oembed"[^>]* href="([^"]+)"/.exec(html) ?? [];
    const announced = await fetch(address.replaceAll("&amp;", "&"));
    expect(await announced.json()).toEqual(await oembed({}, path));
  }
});

test("oEmbed's frame keeps to the room there is, and leads to a frame that opens", async () => {
  for (const [maxwidth, maxheight] of [
    [300, 1000],
    [2000, 200],
    [2000, 140],
    [200, 60],
  ] as const) {
    const answer = await oembed(
      { maxwidth: `${maxwidth}`, maxheight: `${maxheight}` },
      "/artist/nova/music/sea",
    );
    const { width, height, html } = z
      .object({ width: z.int(), height: z.int(), html: z.string() })
      .parse(answer);
    expect(width).toBeLessThanOrEqual(maxwidth);
    expect(height).toBeLessThanOrEqual(maxheight);
    // A picture of 1200 by 630 has no room in any of them.
    expect(answer).not.toHaveProperty("thumbnail_url");
    const [, src = ""] = /src="([^"]+)"/.exec(html) ?? [];
    expect((await fetch(src)).status).toBe(200);
  }
});

test("oEmbed knows JSON alone, nothing that isn't public, and no other site", async () => {
  const ask = (url: string, more: Record<string, string> = {}) =>
    get(`/oembed?${new URLSearchParams({ url, ...more })}`).then(({ status }) => status);
  const { origin } = handbill;
  expect(await ask(`${origin}/artist/nova`, { format: "xml" })).toBe(501);
  const unknown = [
    "",
    "no address",
    `https://elsewhere.example/artist/nova`,
    `${origin}/artist/nobody`,
    `${origin}/artist/%E0%A4%A`,
    `${origin}/signin`,
    `${origin}/artist/nova/tracks/hidden`,
    `${origin}/artist/nova/events#event-${userId}`,
    `${origin}/${"a".repeat(3000)}`,
  ];
  for (const url of unknown) expect(await ask(url), url).toBe(404);
});
