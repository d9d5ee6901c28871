import { RouterContextProvider } from "react-router";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeMusician, makeUser } from "../../../tests/factories/accounts.ts";
import {
  makeBackground,
  makeEvent,
  makePageLink,
  makePhoto,
  makeTrack,
} from "../../../tests/factories/page.ts";
import { freshServices } from "../../../tests/harness/services.ts";
import { choicesOf, fieldsOf } from "../../features/appearance/choices.ts";
import { readerContext, servicesContext } from "../../services.server.ts";
import { viewerContext } from "../../viewer.server.ts";
import { findArtistPage } from "./artist.server.ts";
import { loader } from "./preview.route.tsx";

let services: Awaited<ReturnType<typeof freshServices>>;

beforeAll(async () => {
  services = await freshServices();
});
afterAll(() => services[Symbol.asyncDispose]());

function load(userId: string, fields: Record<string, string> = {}) {
  const context = new RouterContextProvider();
  context.set(readerContext, { asked: undefined, page: "en" });
  context.set(servicesContext, services);
  context.set(viewerContext, { userId, email: "", role: "musician", isAdmin: false, isOwner: false });
  const url = new URL(`http://localhost:3000/settings/preview?${new URLSearchParams(fields)}`);
  return loader({ request: new Request(url), context, url, params: {}, pattern: "/settings/preview" });
}

test("without choices it is the page as every visitor gets it", async () => {
  const { id, profile } = await makeMusician(services.db);
  await makeTrack(services.db, { user_id: id });
  await makeTrack(services.db, { user_id: id, is_visible: false });
  const { data, init } = await load(id);
  const page = await findArtistPage(services.db.asVisitor(), profile.custom_url ?? "");
  expect(data).toEqual({ ...page, readAt: data.readAt });
  expect(data.tracks).toHaveLength(1);
  expect(Object.fromEntries(new Headers(init?.headers))).toEqual({
    "cache-control": "no-store",
    "x-robots-tag": "noindex",
  });
});

test("what is typed into the profile shows; what couldn't be saved doesn't", async () => {
  const { id } = await makeMusician(services.db, { artist_name: "Nova", bio: "Before", location: "Lund" });
  const { data } = await load(id, {
    form: "profile",
    artist_name: " ",
    bio: "Typed just now",
    location: "",
    cover_image_size: "banner",
    cover_focus_x: "0",
  });
  expect(data).toMatchObject({ artistName: "Nova", bio: "Typed just now", location: null });
  expect(data.coverFocus).toEqual({ x: 0, y: 50 });
  expect(data.appearance.coverSize).toBe("banner");
  expect((await load(id)).data.bio).toBe("Before");
});

test("a row that is typed stands on the page as if it were saved, and is nowhere else", async () => {
  const { id: user_id } = await makeMusician(services.db);
  const other = await makeMusician(services.db);
  const typed = async (form: string, fields: Record<string, string>) =>
    (await load(user_id, { form, ...fields })).data;
  const night = { user_id, event_date: "2190-01-02" };
  const draft = await makeEvent(services.db, { ...night, title: "Draft", is_published: false });
  await makeEvent(services.db, { ...night, title: "Night" });
  const theirs = await makeEvent(services.db, {
    ...night,
    user_id: other.id,
    ticket_url: "https://example.org",
  });
  const event = { intent: "save-event", title: "Typed", event_type: "concert", event_date: "2190-01-01" };
  const titles = async (fields: Record<string, string>) =>
    (await typed("event", fields)).events?.map(({ title }) => title);
  expect(await titles({ ...event, is_published: "on" })).toEqual(["Typed", "Night"]);
  expect(await titles({ ...event, is_published: "on", id: draft.id })).toEqual(["Typed", "Night"]);
  const taken = await typed("event", { ...event, is_published: "on", id: theirs.id });
  expect(taken.events?.[0]).toMatchObject({ title: "Typed", ticketUrl: null });
  expect(await titles(event)).toEqual(["Night"]);
  expect(await titles({ ...event, is_published: "on", title: "" })).toEqual(["Night"]);

  const link = await makePageLink(services.db, {
    user_id,
    title: "Before",
    image_url: `/uploads/photos/${user_id}/vinyl.webp`,
  });
  const times = { time_zone: "Europe/Paris", shown_from: "2020-01-01T10:00", shown_until: "" };
  const address = { title: "After", url: "https://example.org", icon: "" };
  const { links } = await typed("link", { ...address, ...times, id: link.id });
  expect(links).toMatchObject([{ title: "After", picture: { src: link.image_url } }]);
  expect((await typed("link", { ...address, ...times })).links).toHaveLength(2);
  const photo = await makePhoto(services.db, { user_id, caption: "Before" });
  const { photos } = await typed("photo", { id: photo.id, caption: "After", alt_text: "" });
  expect(photos).toMatchObject([{ caption: "After" }]);
  const video = { title: "Typed", video_type: "youtube", video_url: "https://youtu.be/dQw4w9WgXcQ" };
  const shown = { intent: "save-video", thumbnail_url: "", is_visible: "on", ...video };
  expect((await typed("video", shown)).videos).toMatchObject([{ title: "Typed" }]);
  const mastodon = { platform: "website", url: "https://example.org/me" };
  expect((await typed("social-link", mastodon)).socialLinks).toEqual([mastodon]);
  const support = { platform: "kofi", url: "https://ko-fi.com/me" };
  expect((await typed("support-link", support)).supportLinks).toEqual([support]);
  expect((await load(user_id)).data).toMatchObject({ videos: [], socialLinks: [], supportLinks: [] });
});

test("with choices it is the page that saving them would give, and nothing is saved", async () => {
  const { id, profile } = await makeMusician(services.db);
  await makeTrack(services.db, { user_id: id });
  const option = await makeBackground(services.db);
  const choices = {
    ...choicesOf(profile),
    background: option.id,
    shown: new Set<never>(),
    font_family: "lato" as const,
    cover_image_size: "banner" as const,
  };
  const { data } = await load(id, fieldsOf(choices));
  expect(data).toMatchObject({
    artistName: profile.artist_name,
    tracks: null,
    comments: null,
    hasBookingForm: false,
    appearance: {
      fontFamily: "lato",
      coverSize: "banner",
      background: { kind: "image", url: option.url, thumbnailUrl: null },
    },
  });
  const page = await findArtistPage(services.db.asVisitor(), profile.custom_url ?? "");
  expect(page).toMatchObject({ appearance: { fontFamily: "inter", background: { kind: "none" } } });
  expect(page?.tracks).toHaveLength(1);
});

test("a background that isn't offered doesn't show, even by its number", async () => {
  const { id, profile } = await makeMusician(services.db);
  const hidden = await makeBackground(services.db, { is_active: false });
  const { data } = await load(id, fieldsOf({ ...choicesOf(profile), background: hidden.id }));
  expect(data.appearance.background).toEqual({ kind: "none" });
});

test("an invalid choice is refused, and an account without a profile has no page", async () => {
  const { id, profile } = await makeMusician(services.db);
  const fields = fieldsOf(choicesOf(profile));
  const changes = [
    ["color_theme", "puce"],
    ["custom_accent_color", "red;}"],
    ["background", "x"],
  ] as const;
  for (const [name, value] of changes) {
    await expect(load(id, { ...fields, [name]: value })).rejects.toMatchObject({ kind: "invalid" });
  }
  const newcomer = await makeUser(services.db);
  await expect(load(newcomer.id)).rejects.toMatchObject({
    kind: "not-found",
    publicText: "No artist profile found. Please complete your profile setup in the Profile section first.",
  });
});
