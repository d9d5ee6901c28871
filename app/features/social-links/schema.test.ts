import { expect, test } from "vitest";
import { parseForm } from "~/shared/forms";
import { platformNames, platformOf } from "~/shared/platforms";
import { socialLinkSchema } from "./schema";

function parsed(fields: Record<string, string>) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return parseForm(socialLinkSchema, form);
}

test("the documented ten come first, and at least fifteen services in all", () => {
  const platforms = Object.keys(platformNames);
  expect(platforms.slice(0, 10)).toEqual([
    "spotify",
    "apple_music",
    "soundcloud",
    "bandcamp",
    "tiktok",
    "instagram",
    "twitter",
    "youtube",
    "facebook",
    "website",
  ]);
  expect(platforms).toHaveLength(24);
});

test.each([
  ["https://open.spotify.com/artist/1", "spotify"],
  ["https://music.apple.com/se/artist/1", "apple_music"],
  ["https://on.soundcloud.com/a", "soundcloud"],
  ["https://mara.bandcamp.com/album/a", "bandcamp"],
  ["https://www.tiktok.com/@mara", "tiktok"],
  ["https://www.instagram.com/mara", "instagram"],
  ["https://x.com/mara", "twitter"],
  ["https://twitter.com/mara", "twitter"],
  ["https://www.youtube.com/@mara", "youtube"],
  ["https://youtu.be/abcdefghijk", "youtube"],
  ["https://music.youtube.com/channel/1", "youtube_music"],
  ["https://m.facebook.com/mara", "facebook"],
  ["https://listen.tidal.com/artist/1", "tidal"],
  ["https://www.deezer.com/artist/1", "deezer"],
  ["https://music.amazon.co.uk/artists/1", "amazon_music"],
  ["https://audiomack.com/mara", "audiomack"],
  ["https://www.mixcloud.com/mara", "mixcloud"],
  ["https://www.beatport.com/artist/mara/1", "beatport"],
  ["https://www.twitch.tv/mara", "twitch"],
  ["https://discord.gg/abc", "discord"],
  ["https://www.threads.net/@mara", "threads"],
  ["https://bsky.app/profile/mara", "bluesky"],
  ["https://mastodon.social/@mara", "mastodon"],
  ["https://www.bandsintown.com/a/1", "bandsintown"],
  ["https://www.songkick.com/artists/1", "songkick"],
])("%s belongs to %s", (address, platform) => {
  expect(platformOf(address)).toBe(platform);
});

test.each([
  "https://example.org",
  "https://www.apple.com/music",
  "https://www.amazon.com/dp/1",
  "https://notspotify.com/artist",
  "https://spotify.com.example.org/",
  "https://constructor/",
  "nothing",
])("%s belongs to none of them", (address) => {
  expect(platformOf(address)).toBeUndefined();
});

test("a link is stored with its address in full", () => {
  expect(parsed({ platform: "bandcamp", url: " mara.bandcamp.com " })).toEqual({
    ok: true,
    value: { platform: "bandcamp", url: "https://mara.bandcamp.com/" },
  });
});

test("a Mastodon handle is its profile's address", () => {
  expect(parsed({ platform: "mastodon", url: "@mara@musicians.example" })).toMatchObject({
    ok: true,
    value: { url: "https://musicians.example/@mara" },
  });
});

test.each([
  [{ platform: "spotify", url: "" }, { url: "Please enter a valid URL" }],
  [{ platform: "spotify", url: "javascript:alert(1)" }, { url: "Please enter a valid URL" }],
  [{ platform: "spotify", url: "mara@example.org" }, { url: "Please enter a valid URL" }],
  [{ platform: "myspace", url: "https://example.org" }, { platform: "Please choose a platform" }],
  [{ platform: "toString", url: "https://example.org" }, { platform: "Please choose a platform" }],
])("%o is refused with its text", (fields, errors) => {
  expect(parsed(fields)).toMatchObject({ ok: false, errors });
});
