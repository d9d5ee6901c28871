import { existsSync } from "node:fs";
import { sql } from "kysely";
import { RouterContextProvider } from "react-router";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeMusician, makeUser } from "../../../tests/factories/accounts.ts";
import {
  makeBackground,
  makeEvent,
  makeRelease,
  makeStoredImage,
  makeTrack,
} from "../../../tests/factories/page.ts";
import { freshServices } from "../../../tests/harness/services.ts";
import { servicesContext } from "../../services.server.ts";
import { versionOf } from "../../shared/form-version.ts";
import { viewerContext } from "../../viewer.server.ts";
import { choicesOf, fieldsOf, valuesOf } from "./choices.ts";
import * as screen from "./dashboard.tsx";

type Services = Awaited<ReturnType<typeof freshServices>>;
let services: Services;

beforeAll(async () => {
  services = await freshServices();
});
afterAll(() => services[Symbol.asyncDispose]());

function call(userId: string, fields?: Record<string, string>, lent: Pick<Services, "db"> = services) {
  const context = new RouterContextProvider();
  context.set(servicesContext, { ...services, ...lent });
  context.set(viewerContext, { userId, email: "", role: "musician", isAdmin: false, isOwner: false });
  const url = new URL("http://localhost:3000/settings");
  const request = new Request(url, fields && { method: "POST", body: new URLSearchParams(fields) });
  return { request, context, url, params: {}, pattern: "/settings" as const };
}

async function stored(userId: string) {
  return services.db
    .asSystem()
    .read((tx) =>
      tx.selectFrom("musician_profiles").selectAll().where("user_id", "=", userId).executeTakeFirstOrThrow(),
    );
}

/** The form of this musician as it stands, with these changes. */
async function save(userId: string, changes: Record<string, string> = {}) {
  const fields = fieldsOf(choicesOf(await stored(userId)));
  return screen.action(call(userId, { user_id: userId, ...fields, ...changes }));
}

const refusal = (status: number, errors: Record<string, string>) => ({
  data: { refused: { errors } },
  init: { status },
});

test("a new installation offers twelve pictures and four loops, each with its files", async () => {
  const { id } = await makeMusician(services.db);
  const { profile } = await screen.loader(call(id));
  const options = profile?.options ?? [];
  const types = options.map(({ type }) => type);
  expect([
    types.filter((type) => type === "image").length,
    types.filter((type) => type === "video").length,
  ]).toEqual([12, 4]);
  for (const { url, thumbnail_url } of options) {
    for (const address of [url, thumbnail_url])
      expect(existsSync(`public${address}`), `${address}`).toBe(true);
  }
  expect(options.slice(0, 3).map(({ name }) => name)).toEqual([
    "Hills at dawn",
    "Small stage",
    "Northern lights",
  ]);
});

test("the backgrounds that are offered are there, the newest first, with the chosen one in any case", async () => {
  await services.db.asSystem().write((tx) => tx.deleteFrom("background_options").execute());
  const at = (day: number) => new Date(Date.UTC(2026, 0, day));
  const old = await makeBackground(services.db, { created_at: at(1) });
  const mine = await makeBackground(services.db, { created_at: at(2), is_active: false });
  await makeBackground(services.db, { created_at: at(3), is_active: false });
  const recent = await makeBackground(services.db, { created_at: at(4) });
  const { id, profile } = await makeMusician(services.db, { background_id: mine.id });
  const loaded = await screen.loader(call(id));
  expect(loaded.profile?.path).toBe(`/artist/${profile.custom_url}`);
  expect(loaded.profile?.options?.map((option) => option.id)).toEqual([recent.id, mine.id, old.id]);
  const other = await makeMusician(services.db);
  const { profile: others } = await screen.loader(call(other.id));
  expect(others?.options?.map((option) => option.id)).toEqual([recent.id, old.id]);
});

