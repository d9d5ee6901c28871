import { RouterContextProvider } from "react-router";
import Parser from "rss-parser";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeMusician } from "../../../../tests/factories/accounts.ts";
import { makeRelease, makeReleaseTrack, makeTrack } from "../../../../tests/factories/page.ts";
import { freshServices } from "../../../../tests/harness/services.ts";
import { setSwitch } from "../../../features/music/commands.server.ts";
import { cacheContext, readerContext, servicesContext } from "../../../services.server.ts";
import * as playlist from "./playlist.route.ts";
import * as podcast from "./podcast.route.ts";
import * as podcastCover from "./podcast-cover.route.ts";

let services: Awaited<ReturnType<typeof freshServices>>;
beforeAll(async () => {
  services = await freshServices();
});
afterAll(() => services[Symbol.asyncDispose]());

function argumentsFor(artistSlug: string, name: string) {
  const context = new RouterContextProvider();
  context.set(readerContext, { asked: undefined, page: "en" });
  context.set(servicesContext, services);
  context.set(cacheContext, {});
  const url = new URL(`http://localhost:3000/artist/${artistSlug}/${name}`);
  return { params: { artistSlug }, request: new Request(url), url, pattern: url.pathname, context };
}

const days = (count: number) => new Date(Date.now() - count * 86_400_000);

/** A track with a file of so many bytes. */
async function trackWithFile(bytes: number, overrides: Parameters<typeof makeTrack>[1]) {
  const made = await makeTrack(services.db, overrides);
  const path = made.file_url?.replace("/uploads/", "") ?? "";
  await services.storage.put(path, Buffer.alloc(bytes, 1), { contentType: "audio/mpeg" });
  return made;
}

test("a podcast has the newest first, each with its file's size, and only where its artist wants one", async () => {
  const { origin } = services.config;
  const { id: user_id } = await makeMusician(services.db, { custom_url: "nova", artist_name: "Nova" });
  const old = await trackWithFile(5, { user_id, title: "Old, out again", created_at: days(50) });
  const newer = await trackWithFile(7, { user_id, title: "Newer", created_at: days(9) });
  await makeTrack(services.db, { user_id, title: "Without a file" });
  const release = await makeRelease(services.db, {
    user_id,
    release_date: days(2).toISOString().slice(0, 10),
  });
  await makeReleaseTrack(services.db, release, old.id);
  await expect(podcast.loader(argumentsFor("nova", "podcast.rss"))).rejects.toMatchObject({
    kind: "not-found",
  });

  await setSwitch(services, user_id, { has_podcast: true });
  const answer = await podcast.loader(argumentsFor("nova", "podcast.rss"));
  expect(answer.headers.get("Content-Type")).toBe("application/rss+xml; charset=utf-8");
  const feed = await new Parser().parseString(await answer.text());
  expect(feed.description).toBe("Music by Nova.");
  expect(feed.items.map(({ title, enclosure }) => [title, enclosure?.url, enclosure?.length])).toEqual([
    ["Old, out again", `${origin}${old.file_url}`, "5"],
    ["Newer", `${origin}${newer.file_url}`, "7"],
  ]);
});

test("a playlist has the artist's tracks in their order, each in one line", async () => {
  const { id: user_id } = await makeMusician(services.db, { custom_url: "players", artist_name: "Mára" });
  const copy = {
    playback_url: `/uploads/music/${user_id}/lighter-play.mp3`,
    playback_state: "made",
  } as const;
  await makeTrack(services.db, { user_id, title: "Second", display_order: 2, duration: null });
  await makeTrack(services.db, { user_id, title: "First", display_order: 1, duration: 62, ...copy });
  const answer = await playlist.loader(argumentsFor("players", "tracks.m3u"));
  expect(answer.headers.get("Content-Type")).toBe("audio/x-mpegurl; charset=utf-8");
  const lines = (await answer.text()).split("\n");
  expect(lines.slice(0, 6)).toEqual([
    "#EXTM3U",
    "#EXTENC:UTF-8",
    "#PLAYLIST:Mára",
    "#EXTINF:62,Mára - First",
    `${services.config.origin}${copy.playback_url}`,
    "#EXTINF:-1,Mára - Second",
  ]);
  await expect(playlist.loader(argumentsFor("nobody", "tracks.m3u"))).rejects.toMatchObject({
    kind: "not-found",
  });
});

test("a podcast's cover is a square of 1400 pixels, of the portrait or drawn, where there is a podcast", async () => {
  const { id: user_id } = await makeMusician(services.db, { custom_url: "cover" });
  const load = () => podcastCover.loader(argumentsFor("cover", "podcast.jpg"));
  await expect(load()).rejects.toMatchObject({ kind: "not-found" });
  await setSwitch(services, user_id, { has_podcast: true });
  const drawn = Buffer.from(await (await load()).arrayBuffer());
  expect(await sharp(drawn).metadata()).toMatchObject({ format: "jpeg", width: 1400, height: 1400 });
  const stored = `avatars/${user_id}/cover.webp`;
  const portrait = sharp({ create: { width: 600, height: 600, channels: 3, background: "#ff0000" } });
  await services.storage.put(stored, await portrait.webp().toBuffer(), {
    contentType: "image/webp",
  });
  await services.db.asSystem().write((tx) =>
    tx
      .updateTable("musician_profiles")
      .set({ avatar_url: `/uploads/${stored}` })
      .where("user_id", "=", user_id)
      .execute(),
  );
  const shown = sharp(Buffer.from(await (await load()).arrayBuffer()));
  expect(await shown.metadata()).toMatchObject({ width: 1400, height: 1400 });
  const { dominant } = await shown.stats();
  expect(dominant.r).toBeGreaterThan(200);
});
