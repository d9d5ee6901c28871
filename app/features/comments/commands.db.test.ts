import { afterAll, beforeAll, expect, test } from "vitest";
import { makeMusician } from "../../../tests/factories/accounts.ts";
import { makeRelease, makeReleaseTrack, makeTrack } from "../../../tests/factories/page.ts";
import { serial } from "../../../tests/factories/serial.ts";
import { freshServices } from "../../../tests/harness/services.ts";
import { postComment } from "./commands.server.ts";
import { commentSchema } from "./schema.ts";

let services: Awaited<ReturnType<typeof freshServices>>;

beforeAll(async () => {
  services = await freshServices();
});
afterAll(() => services[Symbol.asyncDispose]());

const newNetwork = () => `10.1.${serial()}.1`;

function post(artistId: string, content: string, { author_name = "Ines", from = newNetwork() } = {}) {
  return postComment(services, artistId, from, commentSchema.parse({ author_name, content }));
}

function storedFor(artistId: string) {
  return services.db
    .asSystem()
    .read((tx) =>
      tx
        .selectFrom("fan_comments")
        .selectAll()
        .where("musician_id", "=", artistId)
        .orderBy("created_at")
        .execute(),
    );
}

test("a clean comment is approved at once, trimmed, with the server's own time", async () => {
  const { id } = await makeMusician(services.db);
  const form = { author_name: "  Ines ", content: " First line\r\n\r\n\r\nsecond \u202eenil 🔥 <b>\u2028 " };
  const sent = { ...form, is_approved: "false", id: "mine", created_at: "1999-01-01" };
  expect(await postComment(services, id, newNetwork(), commentSchema.parse(sent))).toBe("posted");
  const [row, ...more] = await storedFor(id);
  expect(more).toEqual([]);
  expect(row).toMatchObject({
    author_name: "Ines",
    content: "First line\n\nsecond enil 🔥 <b>",
    is_approved: true,
  });
  expect(Date.now() - Number(row?.created_at)).toBeLessThan(60_000);
});

test("one that looks like spam is kept back", async () => {
  const { id } = await makeMusician(services.db);
  expect(await post(id, "cheap-followers.com")).toBe("pending");
  expect(await storedFor(id)).toMatchObject([{ content: "cheap-followers.com", is_approved: false }]);
});

test("the longest text that the form takes fits, in whatever characters", async () => {
  const { id } = await makeMusician(services.db);
  for (const content of [
    "🎸 ".repeat(667).slice(0, 2000),
    "\n".repeat(1999),
    "é".repeat(35),
    "字句。".repeat(600),
  ]) {
    const parsed = commentSchema.safeParse({ author_name: "n".repeat(100), content });
    if (parsed.success) await postComment(services, id, newNetwork(), parsed.data);
  }
  expect(await storedFor(id)).toHaveLength(3);
});

test.each([
  ["clean", "See you in May!", "posted", true],
  ["kept back", "www.example.org", "pending", false],
])("twenty at once of the same one that is %s are one", async (_, content, answer, is_approved) => {
  const { id } = await makeMusician(services.db);
  const answers = await Promise.all(Array.from({ length: 20 }, () => post(id, content)));
  expect(new Set(answers)).toEqual(new Set([answer]));
  expect(await storedFor(id)).toMatchObject([{ content, is_approved }]);
});

test("the same words by another visitor, or to another artist, are another comment", async () => {
  const [one, other] = [await makeMusician(services.db), await makeMusician(services.db)];
  await post(one.id, "Great show!");
  await post(one.id, "Great show!", { author_name: "Olu" });
  await post(other.id, "Great show!");
  expect(await storedFor(one.id)).toHaveLength(2);
  expect(await storedFor(other.id)).toHaveLength(1);
});

test("after ten minutes the same words are new ones", async () => {
  const { id } = await makeMusician(services.db);
  await post(id, "Still my favourite");
  await services.db.asSystem().write((tx) =>
    tx
      .updateTable("fan_comments")
      .set({ created_at: new Date(Date.now() - 11 * 60_000) })
      .where("musician_id", "=", id)
      .execute(),
  );
  await post(id, "Still my favourite");
  expect(await storedFor(id)).toHaveLength(2);
});

test("one hand that writes and writes is kept back from the eleventh comment on", async () => {
  const { id } = await makeMusician(services.db);
  const from = newNetwork();
  const answers = [];
  for (let count = 1; count <= 12; count++) answers.push(await post(id, `Number ${count}`, { from }));
  expect(answers).toEqual([...Array(10).fill("posted"), "pending", "pending"]);
  expect(await post(id, "Somebody else at the same venue", { from, author_name: "Olu" })).toBe("posted");
});

