import { join } from "node:path";
import { sql } from "kysely";
import { RouterContextProvider } from "react-router";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeMusician } from "../../../tests/factories/accounts.ts";
import { makePageLink } from "../../../tests/factories/page.ts";
import { freshServices } from "../../../tests/harness/services.ts";
import { findArtistPage } from "../../pages/artist/artist.server.ts";
import { servicesContext } from "../../services.server.ts";
import { versionOf } from "../../shared/form-version.ts";
import { viewerContext } from "../../viewer.server.ts";
import { startCounter } from "../analytics/counter.server.ts";
import { ownNumbers } from "../analytics/queries.server.ts";
import * as tool from "./dashboard.tsx";
import { linkValues } from "./schema.ts";
import { uploadKinds } from "./uploads.server.ts";

type Services = Awaited<ReturnType<typeof freshServices>>;
let services: Services;

beforeAll(async () => {
  services = await freshServices();
});
afterAll(() => services[Symbol.asyncDispose]());

/** The screen's arguments, in the name of one musician. */
function call(userId: string, fields?: Record<string, string>) {
  const context = new RouterContextProvider();
  context.set(servicesContext, services);
  context.set(viewerContext, { userId, email: "", role: "musician", isAdmin: false, isOwner: false });
  const url = new URL("http://localhost:3000/social-links/buttons");
  const request = new Request(url, fields && { method: "POST", body: new URLSearchParams(fields) });
  return { request, context, url, params: {}, pattern: "/social-links/buttons" as const };
}

async function load(userId: string) {
  const { own } = await tool.loader(call(userId));
  if (!own) throw new Error("The links were not loaded.");
  return own;
}
const send = (userId: string, fields: Record<string, string>): Promise<unknown> =>
  tool.action(call(userId, fields));
const add = (userId: string, title: string, fields: Record<string, string> = {}) =>
  send(userId, {
    intent: "save-link",
    title,
    url: "https://shop.example.org/",
    icon: "",
    time_zone: "Europe/Stockholm",
    ...fields,
  });
const pageOf = async (artist: { profile: { custom_url: string | null } }) => {
  const page = await findArtistPage(services.db.asVisitor(), artist.profile.custom_url ?? "");
  if (!page) throw new Error("There is no page.");
  return page;
};
const titles = (links: readonly { title: string }[] | null) => links?.map(({ title }) => title);

test("links are added at the end, changed, hidden and deleted, and stand on the page in their order", async () => {
  const artist = await makeMusician(services.db);
  const { id } = artist;
  expect(await add(id, "Vinyl", { icon: "record" })).toEqual({ savedLink: true });
  await add(id, "Shirts");
  await add(id, "Newsletter");
  const [vinyl, shirts, letters] = (await load(id)).links;
  expect(vinyl).toMatchObject({ title: "Vinyl", icon: "record", picture: null, clicks: 0 });
  await add(id, "Shirts and socks", { id: shirts?.id ?? "", url: "https://socks.example.org/" });
  await send(id, {
    intent: "reorder-links",
    order: [letters, vinyl, shirts].map((link) => link?.id).join(" "),
  });
  await send(id, { intent: "show-link", id: vinyl?.id ?? "", shown: "false" });
  expect((await pageOf(artist)).links).toMatchObject([
    { id: letters?.id, title: "Newsletter", url: "https://shop.example.org/", icon: null, picture: null },
    {
      id: shirts?.id,
      title: "Shirts and socks",
      url: "https://socks.example.org/",
      icon: null,
      picture: null,
    },
  ]);
  await send(id, { intent: "delete-link", id: letters?.id ?? "" });
  expect(titles((await load(id)).links)).toEqual(["Vinyl", "Shirts and socks"]);
});

test("a link is refused with what another tab has saved meanwhile, and saved over it on purpose", async () => {
  const { id: userId } = await makeMusician(services.db);
  const zone = "Europe/Stockholm";
  await add(userId, "Vinyl", { shown_until: "2031-06-01T10:00" });
  const opened = (await load(userId)).links[0];
  if (!opened) throw new Error("It is there.");
  const { id } = opened;
  const version = versionOf(linkValues(opened, zone));
  const first = { id, version, shown_until: "2031-07-01T10:00" };
  expect(await add(userId, "Tape", first)).toEqual({ savedLink: true });
  // The same once more, after a lost answer, is no conflict.
  expect(await add(userId, "Tape", first)).toEqual({ savedLink: true });
  const stored = {
    title: "Tape",
    url: "https://shop.example.org/",
    icon: "",
    shown_from: "",
    shown_until: "2031-07-01T10:00",
  };
  expect(await add(userId, "Shirt", { id, version, icon: "shirt" })).toMatchObject({
    data: { refused: { stored } },
    init: { status: 409 },
  });
  expect(titles((await load(userId)).links)).toEqual(["Tape"]);
  expect(await add(userId, "Shirt", { id, version: versionOf(stored), icon: "shirt" })).toEqual({
    savedLink: true,
  });
  // What isn't in the form is no conflict with it.
  await send(userId, { intent: "show-link", id, shown: "false" });
  const now = (await load(userId)).links[0];
  expect(now).toMatchObject({ title: "Shirt", icon: "shirt", shown_until: null, is_visible: false });
});