test("the layouts are shown with the pictures of the page", async () => {
  const { id, profile: made } = await makeMusician(services.db);
  const picturesOf = async () => (await screen.loader(call(id))).profile?.pictures;
  expect(await picturesOf()).toEqual({ avatar: null, cover: null, focus: "50% 50%" });
  const { url } = await makeStoredImage(services.db, { user_id: id });
  await services.db
    .asSystem()
    .write((tx) =>
      tx
        .updateTable("musician_profiles")
        .set({ cover_image: url, cover_focus_x: 20 })
        .where("id", "=", made.id)
        .execute(),
    );
  expect(await picturesOf()).toMatchObject({
    avatar: null,
    cover: { src: url, width: 1600 },
    focus: "20% 50%",
  });
});

test("backgrounds that can't be loaded leave the rest of the screen alone", async () => {
  const { id } = await makeMusician(services.db);
  const { db } = services;
  let reads = 0;
  const failing: Services["db"] = {
    ...db,
    asMusician(userId) {
      const musician = db.asMusician(userId);
      return {
        ...musician,
        read(work) {
          reads += 1;
          return reads === 1 ? musician.read(work) : Promise.reject(new Error("The table is gone."));
        },
      };
    },
  };
  const loaded = await screen.loader(call(id, undefined, { db: failing }));
  expect(loaded.profile).toMatchObject({ options: null, stored: { color_theme: "default" } });
});

test("everything that was chosen is saved, and nothing else is touched", async () => {
  const { id, profile } = await makeMusician(services.db, { bio: "Loud." });
  const option = await makeBackground(services.db);
  const changes = {
    background: option.id,
    background_opacity: "0.4",
    text_color_mode: "dark",
    profile_background_color: "#ABCDEF",
    profile_background_opacity: "0",
    color_theme: "custom",
    custom_primary_color: "#111111",
    custom_secondary_color: "#222222",
    custom_accent_color: "#333333",
    font_family: "lato",
    layout: "poster",
    name_font: "abril-fatface",
    first_action: "link",
    first_action_label: "Pre-save it",
    first_action_url: "https://a.example/x",
    cover_image_size: "banner",
  };
  expect(await save(id, changes)).toEqual({ saved: true });
  const { background, background_opacity, profile_background_opacity, ...texts } = changes;
  expect(await stored(id)).toEqual({
    ...profile,
    ...texts,
    background_id: background,
    background_opacity: Number(background_opacity),
    profile_background_opacity: Number(profile_background_opacity),
    profile_background_color: "#abcdef",
    custom_primary_color: "#111111",
    updated_at: expect.any(Date),
  });
});

test("the first link's text is saved in other languages, beside the profile's own words in them", async () => {
  const { id } = await makeMusician(services.db, {
    ...{ page_language: "en", other_languages: ["de"] },
    translations: { de: { bio: "Laut." }, fr: { bio: "Fort." } },
  });
  const link = {
    first_action: "link",
    first_action_label: "Pre-save it",
    first_action_url: "https://a.example/x",
  };
  const text = "translations.de.first_action_label";
  expect(await save(id, { ...link, [text]: " Jetzt  vormerken " })).toEqual({ saved: true });
  const both = { de: { bio: "Laut.", first_action_label: "Jetzt vormerken" }, fr: { bio: "Fort." } };
  expect(await stored(id)).toMatchObject({ translations: both });
  expect(await save(id, { [text]: "x".repeat(41) })).toMatchObject(
    refusal(400, { [text]: "Please use at most 40 characters" }),
  );
  // Another screen has saved another one meanwhile.
  const version = versionOf(valuesOf(choicesOf(await stored(id))));
  expect(await save(id, { version, [text]: "Vormerken" })).toEqual({ saved: true });
  expect(await save(id, { version, [text]: "Hören" })).toMatchObject({
    data: { refused: { stored: { [text]: "Vormerken" } } },
    init: { status: 409 },
  });
  expect(await save(id, { [text]: "" })).toEqual({ saved: true });
  expect((await stored(id)).translations).toEqual({ de: { bio: "Laut." }, fr: { bio: "Fort." } });
});

