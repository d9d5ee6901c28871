import { sql } from "kysely";
import { expect, test } from "vitest";
import { reservedCustomUrls } from "~/shared/reserved-custom-urls";
import { makeMusician, makeUser } from "../../../tests/factories/accounts.ts";
import { makeStoredImage } from "../../../tests/factories/page.ts";
import { asServerOwner, freshDatabase } from "../../../tests/harness/database.ts";
import { saveProfile } from "./commands.server";
import { customUrlIsFree, ownPictures, ownProfile } from "./queries.server";

const mara = {
  artist_name: "Mara",
  bio: "Songs for night buses.",
  location: "Malmö",
  performs_as: "solo",
  page_language: "en",
  other_languages: [] as string[],
  translations: {},
  custom_url: "mara",
  cover_image_size: "large",
  cover_focus_x: 50,
  cover_focus_y: 50,
} as const;

test("the first save creates the profile, the next ones change it", async () => {
  await using db = await freshDatabase();
  const user = await makeUser(db);
  await saveProfile({ db }, user.id, mara);
  await saveProfile({ db }, user.id, { ...mara, bio: "Louder now.", cover_image_size: "banner" });
  expect(await db.asMusician(user.id).read((tx) => ownProfile(tx, user.id))).toEqual({
    ...mara,
    bio: "Louder now.",
    cover_image_size: "banner",
  });
});

test("the translations that the appearance's form has stay, and all are in at most 20 languages", async () => {
  await using db = await freshDatabase();
  const { id } = await makeMusician(db, {
    translations: {
      de: { bio: "Lieder.", first_action_label: "Vorbestellen" },
      fr: { first_action_label: "Écouter" },
    },
  });
  const stored = async () => (await db.asMusician(id).read((tx) => ownProfile(tx, id)))?.translations;
  await saveProfile({ db }, id, { ...mara, translations: { de: { location: "Malmö" } } });
  const kept = {
    de: { location: "Malmö", first_action_label: "Vorbestellen" },
    fr: { first_action_label: "Écouter" },
  };
  expect(await stored()).toEqual(kept);
  await saveProfile({ db }, id, { ...mara, translations: undefined });
  expect(await stored()).toEqual(kept);
  const many = Array.from({ length: 19 }, (_, at) => [`de-${10 + at}`, { bio: "x" }]);
  await expect(
    saveProfile({ db }, id, { ...mara, translations: Object.fromEntries(many) }),
  ).rejects.toMatchObject({ field: "translations", publicText: "Please use at most 20 languages" });
  expect(await stored()).toEqual(kept);
});

test("a custom URL belongs to the first who took it", async () => {
  await using db = await freshDatabase();
  await makeMusician(db, { custom_url: "mara" });
  const late = await makeUser(db);
  await expect(saveProfile({ db }, late.id, mara)).rejects.toMatchObject({
    kind: "conflict",
    field: "custom_url",
    publicText: 'The custom URL "mara" is already taken. Please choose a different one.',
  });
  expect(await db.asMusician(late.id).read((tx) => ownProfile(tx, late.id))).toBeUndefined();
});

test("of many who save the same custom URL at once, one wins and the others are refused", async () => {
  await using db = await freshDatabase();
  const users = await Promise.all(Array.from({ length: 8 }, () => makeUser(db)));
  const outcomes = await Promise.allSettled(users.map(({ id }) => saveProfile({ db }, id, mara)));
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  for (const outcome of outcomes) {
    if (outcome.status === "rejected") expect(outcome.reason).toMatchObject({ field: "custom_url" });
  }
});