test("an artist who wants no links there has none, whichever are shown", async () => {
  const artist = await makeMusician(services.db);
  await add(artist.id, "Vinyl");
  expect(await send(artist.id, { intent: "show-links", shown: "false" })).toEqual({ shownLinks: false });
  expect((await pageOf(artist)).links).toBeNull();
  expect((await load(artist.id)).isShown).toBe(false);
  await send(artist.id, { intent: "show-links", shown: "true" });
  expect(titles((await pageOf(artist)).links)).toEqual(["Vinyl"]);
});

test("a link with times is there between them, and the page changes at the next of these", async () => {
  const artist = await makeMusician(services.db);
  const user_id = artist.id;
  const at = (seconds: number) => new Date(Math.floor(Date.now() / 1000 + seconds) * 1000);
  const [begins, ends] = [at(300), at(600)];
  await makePageLink(services.db, { user_id, title: "to come", shown_from: begins });
  await makePageLink(services.db, { user_id, title: "over", shown_until: at(-1) });
  await makePageLink(services.db, { user_id, title: "now", shown_from: at(-60), shown_until: ends });
  // A hidden one changes nothing.
  await makePageLink(services.db, { user_id, title: "hidden", shown_from: at(100), is_visible: false });
  const page = await pageOf(artist);
  expect(titles(page.links)).toEqual(["now"]);
  expect(page.linksChangeAt).toEqual(begins);
  const states = (await load(user_id)).links.map(({ hasBegun, isOver }) => [hasBegun, isOver]);
  expect(states).toEqual([
    [false, false],
    [true, true],
    [true, false],
    [false, false],
  ]);
  await services.db
    .asSystem()
    .write((tx) => tx.deleteFrom("page_links").where("title", "=", "to come").execute());
  expect((await pageOf(artist)).linksChangeAt).toEqual(ends);
});

test("a link comes by itself, at its second", async () => {
  const artist = await makeMusician(services.db);
  const begins = new Date(Date.now() + 1500);
  await makePageLink(services.db, { user_id: artist.id, title: "soon", shown_from: begins });
  expect((await pageOf(artist)).links).toEqual([]);
  await expect
    .poll(async () => titles((await pageOf(artist)).links), { interval: 50, timeout: 10_000 })
    .toEqual(["soon"]);
  expect(Date.now()).toBeGreaterThanOrEqual(begins.getTime());
});

test("times are taken and given back in the zone of the form", async () => {
  const { id } = await makeMusician(services.db);
  await add(id, "Vinyl", { shown_from: "2027-01-31T18:00", shown_until: "2027-02-28T23:59" });
  expect((await load(id)).links).toMatchObject([
    { shown_from: new Date("2027-01-31T17:00Z"), shown_until: new Date("2027-02-28T22:59Z") },
  ]);
});

test("there are never more than a hundred, also where two are added at once", async () => {
  const { id } = await makeMusician(services.db);
  await services.db.asSystem().write((tx) =>
    tx
      .insertInto("page_links")
      .values(
        Array.from({ length: 99 }, (_, n) => ({
          user_id: id,
          title: `${n}`,
          url: "https://example.org/",
          display_order: n + 1,
        })),
      )
      .execute(),
  );
  const answers = await Promise.all(["a", "b", "c"].map((title) => add(id, title)));
  expect(answers.filter((answer) => Object.hasOwn(Object(answer), "savedLink"))).toHaveLength(1);
  expect(answers).toContainEqual(
    expect.objectContaining({
      data: { refused: expect.objectContaining({ errors: { form: "Maximum of 100 links allowed" } }) },
    }),
  );
  expect((await load(id)).links).toHaveLength(100);
});

test("an order from a tab that lacks a new link keeps it where it was", async () => {
  const { id } = await makeMusician(services.db);
  for (const title of ["one", "two"]) await add(id, title);
  const seen = (await load(id)).links.map((link) => link.id);
  await add(id, "three");
  await send(id, { intent: "reorder-links", order: seen.toReversed().join(" ") });
  expect(titles((await load(id)).links)).toEqual(["two", "one", "three"]);
});

