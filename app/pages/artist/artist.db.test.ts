import { expect, test } from "vitest";
import { makeMusician } from "../../../tests/factories/accounts.ts";
import { makeTrack } from "../../../tests/factories/page.ts";
import { freshDatabase } from "../../../tests/harness/database.ts";
import { findArtistPage } from "./artist.server";

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