test("a given-up address stays its artist's alone for a year", async () => {
  await using db = await freshDatabase();
  const [artist, other] = [await makeUser(db), await makeUser(db)];
  await saveProfile({ db }, artist.id, mara);
  await saveProfile({ db }, artist.id, { ...mara, custom_url: "mara-lind" });
  const isFree = (userId: string) => db.asMusician(userId).read((tx) => customUrlIsFree(tx, "mara", userId));
  expect([await isFree(artist.id), await isFree(other.id)]).toEqual([true, false]);
  await expect(saveProfile({ db }, other.id, mara)).rejects.toMatchObject({ field: "custom_url" });
  // Without the question before, too.
  const take = db
    .asMusician(other.id)
    .write((tx) =>
      tx
        .insertInto("musician_profiles")
        .values({ user_id: other.id, artist_name: "M", custom_url: "mara" })
        .execute(),
    );
  await expect(take).rejects.toThrow("less than a year ago");
  await db
    .asSystem()
    .write((tx) => sql`update former_addresses set given_up_at = now() - interval '366 days'`.execute(tx));
  await saveProfile({ db }, other.id, mara);
  await expect(saveProfile({ db }, artist.id, mara)).rejects.toMatchObject({ field: "custom_url" });
});

test("the site's own words are refused as custom URLs, but an artist who had one before keeps it", async () => {
  await using db = await freshDatabase();
  const user = await makeUser(db);
  for (const custom_url of ["admin", "events", "signin", "newsletter", "uploads"]) {
    await expect(saveProfile({ db }, user.id, { ...mara, custom_url })).rejects.toMatchObject({
      field: "custom_url",
      publicText: `The custom URL "${custom_url}" is already taken. Please choose a different one.`,
    });
  }
  const { id } = await makeMusician(db, { custom_url: "newsletter" });
  await saveProfile({ db }, id, { ...mara, custom_url: "newsletter" });
  await expect(saveProfile({ db }, id, { ...mara, custom_url: "analytics" })).rejects.toMatchObject({
    field: "custom_url",
  });
});

test("the words that the database refuses are reserved as well", async () => {
  await using db = await freshDatabase();
  const rule = await asServerOwner(db.ownerUrl, async (client) => {
    const { rows } = await client.query<{ rule: string }>(`select pg_get_constraintdef(oid) as rule
      from pg_constraint where conname = 'musician_profiles_custom_url_reserved'`);
    return rows[0]?.rule ?? "";
  });
  const words = [...rule.matchAll(/'([^']+)'/g)].map(([, word]) => word);
  expect(words.length).toBeGreaterThan(40);
  expect([...reservedCustomUrls]).toEqual(expect.arrayContaining(words));
});

test("a custom URL that can't be checked counts as taken, and nothing is stored", async () => {
  await using db = await freshDatabase();
  const user = await makeUser(db);
  const may = (verb: string) =>
    asServerOwner(db.ownerUrl, (client) =>
      client.query(
        `${verb} select (id) on musician_profiles ${verb === "grant" ? "to" : "from"} handbill_musician`,
      ),
    );
  await may("revoke");
  await expect(saveProfile({ db }, user.id, mara)).rejects.toMatchObject({
    field: "custom_url",
    publicText: 'The custom URL "mara" is already taken. Please choose a different one.',
  });
  await may("grant");
  expect(await db.asMusician(user.id).read((tx) => ownProfile(tx, user.id))).toBeUndefined();
});

test("the pictures come with their stored metadata, and with their frame's shape where there are none", async () => {
  await using db = await freshDatabase();
  const { id } = await makeUser(db);
  const pictures = () => db.asMusician(id).read((tx) => ownPictures(tx, id));
  expect(await pictures()).toEqual({ avatar: null, cover: null });
  const { url } = await makeStoredImage(db, { user_id: id, widths: [200, 400] });
  const unknown = `/uploads/avatars/${id}/cover.webp`;
  await makeMusician(db, { user_id: id, avatar_url: url, cover_image: unknown });
  expect(await pictures()).toEqual({
    avatar: { src: url, width: 1600, height: 1200, widths: [200, 400], colour: "#6b5d4f" },
    cover: { src: unknown, width: 1200, height: 600, widths: [], colour: "#808080" },
  });
});
