import { afterAll, beforeAll, expect, test } from "vitest";
import { makeMusician } from "../tests/factories/accounts.ts";
import { makeBooking, makeComment, makeIssue } from "../tests/factories/audience.ts";
import { makePhoto, makeTrack } from "../tests/factories/page.ts";
import { makeWorld, type Relation } from "../tests/factories/world.ts";
import { askApi, keyFor } from "../tests/harness/api.ts";
import { freshServices } from "../tests/harness/services.ts";
import { apiResources } from "./pages/api/resources.server.ts";

let services: Awaited<ReturnType<typeof freshServices>>;
let world: Relation;

beforeAll(async () => {
  services = await freshServices();
  world = (await makeWorld(services.db)).asA;
});
afterAll(() => services[Symbol.asyncDispose]());

async function artist() {
  const { id } = await makeMusician(services.db);
  const key = await keyFor(services, id);
  const ask = async (method: string, path: string, json?: unknown) => {
    const { status, json: answer } = await askApi(services, method, path, { key, json });
    return { status, answer };
  };
  return { id, ask };
}

test.each(apiResources.filter(({ isSingle }) => !isSingle))(
  "of $path each account sees and writes its own",
  async (one) => {
    const { me, them } = world;
    const listOf = async (key: string) =>
      (await askApi(services, "GET", `${one.path}?limit=100`, { key })).json.items.map(
        ({ id }: { id: string }) => id,
      );
    const mine = await keyFor(services, me.id);
    const theirs = await listOf(await keyFor(services, them.id));
    const own = await listOf(mine);
    expect(own.length).toBeGreaterThan(0);
    expect(theirs.length).toBeGreaterThan(0);
    expect(own.filter((id: string) => theirs.includes(id))).toEqual([]);
    for (const id of theirs) {
      expect((await askApi(services, "GET", `${one.path}/${id}`, { key: mine })).status).toBe(404);
      if (one.update) {
        const change = await askApi(services, "PATCH", `${one.path}/${id}`, { key: mine, json: {} });
        expect(change.status).toBe(404);
      }
      if (one.remove)
        expect((await askApi(services, "DELETE", `${one.path}/${id}`, { key: mine })).status).toBe(404);
      if (one.reorder) {
        const order = await askApi(services, "PUT", `${one.path}/order`, {
          key: mine,
          json: { order: [id] },
        });
        expect(order.status).toBe(404);
      }
    }
  },
);

test("the profile is read and changed; an address that is taken is refused", async () => {
  const { ask } = await artist();
  const other = await makeMusician(services.db);
  const before = (await ask("GET", "profile")).answer;
  const changed = await ask("PATCH", "profile", {
    bio: "New words",
    performs_as: "group",
    page_language: "en",
    other_languages: ["en", "de", "is"],
    cover_focus_x: 10,
  });
  expect(changed.answer).toMatchObject({
    artist_name: before.artist_name,
    bio: "New words",
    performs_as: "group",
    page_language: "en",
    // The page's own isn't another.
    other_languages: ["de", "is"],
    cover_focus_x: 10,
  });
  expect(changed.answer.custom_url).toBe(before.custom_url);
  const taken = await ask("PATCH", "profile", { custom_url: other.profile.custom_url });
  expect([taken.status, taken.answer.errors[0].pointer]).toEqual([409, "#/custom_url"]);
});