test("another's links answer 404 and stay as they are", async () => {
  const [me, them] = [await makeMusician(services.db), await makeMusician(services.db)];
  const theirs = await makePageLink(services.db, { user_id: them.id, title: "theirs" });
  const own = await makePageLink(services.db, { user_id: me.id });
  const attempts: Record<string, string>[] = [
    { intent: "show-link", id: theirs.id, shown: "false" },
    { intent: "delete-link", id: theirs.id },
    { intent: "remove-link-picture", id: theirs.id },
    { intent: "reorder-links", order: `${theirs.id} ${own.id}` },
  ];
  for (const fields of attempts) {
    expect(await send(me.id, fields), fields.intent).toMatchObject({ init: { status: 404 } });
  }
  expect(await add(me.id, "mine now", { id: theirs.id })).toMatchObject({ init: { status: 404 } });
  const file = { name: "a.png", size: 10, type: "image/png", about: { link: theirs.id } };
  await expect(uploadKinds["link-picture"].admit(file, services, me.id)).rejects.toMatchObject({
    kind: "not-found",
  });
  expect((await load(them.id)).links).toMatchObject([{ title: "theirs", is_visible: true }]);
});

test("a picture is stored as a square, seen with its link alone, and goes with it", async () => {
  const artist = await makeMusician(services.db);
  const { id: user_id } = artist;
  const link = await makePageLink(services.db, { user_id });
  const give = async (colour: string) => {
    const path = join(services.config.dataDir, `link-${colour.slice(1)}.png`);
    await sharp({ create: { width: 900, height: 600, channels: 3, background: colour } }).toFile(path);
    await uploadKinds["link-picture"].accept(services, user_id, {
      id: colour.slice(1),
      path,
      name: "shirt.png",
      size: 1000,
      about: { link: link.id },
    });
    const [{ picture } = { picture: null }] = (await pageOf(artist)).links ?? [];
    if (!picture) throw new Error("The link has no picture.");
    return picture;
  };
  const readable = async (address: string) => {
    const [row] = await services.db
      .asVisitor()
      .read((tx) => sql<{ readable: boolean }>`select app.may_read_file(${address}) as readable`.execute(tx))
      .then(({ rows }) => rows);
    return row?.readable;
  };
  const first = await give("#804020");
  expect(first).toMatchObject({ width: 320, height: 320 });
  const bytes = await services.db
    .asSystem()
    .read((tx) =>
      tx.selectFrom("stored_images").select("bytes").where("user_id", "=", user_id).executeTakeFirstOrThrow(),
    );
  expect(bytes.bytes).toBeGreaterThan(0);
  expect(await readable(first.src)).toBe(true);
  await send(user_id, { intent: "show-link", id: link.id, shown: "false" });
  expect(await readable(first.src)).toBe(false);
  await send(user_id, { intent: "show-link", id: link.id, shown: "true" });

  const second = await give("#204080");
  const leftOver = () =>
    services.db
      .asSystem()
      .read((tx) =>
        tx.selectFrom("files_to_remove").select("url").where("url", "like", `%${user_id}%`).execute(),
      );
  expect(await leftOver()).toEqual([{ url: first.src }]);
  await send(user_id, { intent: "delete-link", id: link.id });
  expect((await leftOver()).map(({ url }) => url).sort()).toEqual([first.src, second.src].sort());
});

test("clicks count for the link that was pressed, also where two lead to one address", async () => {
  const artist = await makeMusician(services.db);
  const user_id = artist.id;
  const url = "https://shop.example.org/";
  const vinyl = await makePageLink(services.db, { user_id, title: "Vinyl", url });
  const tape = await makePageLink(services.db, { user_id, title: "Tape", url });
  const hidden = await makePageLink(services.db, { user_id, title: "Hidden", is_visible: false });
  const counter = startCounter(services);
  const from = {
    network: "203.0.113.7",
    headers: { "user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0" },
    userId: undefined,
  };
  for (const target of [vinyl.id, tape.id, tape.id, hidden.id]) {
    const report = { artist: user_id, from: "", tag: "", touch: false, events: [["clicks", target]] };
    counter.receive(JSON.stringify(report), from);
  }
  await counter.close();
  expect((await load(user_id)).links.map(({ title, clicks }) => [title, clicks])).toEqual([
    ["Vinyl", 1],
    ["Tape", 2],
    ["Hidden", 0],
  ]);
  const numbers = await services.db
    .asMusician(user_id)
    .read((tx) => ownNumbers(tx, services.declarations, user_id, "30", "clicks"));
  expect(numbers.links).toEqual([
    { name: "Tape", count: 2 },
    { name: "Vinyl", count: 1 },
  ]);
});
