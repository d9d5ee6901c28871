import { expect, test } from "vitest";
import { today } from "~/shared/today";
import { makeMusician } from "../../../tests/factories/accounts.ts";
import { makeComment } from "../../../tests/factories/audience.ts";
import { makeEvent, makeRelease, makeTrack } from "../../../tests/factories/page.ts";
import { freshDatabase } from "../../../tests/harness/database.ts";
import { findArtistPage } from "./artist.server";
import { firstButton } from "./first-action.ts";

test("a custom URL comes before an artist of that name, and a name before a custom URL in another case", async () => {
  await using db = await freshDatabase();
  await makeMusician(db, { artist_name: "nova", custom_url: "the-name" });
  await makeMusician(db, { artist_name: "The Address", custom_url: "nova" });
  const find = async (slug: string) => (await findArtistPage(db.asVisitor(), slug))?.artistName;
  expect(await find("nova")).toBe("The Address");
  expect(await find("NOVA")).toBe("nova");
  expect(await find("THE-NAME")).toBe("nova");
  expect(await find("the address")).toBe("The Address");
  expect(await find("nobody")).toBeUndefined();
});

test("a former address leads to its artist: after exact custom URLs, before names", async () => {
  await using db = await freshDatabase();
  const { id } = await makeMusician(db, { artist_name: "Renamed", custom_url: "nova" });
  await makeMusician(db, { artist_name: "Nova", custom_url: "the-name" });
  const find = async (slug: string) => (await findArtistPage(db.asVisitor(), slug))?.customUrl;
  const moveTo = (custom_url: string) =>
    db
      .asMusician(id)
      .write((tx) =>
        tx.updateTable("musician_profiles").set({ custom_url }).where("user_id", "=", id).execute(),
      );
  await moveTo("nova-band");
  await moveTo("nova-trio");
  expect([await find("nova"), await find("nova-band"), await find("Nova")]).toEqual(
    Array(3).fill("nova-trio"),
  );
  await moveTo("nova");
  expect([await find("nova"), await find("nova-trio")]).toEqual(["nova", "nova"]);
});

test("a page shows visible tracks in their order, and nothing of the account", async () => {
  await using db = await freshDatabase();
  const told = { bio: "Tell your story...", plays_on: false };
  const { id: user_id, email, profile } = await makeMusician(db, told);
  await makeTrack(db, { user_id, title: "Second", display_order: 2 });
  await makeTrack(db, { user_id, title: "First", display_order: 1 });
  await makeTrack(db, { user_id, title: "Hidden", is_visible: false });
  const page = await findArtistPage(db.asVisitor(), profile.custom_url ?? "");
  expect(page?.tracks?.map(({ title }) => title)).toEqual(["First", "Second"]);
  expect([page?.bio, page?.playsOn]).toEqual([null, false]);
  expect(JSON.stringify(page)).not.toContain(email);
});

test("without its section there is no music", async () => {
  await using db = await freshDatabase();
  const { id: user_id } = await makeMusician(db, { custom_url: "quiet", show_music_section: false });
  await makeTrack(db, { user_id });
  expect(await findArtistPage(db.asVisitor(), "quiet")).toMatchObject({ tracks: null });
});

test("the newest track is the one that is on no release and newer than each, asked for only where it is offered", async () => {
  await using db = await freshDatabase();
  const { id: user_id } = await makeMusician(db, { custom_url: "nova", first_action: "play" });
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
  const newest = async () => (await findArtistPage(db.asVisitor(), "nova"))?.newestTrackId;
  expect(await newest()).toBeNull();
  await makeTrack(db, { user_id, created_at: daysAgo(9), display_order: 0 });
  const newer = await makeTrack(db, { user_id, created_at: daysAgo(4), display_order: 5 });
  await makeTrack(db, { user_id, created_at: daysAgo(1), is_visible: false });
  // Nobody hears of a draft, nor is one out that is only announced.
  await makeRelease(db, { user_id, published_at: null, release_date: "2020-01-01" });
  await makeRelease(db, { user_id, published_at: daysAgo(1), release_date: "2190-01-01" });
  expect(await newest()).toBe(newer.id);
  const day = daysAgo(2).toISOString().slice(0, 10);
  await makeRelease(db, { user_id, published_at: daysAgo(8), release_date: day });
  expect(await newest()).toBeNull();
  const last = await makeTrack(db, { user_id });
  expect(await newest()).toBe(last.id);
  await db
    .asMusician(user_id)
    .write((tx) =>
      tx
        .updateTable("musician_profiles")
        .set({ first_action: "show" })
        .where("user_id", "=", user_id)
        .execute(),
    );
  expect(await newest()).toBeNull();
});

test("the layouts besides the documented one show the newest five comments", async () => {
  await using db = await freshDatabase();
  const { id } = await makeMusician(db, { custom_url: "nova", layout: "split" });
  const shown = async () => {
    const page = await findArtistPage(db.asVisitor(), "nova");
    return [page?.comments?.map(({ content }) => content), page?.hasOlderComments];
  };
  for (const number of [5, 4, 3, 2, 1]) {
    const created_at = new Date(Date.now() - number * 3_600_000);
    await makeComment(db, { musician_id: id, content: `${number}`, created_at });
  }
  expect(await shown()).toEqual([["1", "2", "3", "4", "5"], false]);
  await makeComment(db, { musician_id: id, content: "0" });
  expect(await shown()).toEqual([["0", "1", "2", "3", "4"], true]);
  await db
    .asMusician(id)
    .write((tx) =>
      tx.updateTable("musician_profiles").set({ layout: "classic" }).where("user_id", "=", id).execute(),
    );
  expect(await shown()).toEqual([["0", "1", "2", "3", "4", "5"], false]);
});

test("a show is offered until its day is over everywhere", async () => {
  await using db = await freshDatabase();
  const { id: user_id } = await makeMusician(db, { custom_url: "nova", first_action: "show" });
  const offered = async () => {
    const page = await findArtistPage(db.asVisitor(), "nova");
    const button = page && firstButton(page, "/artist/nova");
    return button?.kind === "show" && button.show.title;
  };
  const day = (offset: number) => today(new Date(Date.now() + offset * 86_400_000));
  const ticket_url = "https://tickets.example/";
  await makeEvent(db, { user_id, title: "Over", event_date: day(-1), ticket_url });
  expect(await offered()).toBe(false);
  await makeEvent(db, { user_id, title: "Tomorrow", event_date: day(1), ticket_url });
  await makeEvent(db, { user_id, title: "Draft", event_date: day(0), ticket_url, is_published: false });
  expect(await offered()).toBe("Tomorrow");
  await makeEvent(db, { user_id, title: "Tonight", event_date: day(0), ticket_url });
  expect(await offered()).toBe("Tonight");
});
