import { RouterContextProvider } from "react-router";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { AppError } from "../../server/errors.ts";
import { makeMusician } from "../../tests/factories/accounts.ts";
import { makeBooking, makeComment } from "../../tests/factories/audience.ts";
import {
  makeEvent,
  makePressKit,
  makeSocialLink,
  makeTrack,
  uploadAddress,
} from "../../tests/factories/page.ts";
import { freshServices } from "../../tests/harness/services.ts";
import { servicesContext } from "../services.server.ts";
import { viewerContext } from "../viewer.server.ts";
import { noteFirstSteps } from "./first-steps.server.ts";
import { loadMusicianHome } from "./musician-home.server.ts";

type Services = Awaited<ReturnType<typeof freshServices>>;
let services: Services;

beforeAll(async () => {
  services = await freshServices();
});
afterAll(() => services[Symbol.asyncDispose]());

function load(userId: string, lent: Pick<Services, "db"> = services) {
  const context = new RouterContextProvider();
  context.set(servicesContext, { ...services, ...lent });
  context.set(viewerContext, { userId, email: "", role: "musician", isAdmin: false, isOwner: false });
  return loadMusicianHome(context);
}

const zeros = {
  tracks: 0,
  photos: 0,
  socialLinks: 0,
  videos: 0,
  upcomingEvents: 0,
  fanComments: 0,
  pendingComments: 0,
  bookingRequests: 0,
  unreadBookings: 0,
  pressKits: 0,
  recentBookings: [],
  recentComments: [],
  failingWebhooks: [],
  pictures: 0,
  pageLinks: 0,
  isShared: false,
  hidesFirstSteps: false,
};

test("a musician without any rows sees zeros", async () => {
  const { id, profile } = await makeMusician(services.db);
  expect(await load(id)).toEqual({
    artistName: profile.artist_name,
    page: {
      path: `/artist/${profile.custom_url}`,
      address: `${services.config.origin}/artist/${profile.custom_url}`,
    },
    week: [0, 0, 0, 0, 0, 0, 0],
    confirming: null,
    stats: zeros,
    steps: [
      { name: "name", isDone: true, waitsForName: false },
      { name: "track", isDone: false, waitsForName: false },
      { name: "picture", isDone: false, waitsForName: false },
      { name: "links", isDone: false, waitsForName: false },
      { name: "share", isDone: false, waitsForName: false },
    ],
    failure: null,
  });
});

test("one's own rows are counted, comments only when approved, and the three newest come along", async () => {
  const { id } = await makeMusician(services.db);
  const own = { user_id: id };
  const at = (minutes: number) => new Date(Date.now() - minutes * 60_000);
  for (let count = 0; count < 2; count++) await makeTrack(services.db, own);
  await makeSocialLink(services.db, own);
  await makePressKit(services.db, own);
  await makeEvent(services.db, { ...own, event_date: "2099-01-01" });
  await makeEvent(services.db, { ...own, event_date: "2020-01-01" });
  // Its night isn't over everywhere yet.
  await makeEvent(services.db, { ...own, event_date: "2026-11-21" });
  vi.setSystemTime("2026-11-22T02:00:00Z");
  onTestFinished(() => void vi.useRealTimers());
  for (let minutes = 1; minutes <= 4; minutes++) {
    const theirs = { musician_id: id, created_at: at(minutes) };
    await makeComment(services.db, { ...theirs, content: `C${minutes}`, is_approved: minutes !== 2 });
    await makeBooking(services.db, { ...theirs, requester_name: `B${minutes}`, is_read: minutes > 1 });
  }
  await makeComment(services.db);
  await makeBooking(services.db);
  const { stats } = await load(id);
  expect(stats).toMatchObject({
    tracks: 2,
    photos: 0,
    socialLinks: 1,
    pressKits: 1,
    upcomingEvents: 2,
    fanComments: 3,
    pendingComments: 1,
    bookingRequests: 4,
    unreadBookings: 1,
  });
  expect(stats.recentComments.map(({ content }) => content)).toEqual(["C1", "C2", "C3"]);
  expect(stats.recentBookings.map(({ requester_name }) => requester_name)).toEqual(["B1", "B2", "B3"]);
});

test.each([
  [
    new AppError("unavailable", "The database is away."),
    "Network connection failed. Please check your internet connection and server configuration.",
  ],
  [new AppError("conflict", "Its own words."), "Its own words."],
  [new Error("?"), "Unable to load dashboard statistics. Please check your internet connection."],
])("what can't be counted is zero, and says why: %s", async (error, failure) => {
  const { id } = await makeMusician(services.db);
  const actor = { ...services.db.asMusician(id), read: () => Promise.reject(error) };
  const logged = vi.spyOn(services.log, "error");
  onTestFinished(() => logged.mockRestore());
  const lent = { db: { ...services.db, asMusician: () => actor } };
  expect(await load(id, lent)).toMatchObject({
    stats: { ...zeros, hidesFirstSteps: true },
    week: null,
    failure,
  });
  expect(logged).toHaveBeenCalledWith(
    expect.objectContaining({ err: error }),
    expect.stringContaining("/db-check"),
  );
});

test("the first steps are told by one's own rows and by what was noted, whatever else is preferred", async () => {
  const { id } = await makeMusician(services.db);
  const avatar_url = uploadAddress("avatars", id, "me.webp");
  await services.db
    .asSystem()
    .write((tx) =>
      tx.updateTable("musician_profiles").set({ avatar_url }).where("user_id", "=", id).execute(),
    );
  const undone = async () =>
    (await load(id)).steps?.flatMap(({ name, isDone }) => (isDone ? [] : [name])) ?? "none";
  expect(await undone()).toEqual(["track", "links", "share"]);
  await services.db
    .asMusician(id)
    .write((tx) =>
      tx.insertInto("account_preferences").values({ user_id: id, time_zone: "Europe/Lisbon" }).execute(),
    );
  await noteFirstSteps(services, id, "page_shared");
  await makeTrack(services.db, { user_id: id });
  await makeSocialLink(services.db);
  expect(await undone()).toEqual(["links"]);
  await noteFirstSteps(services, id, "first_steps_hidden");
  expect(await undone()).toBe("none");
  const kept = await services.db
    .asMusician(id)
    .read((tx) => tx.selectFrom("account_preferences").select("time_zone").executeTakeFirst());
  expect(kept).toEqual({ time_zone: "Europe/Lisbon" });
});