test("the same longer words all over the place are kept back, short ones aren't", async () => {
  const everywhere = async (content: string) => {
    const answers = [];
    for (let count = 1; count <= 12; count++) {
      answers.push(
        await post((await makeMusician(services.db)).id, content, { author_name: `Fan ${count}` }),
      );
    }
    return answers;
  };
  expect(await everywhere("Check out my new single, it is very good!")).toEqual([
    ...Array(10).fill("posted"),
    ...Array(2).fill("pending"),
  ]);
  expect(await everywhere("Great show!")).toEqual(Array(12).fill("posted"));
});

test("a venue full of fans can write, a flood within a minute is kept back, an endless one refused", async () => {
  const { id } = await makeMusician(services.db);
  const from = newNetwork();
  const fan = (number: number) =>
    post(id, `Hello from seat ${number}`, { from, author_name: `Fan ${number}` });
  const answers = [];
  for (let number = 1; number <= 41; number++) answers.push(await fan(number));
  expect(answers).toEqual([...Array(40).fill("posted"), "pending"]);

  await services.db
    .asSystem()
    .write((tx) =>
      tx
        .updateTable("rate_limits")
        .set({ points: 600 })
        .where("key", "like", "comment-network:%")
        .where("points", "=", 41)
        .execute(),
    );
  await expect(fan(42)).rejects.toMatchObject({ kind: "too-many", status: 429 });
  expect(await storedFor(id)).toHaveLength(41);
});

test("no network stands in the limits in clear", async () => {
  const { id } = await makeMusician(services.db);
  await post(id, "Hello", { from: "203.0.113.77" });
  const rows = await services.db
    .asSystem()
    .read((tx) => tx.selectFrom("rate_limits").select("key").execute());
  expect(JSON.stringify(rows)).not.toContain("203.0.113.77");
});

test("a page without comments, or without an artist, takes none", async () => {
  const { id } = await makeMusician(services.db, { show_comments_section: false });
  const refusal = { kind: "conflict", publicText: "This page doesn't take comments at the moment." };
  await expect(post(id, "Hello")).rejects.toMatchObject(refusal);
  await expect(post(id, "Hello")).rejects.toMatchObject(refusal);
  await expect(post("00000000-0000-4000-8000-000000000000", "Hello")).rejects.toMatchObject(refusal);
  expect(await storedFor(id)).toEqual([]);
});

function pin(artistId: string, track_id: string, at: string, content = `At ${at}`) {
  const form = commentSchema.parse({ author_name: "Ines", content, track_id, at });
  return postComment(services, artistId, newNetwork(), form);
}
const pinsOf = async (artistId: string) =>
  (await storedFor(artistId)).map(({ track_id, track_seconds }) => [track_id, track_seconds]);

test("a comment is pinned to a second of a track; the same words at another second are another comment", async () => {
  const { id: user_id } = await makeMusician(services.db);
  const { id } = await makeTrack(services.db, { user_id, duration: 180 });
  for (const at of ["1:15", "1:15", "3:00"]) expect(await pin(user_id, id, at, "This!")).toBe("posted");
  expect(await pin(user_id, id, " ", "This!")).toBe("posted");
  expect(await pinsOf(user_id)).toEqual([
    [id, 75],
    [id, 180],
    [null, null],
  ]);
  await expect(pin(user_id, id, "3:01")).rejects.toMatchObject({
    field: "at",
    publicText: "This track ends at 3:00",
  });
});

test("a track of unknown length takes any second, and keeps the comment when it goes", async () => {
  const { id: user_id } = await makeMusician(services.db);
  const { id } = await makeTrack(services.db, { user_id, duration: null });
  await pin(user_id, id, "1:15:00");
  expect(await pinsOf(user_id)).toEqual([[id, 4500]]);
  await services.db
    .asMusician(user_id)
    .write((tx) => tx.deleteFrom("music_tracks").where("id", "=", id).execute());
  expect(await storedFor(user_id)).toMatchObject([
    { content: "At 1:15:00", track_id: null, is_approved: true },
  ]);
});

test("nobody pins a comment to a track that isn't on the artist's page", async () => {
  const { id: user_id } = await makeMusician(services.db);
  const hidden = await makeTrack(services.db, { user_id, is_visible: false });
  const toCome = await makeTrack(services.db, { user_id });
  await makeReleaseTrack(
    services.db,
    await makeRelease(services.db, { user_id, release_date: "2199-01-01" }),
    toCome.id,
  );
  const theirs = await makeTrack(services.db);
  for (const { id } of [hidden, toCome, theirs]) {
    await expect(pin(user_id, id, "0:10")).rejects.toMatchObject({
      field: "at",
      publicText: "This track is not on the page any more.",
    });
  }
  expect(await storedFor(user_id)).toEqual([]);
});
