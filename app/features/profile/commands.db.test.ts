import { expect, test } from "vitest";
import { makeMusician, makeUser } from "../../../tests/factories/accounts.ts";
import { freshDatabase } from "../../../tests/harness/database.ts";
import { saveProfile } from "./commands.server";
import { ownProfile } from "./queries.server";

const mara = {
  artist_name: "Mara",
  bio: "Songs for night buses.",
  location: "Malmö",
  custom_url: "mara",
  cover_image_size: "large",
} as const;

test("the first save creates the profile, the next ones change it", async () => {
  await using db = await freshDatabase();
  const user = await makeUser(db);
  await saveProfile(db, user.id, mara);
  await saveProfile(db, user.id, { ...mara, bio: "Louder now.", cover_image_size: "banner" });
  expect(await db.asMusician(user.id).read((tx) => ownProfile(tx, user.id))).toEqual({
    ...mara,
    bio: "Louder now.",
    cover_image_size: "banner",
  });
});

test("a custom URL belongs to the first who took it", async () => {
  await using db = await freshDatabase();
  await makeMusician(db, { custom_url: "mara" });
  const late = await makeUser(db);
  await expect(saveProfile(db, late.id, mara)).rejects.toMatchObject({
    kind: "conflict",
    field: "custom_url",
    publicText: 'The custom URL "mara" is already taken. Please choose a different one.',
  });
  expect(await db.asMusician(late.id).read((tx) => ownProfile(tx, late.id))).toBeUndefined();
});

test("of many who save the same custom URL at once, one wins and the others are told", async () => {
  await using db = await freshDatabase();
  const users = await Promise.all(Array.from({ length: 8 }, () => makeUser(db)));
  const outcomes = await Promise.allSettled(users.map(({ id }) => saveProfile(db, id, mara)));
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  for (const outcome of outcomes) {
    if (outcome.status === "rejected") expect(outcome.reason).toMatchObject({ field: "custom_url" });
  }
});

test("the site's own words are nobody's custom URL", async () => {
  await using db = await freshDatabase();
  const user = await makeUser(db);
  await expect(saveProfile(db, user.id, { ...mara, custom_url: "admin" })).rejects.toMatchObject({
    field: "custom_url",
    publicText: 'The custom URL "admin" is already taken. Please choose a different one.',
  });
});
