import { RouterContextProvider } from "react-router";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeMusician } from "../../../tests/factories/accounts.ts";
import { makeVideo } from "../../../tests/factories/page.ts";
import { freshServices } from "../../../tests/harness/services.ts";
import { findArtistPage } from "../../pages/artist/artist.server.ts";
import { servicesContext } from "../../services.server.ts";
import { viewerContext } from "../../viewer.server.ts";
import * as screen from "./dashboard.tsx";

type Services = Awaited<ReturnType<typeof freshServices>>;
let services: Services;

beforeAll(async () => {
  services = await freshServices();
});
afterAll(() => services[Symbol.asyncDispose]());

/** The screen's arguments, in the name of one musician. */
function call(userId: string, fields?: Record<string, string>, db = services.db) {
  const context = new RouterContextProvider();
  context.set(servicesContext, { ...services, db });
  context.set(viewerContext, { userId, email: "", role: "musician", isAdmin: false, isOwner: false });
  const url = new URL("http://localhost:3000/video");
  const request = new Request(url, fields && { method: "POST", body: new URLSearchParams(fields) });
  return { request, context, url, params: {}, pattern: "/video" as const };
}

async function load(userId: string) {
  const { videos } = await screen.loader(call(userId));
  if (!videos) throw new Error("The videos were not loaded.");
  return videos;
}
const send = (userId: string, fields: Record<string, string>): Promise<unknown> =>
  screen.action(call(userId, fields));
const titles = async (userId: string) => (await load(userId)).map(({ title }) => title);

const filled = (title: string, more: Record<string, string> = {}) => ({
  intent: "save-video",
  title,
  video_type: "youtube",
  video_url: "https://www.youtube.com/watch?v=dQw4w9WgXcQ",
  thumbnail_url: "",
  is_visible: "on",
  ...more,
});

test("videos are added at the end, changed and deleted; the page has those that are shown", async () => {
  const { id, profile } = await makeMusician(services.db);
  for (const title of ["One", "Two", "Three"])
    expect(await send(id, filled(title))).toEqual({ savedVideo: true });
  expect(await titles(id)).toEqual(["One", "Two", "Three"]);
  const [one, two, three] = await load(id);
  if (!one || !two || !three) throw new Error("There are not three.");
  expect(one).toMatchObject({
    video_url: "https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ",
    video_type: "youtube",
    thumbnail_url: "https://i.ytimg.com/vi/dQw4w9WgXcQ/hqdefault.jpg",
    is_primary: false,
    is_visible: true,
  });
  const file = { video_type: "mp4", video_url: "http://example.org/two.mp4", id: two.id };
  await send(id, filled("Two again", file));
  await send(id, { intent: "show-video", id: three.id, visible: "false" });
  const page = await findArtistPage(services.db.asVisitor(), profile.custom_url ?? "");
  expect(page?.videos).toMatchObject([
    { title: "One" },
    { title: "Two again", type: "mp4", url: "https://example.org/two.mp4", thumbnailUrl: null },
  ]);
  expect(await send(id, { intent: "delete-video", id: one.id })).toEqual({ deletedVideo: true });
  expect(await titles(id)).toEqual(["Two again", "Three"]);
});

test("there is one primary video, which stands first whatever the order; of ten set at once the last one stays", async () => {
  const { id, profile } = await makeMusician(services.db);
  await send(id, filled("One", { is_primary: "on" }));
  await send(id, filled("Two"));
  await send(id, filled("Three", { is_primary: "on" }));
  expect(await titles(id)).toEqual(["Three", "One", "Two"]);
  const [, one, two] = await load(id);
  await send(id, { intent: "reorder-videos", order: `${two?.id} ${one?.id}` });
  expect(await titles(id)).toEqual(["Three", "Two", "One"]);
  const ids = (await load(id)).map((video) => video.id);
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, index) =>
      send(id, { intent: "set-primary-video", id: ids[index % 3] ?? "" }),
    ),
  );
  for (const answer of answers) expect(answer).toEqual({ primaryVideo: expect.any(String) });
  const after = await load(id);
  expect(after.map(({ is_primary }) => is_primary)).toEqual([true, false, false]);
  await send(id, { intent: "set-primary-video", id: one?.id ?? "" });
  const page = await findArtistPage(services.db.asVisitor(), profile.custom_url ?? "");
  expect(page?.videos?.map(({ title }) => title)).toEqual(["One", "Three", "Two"]);
});