test("tracks are changed, put in order and deleted", async () => {
  const { id, ask } = await artist();
  const [one, two] = [
    await makeTrack(services.db, { user_id: id }),
    await makeTrack(services.db, { user_id: id }),
  ];
  const details = {
    title: "Dawn",
    is_visible: false,
    lyrics: "La la",
    isrc: "DE-A01-26-00001",
    licence: "cc-by",
  };
  const changed = await ask("PATCH", `tracks/${one.id}`, details);
  expect(changed.answer).toMatchObject({ ...details, isrc: "DEA012600001", downloads_enabled: true });
  expect((await ask("PATCH", `tracks/${one.id}`, { lyrics: null })).answer).toMatchObject({
    lyrics: null,
    title: "Dawn",
  });
  expect((await ask("PATCH", `tracks/${one.id}`, { isrc: "x" })).status).toBe(422);
  expect((await ask("PUT", "tracks/order", { order: [two.id, one.id] })).status).toBe(204);
  const places = (await ask("GET", "tracks")).answer.items.map(
    (track: { id: string; display_order: number }) => [track.id, track.display_order],
  );
  expect(new Map(places)).toEqual(
    new Map([
      [two.id, 1],
      [one.id, 2],
    ]),
  );
  expect((await ask("DELETE", `tracks/${one.id}`)).status).toBe(204);
  expect((await ask("GET", "tracks")).answer.items).toHaveLength(1);
});

test("a release is made with its tracks and links in one request, published, changed and taken back", async () => {
  const { id, ask } = await artist();
  const tracks = [
    await makeTrack(services.db, { user_id: id }),
    await makeTrack(services.db, { user_id: id }),
  ];
  const [one = "", two = ""] = tracks.map((track) => track.id);
  const soon = new Date(Date.now() + 86_400_000).toISOString();
  const made = await ask("POST", "releases", {
    ...{
      title: "Dawn",
      kind: "ep",
      licence: "cc-by",
      time_zone: "Europe/Berlin",
      release_date: "2030-01-01",
    },
    ...{ links: ["https://dawn.bandcamp.com/album/dawn"], tracks: [two, one], published_at: soon },
  });
  expect([made.status, made.answer]).toMatchObject([
    201,
    { kind: "ep", links: ["https://dawn.bandcamp.com/album/dawn"], tracks: [two, one], published_at: soon },
  ]);
  const path = `releases/${made.answer.id}`;
  const changed = await ask("PATCH", path, { tracks: [one], published_at: null, description: "Words" });
  expect(changed.answer).toMatchObject({
    tracks: [one],
    published_at: null,
    description: "Words",
    licence: "cc-by",
  });
  const out = await ask("PATCH", path, { published_at: new Date(0).toISOString() });
  expect(Math.abs(Date.parse(out.answer.published_at) - Date.now())).toBeLessThan(600_000);
  // Nothing of a refused change stays.
  const stranger = await makeTrack(services.db);
  expect((await ask("PATCH", path, { title: "Dusk", tracks: [one, stranger.id] })).status).toBe(404);
  expect((await ask("GET", path)).answer).toMatchObject({ title: "Dawn", tracks: [one] });
  expect((await ask("DELETE", path)).status).toBe(204);
  expect((await ask("GET", path)).status).toBe(404);
});

test("photos get their words, and an order", async () => {
  const { id, ask } = await artist();
  const [one, two] = [
    await makePhoto(services.db, { user_id: id }),
    await makePhoto(services.db, { user_id: id }),
  ];
  const changed = await ask("PATCH", `photos/${one.id}`, { alt_text: "A stage" });
  expect(changed.answer).toMatchObject({ alt_text: "A stage", caption: one.caption });
  expect((await ask("PUT", "photos/order", { order: [two.id, one.id] })).status).toBe(204);
  expect((await ask("DELETE", `photos/${one.id}`)).status).toBe(204);
});