test("the tool knows whether there is anything to offer fans first", async () => {
  const { id: user_id } = await makeMusician(services.db);
  const offered = async () => (await screen.loader(call(user_id))).profile?.offered;
  await makeTrack(services.db, { user_id, is_visible: false });
  await makeRelease(services.db, { user_id, published_at: null });
  await makeRelease(services.db, { user_id, release_date: "2190-01-01" });
  await makeEvent(services.db, { user_id, is_published: false });
  await makeEvent(services.db, { user_id, cancelled_at: new Date() });
  await makeEvent(services.db, { user_id, event_date: "2020-01-01" });
  expect(await offered()).toEqual({ music: false, show: false });
  await makeEvent(services.db, { user_id });
  await makeRelease(services.db, { user_id });
  expect(await offered()).toEqual({ music: true, show: true });
  const { id: withTrack } = await makeMusician(services.db);
  await makeTrack(services.db, { user_id: withTrack });
  expect((await screen.loader(call(withTrack))).profile?.offered).toEqual({ music: true, show: false });
});

test("without an artist name nothing can be saved, nor is there a page to work on", async () => {
  const { id } = await makeUser(services.db);
  expect(await screen.loader(call(id))).toEqual({ userId: id, profile: null });
  const { id: somebody } = await makeMusician(services.db);
  const fields = fieldsOf(choicesOf(await stored(somebody)));
  expect(await screen.action(call(id, { ...fields, user_id: id }))).toMatchObject(
    refusal(409, { form: "Please complete your profile with an artist name first" }),
  );
});

test("a screen that another account was signed in for saves nothing", async () => {
  const [me, them] = [await makeMusician(services.db), await makeMusician(services.db)];
  for (const user_id of [them.id, ""]) {
    expect(await save(me.id, { user_id, color_theme: "neon-green" })).toMatchObject(
      refusal(409, { form: "Authentication session error. Please sign in again." }),
    );
  }
  expect([await stored(me.id), await stored(them.id)]).toEqual([me.profile, them.profile]);
});

test("a background that is offered no longer can stay, but not be chosen", async () => {
  const gone = refusal(409, {
    form: "Failed to save settings: This background is offered no longer. Please choose another one.",
  });
  const option = await makeBackground(services.db, { is_active: false });
  const has = await makeMusician(services.db, { background_id: option.id });
  const { id } = await makeMusician(services.db);
  expect(await save(has.id, { font_family: "lato" })).toEqual({ saved: true });
  expect(await save(id, { background: option.id })).toMatchObject(gone);
  expect(await save(id, { background: "00000000-0000-4000-8000-000000000000" })).toMatchObject(gone);
});

async function isSomebodyWaiting(): Promise<boolean> {
  const { rows } = await services.db
    .asSystem()
    .read((tx) =>
      sql<{ waits: boolean }>`select exists (select from pg_locks where not granted) as waits`.execute(tx),
    );
  return rows[0]?.waits ?? false;
}

test("a name that is saved at the same moment isn't written over", async () => {
  const { id } = await makeMusician(services.db, { artist_name: "Before" });
  const [renamed, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const renaming = services.db.asMusician(id).write(async (tx) => {
    await tx
      .updateTable("musician_profiles")
      .set({ artist_name: "After" })
      .where("user_id", "=", id)
      .execute();
    renamed.resolve();
    await ended.promise;
  });
  await renamed.promise;
  const saving = save(id, { color_theme: "ocean-blue" });
  await expect.poll(isSomebodyWaiting).toBe(true);
  ended.resolve();
  await Promise.all([renaming, saving]);
  expect(await stored(id)).toMatchObject({ artist_name: "After", color_theme: "ocean-blue" });
});

test("invalid values are refused, field by field", async () => {
  const { id } = await makeMusician(services.db);
  expect(await save(id, { background_opacity: "0", color_theme: "puce" })).toMatchObject({
    data: { refused: { errors: { color_theme: "Please choose a colour theme" } } },
    init: { status: 400 },
  });
});