test("hostile addresses are refused past the browser, in the documented words", async () => {
  const { id } = await makeMusician(services.db);
  for (const [video_type, video_url, text] of [
    ["youtube", "https://youtube.com.evil.test/watch?v=dQw4w9WgXcQ", "Please enter a valid YouTube URL"],
    ["youtube", "https://evil.test/watch?v=11characters", "Please enter a valid YouTube URL"],
    ["vimeo", "https://evil.test/76979871", "Please enter a valid Vimeo URL"],
    ["mp4", "javascript:alert(1)//.mp4", "Please enter a valid MP4 URL"],
  ] as const) {
    expect(await send(id, filled("Evil", { video_type, video_url }))).toMatchObject({
      data: { refused: { errors: { video_url: text } } },
      init: { status: 400 },
    });
    const past = services.db
      .asMusician(id)
      .write((tx) =>
        tx
          .insertInto("video_gallery")
          .values({ user_id: id, title: "Evil", video_type, video_url })
          .execute(),
      );
    await expect(past, video_url).rejects.toThrow(/video_gallery_video_url_(type|address)/);
  }
  expect(await titles(id)).toEqual([]);
});

test("another's videos answer 404 and stay as they are, the primary one as well", async () => {
  const [me, them] = [await makeMusician(services.db), await makeMusician(services.db)];
  const theirs = await makeVideo(services.db, { user_id: them.id, title: "Theirs" });
  const mine = await makeVideo(services.db, { user_id: me.id, title: "Mine", is_primary: true });
  const attempts: Record<string, string>[] = [
    filled("Mine now", { id: theirs.id, is_primary: "on" }),
    { intent: "set-primary-video", id: theirs.id },
    { intent: "show-video", id: theirs.id, visible: "false" },
    { intent: "delete-video", id: theirs.id },
    { intent: "reorder-videos", order: `${theirs.id} ${mine.id}` },
  ];
  for (const fields of attempts) {
    expect(await send(me.id, fields), fields.intent).toMatchObject({
      data: { refused: { errors: { form: "This video does not exist any more." } } },
      init: { status: 404 },
    });
  }
  expect(await load(them.id)).toMatchObject([{ title: "Theirs", is_primary: false, is_visible: true }]);
  expect(await load(me.id)).toMatchObject([{ title: "Mine", is_primary: true }]);
});

test("a page holds a hundred videos, and no more when two come at once", async () => {
  const { id } = await makeMusician(services.db);
  for (let number = 1; number < 100; number++) await makeVideo(services.db, { user_id: id });
  const answers = await Promise.all([send(id, filled("Hundredth")), send(id, filled("Too many"))]);
  expect(answers).toContainEqual({ savedVideo: true });
  expect(answers).toContainEqual(
    expect.objectContaining({
      data: { refused: expect.objectContaining({ errors: { form: "Maximum of 100 videos allowed" } }) },
    }),
  );
  expect(await titles(id)).toHaveLength(100);
});

test("videos that can't be loaded leave the screen standing", async () => {
  const { id } = await makeMusician(services.db);
  const db: Services["db"] = {
    ...services.db,
    asMusician: (userId) => ({
      ...services.db.asMusician(userId),
      read: () => Promise.reject(new Error("The table is gone.")),
    }),
  };
  expect(await screen.loader(call(id, undefined, db))).toMatchObject({ videos: null });
});