test("videos, links and social links are added, changed, put in order and deleted", async () => {
  const { ask } = await artist();
  const kinds = {
    videos: {
      sent: { title: "Live", video_type: "youtube", video_url: "https://youtu.be/abcdefghijk" },
      stored: { is_visible: true, is_primary: false, thumbnail_url: expect.stringContaining("abcdefghijk") },
      change: { is_primary: true, is_visible: false },
    },
    links: {
      sent: { title: "Shop", url: "shop.example", shown_from: "2030-01-02T03:04:05.678Z" },
      stored: {
        url: "https://shop.example/",
        icon: null,
        shown_from: "2030-01-02T03:04:05.000Z",
        is_visible: true,
      },
      change: { icon: "shop", is_visible: false },
    },
    "social-links": {
      sent: { platform: "mastodon", url: "https://mastodon.example/@dawn" },
      stored: { platform: "mastodon" },
      change: { url: "https://other.example/@dawn" },
    },
  };
  for (const [path, { sent, stored, change }] of Object.entries(kinds)) {
    const added = await ask("POST", path, sent);
    expect([path, added.status, added.answer]).toMatchObject([path, 201, stored]);
    const one = `${path}/${added.answer.id}`;
    expect((await ask("PATCH", one, change)).answer, path).toEqual({
      ...added.answer,
      ...change,
      ...touched(added.answer),
    });
    expect((await ask("PUT", `${path}/order`, { order: [added.answer.id] })).status, path).toBe(204);
    expect((await ask("DELETE", one)).status, path).toBe(204);
    expect((await ask("GET", path)).answer.items, path).toEqual([]);
  }
});

const touched = (row: object) => ("updated_at" in row ? { updated_at: expect.any(String) } : {});

test("a booking request is decided once", async () => {
  const { id, ask } = await artist();
  const booking = await makeBooking(services.db, { musician_id: id });
  const path = `bookings/${booking.id}`;
  const read = await ask("PATCH", path, { is_read: true });
  expect(read.answer).toMatchObject({ is_read: true, status: "pending" });
  const accepted = await ask("PATCH", path, { status: "accepted" });
  expect(accepted.answer).toMatchObject({ status: "accepted" });
  expect((await ask("PATCH", path, { status: "accepted" })).status).toBe(200);
  expect((await ask("PATCH", path, { status: "declined" })).status).toBe(409);
  expect((await ask("DELETE", path)).status).toBe(204);
});

test("comments are approved, answered and deleted", async () => {
  const { id, ask } = await artist();
  const comment = await makeComment(services.db, { musician_id: id, is_approved: false });
  const path = `comments/${comment.id}`;
  const approved = await ask("PATCH", path, { is_approved: true, answer: "Thank you!" });
  expect(approved.answer).toMatchObject({ is_approved: true, answer: "Thank you!" });
  expect((await ask("PATCH", path, { answer: null })).answer).toMatchObject({
    is_approved: true,
    answer: null,
  });
  expect((await ask("PATCH", path, { content: "Mine" })).status).toBe(422);
  expect((await ask("DELETE", path)).status).toBe(204);
});

test("a subscriber is added unconfirmed, once, and deleted", async () => {
  const { ask } = await artist();
  const sent = { subscriber_email: "Fan@Example.org", consent_note: "At the merch table, 3 May" };
  const added = await ask("POST", "subscribers", sent);
  expect([added.status, added.answer]).toMatchObject([
    201,
    { subscriber_email: "fan@example.org", confirmed_at: null, source: "import", subscriber_name: null },
  ]);
  expect((await ask("POST", "subscribers", sent)).status).toBe(409);
  const unasked = { ...sent, subscriber_email: "b@example.org", consent_note: null };
  const refused = await ask("POST", "subscribers", unasked);
  expect([refused.status, refused.answer.errors[0].pointer]).toEqual([422, "#/consent_note"]);
  expect((await ask("DELETE", `subscribers/${added.answer.id}`)).status).toBe(204);
});

test("a letter is a draft that is changed until it is sent", async () => {
  const { id, ask } = await artist();
  const made = await ask("POST", "letters", { title: "Spring", body: "Dear all" });
  expect([made.status, made.answer]).toMatchObject([
    201,
    { status: "draft", look: "sheet", in_archive: true },
  ]);
  const changed = await ask("PATCH", `letters/${made.answer.id}`, {
    body: "Dear friends",
    in_archive: false,
  });
  expect(changed.answer).toMatchObject({ title: "Spring", body: "Dear friends", in_archive: false });
  const sent = await makeIssue(services.db, { musician_id: id, status: "sent", started_at: new Date() });
  expect((await ask("PATCH", `letters/${sent.id}`, { title: "Another" })).status).toBe(409);
  expect((await ask("DELETE", `letters/${made.answer.id}`)).status).toBe(204);
});
