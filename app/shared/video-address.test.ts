import fc from "fast-check";
import { expect, test } from "vitest";
import {
  canonicalVideo,
  embedAddress,
  isAtProvider,
  parseVideoAddress,
  playingAddress,
  videoTypeOf,
  watchAddress,
} from "./video-address.ts";

const id = "dQw4w9WgXcQ";

test.each([
  `https://www.youtube.com/watch?v=${id}`,
  `http://youtube.com/watch?v=${id}`,
  `https://m.youtube.com/watch?feature=share&v=${id}&t=42s#here`,
  `https://music.youtube.com/watch?v=${id}&list=RDAMVM${id}`,
  `https://www.youtube.com/watch/?v=${id}`,
  `https://youtu.be/${id}`,
  `https://youtu.be/${id}?si=AbCdEfGhIjKlMnOp&t=3`,
  `https://www.youtube.com/embed/${id}`,
  `https://www.youtube-nocookie.com/embed/${id}?rel=0`,
  `https://www.youtube.com/shorts/${id}`,
  `https://www.youtube.com/live/${id}?feature=share`,
  `https://www.youtube.com/v/${id}`,
  `  https://WWW.YouTube.COM/watch?v=${id}  `,
])("%s is a YouTube video", (address) => {
  expect(parseVideoAddress(address)).toEqual({ provider: "youtube", id });
});

test.each([
  "https://vimeo.com/76979871",
  "https://www.vimeo.com/76979871/",
  "https://vimeo.com/76979871?share=copy#t=3",
  "https://vimeo.com/channels/staffpicks/76979871",
  "https://vimeo.com/groups/shortfilms/videos/76979871",
  "https://vimeo.com/album/2222/video/76979871",
  "https://player.vimeo.com/video/76979871",
  "https://vimeo.com/76979871/settings",
])("%s is a Vimeo video", (address) => {
  expect(parseVideoAddress(address)).toEqual({ provider: "vimeo", id: "76979871" });
});

test.each([
  "https://vimeo.com/76979871/8272103f6e",
  "https://vimeo.com/76979871/8272103f6e?share=copy",
  "https://player.vimeo.com/video/76979871?h=8272103f6e&title=0",
])("%s is an unlisted Vimeo video, which keeps its key", (address) => {
  const video = parseVideoAddress(address);
  expect(video).toEqual({ provider: "vimeo", id: "76979871", key: "8272103f6e" });
  if (!video) return;
  expect(embedAddress(video)).toBe("https://player.vimeo.com/video/76979871?h=8272103f6e");
  expect(playingAddress(video)).toBe("https://player.vimeo.com/video/76979871?h=8272103f6e&autoplay=1");
  expect(watchAddress(video)).toBe("https://vimeo.com/76979871/8272103f6e");
});

test.each([
  ["youtube", `youtu.be/${id}`, `https://www.youtube-nocookie.com/embed/${id}`],
  ["youtube", `http://m.youtube.com/watch?v=${id}&t=3`, `https://www.youtube-nocookie.com/embed/${id}`],
  ["vimeo", "vimeo.com/76979871", "https://player.vimeo.com/video/76979871"],
  ["mp4", "https://files.example/Live%20Set.MP4", "https://files.example/Live%20Set.MP4"],
  ["mp4", "http://files.example/set.mp4?token=1", "https://files.example/set.mp4?token=1"],
  ["mp4", "https://files.example/get?format=mp4", "https://files.example/get?format=mp4"],
] as const)("as %s, %s is kept as %s", (type, typed, kept) => {
  expect(canonicalVideo(type, typed)).toBe(kept);
  expect(canonicalVideo(type, kept)).toBe(kept);
  expect(videoTypeOf(typed)).toBe(type);
});

test.each([
  ["youtube", "https://youtube.com.evil.test/watch?v=dQw4w9WgXcQ"],
  ["youtube", "https://evil.test/watch?v=11characters"],
  ["youtube", "https://evil.test/watch?v=dQw4w9WgXcQ"],
  ["youtube", "https://vimeo.com/76979871"],
  ["youtube", "https://files.example/set.mp4"],
  ["vimeo", `https://youtu.be/${id}`],
  ["vimeo", "https://vimeo.com.evil.test/76979871"],
  ["mp4", "javascript:alert(1)//.mp4"],
  ["mp4", "data:video/mp4;base64,AAAA"],
  ["mp4", "https://user:secret@files.example/set.mp4"],
  ["mp4", "https://files.example/set.webm"],
  ["mp4", "https://www.youtube.com/watch?v=mp4w9WgXcQ1"],
  ["mp4", "set.mp4"],
  ["mp4", `https://files.example/${"x".repeat(2023)}.mp4`],
  // Of 2048 letters, and one more by https.
  ["mp4", `http://files.example/${"x".repeat(2023)}.mp4`],
  ["mp4", ""],
] as const)("as %s, '%s' is refused", (type, typed) => {
  expect(canonicalVideo(type, typed)).toBeUndefined();
});

test("pictures of the providers are known, whatever their host", () => {
  const theirs = [
    "i.ytimg.com",
    "yt3.ggpht.com",
    "img.youtube.com",
    "i.vimeocdn.com",
    "YouTube.com",
    "youtu.be",
  ];
  for (const host of theirs) expect(isAtProvider(`https://${host}/a.jpg`), host).toBe(true);
  const others = ["example.org", "notytimg.com", "i.ytimg.com.example.org"];
  for (const host of others) expect(isAtProvider(`https://${host}/a.jpg`), host).toBe(false);
});

test.each([
  "",
  "not an address",
  id,
  `www.youtube.com/watch?v=${id}`,
  `javascript:alert(1)//youtube.com/watch?v=${id}`,
  `ftp://youtube.com/watch?v=${id}`,
  `https://youtube.com.example.org/watch?v=${id}`,
  `https://notyoutube.com/watch?v=${id}`,
  `https://youtube.com@example.org/watch?v=${id}`,
  `https://www.youtube.com:secret@youtube.com/watch?v=${id}`,
  `https://www.youtube.com:8443/watch?v=${id}`,
  `https://example.org/?next=https://www.youtube.com/watch?v=${id}`,
  `https://уoutube.com/watch?v=${id}`,
  "https://www.youtube.com/watch",
  "https://www.youtube.com/watch?v=",
  "https://www.youtube.com/watch?v=tooshort",
  "https://www.youtube.com/watch?v=muchtoolongid",
  `https://www.youtube.com/watch?v=${id}%0A`,
  `https://www.youtube.com/embed/${id}%22%3E`,
  "https://www.youtube.com/embed/..%2F..%2Fevil",
  "https://www.youtube.com/watch?v=%3Cscript%3E%3C",
  `https://www.youtube.com/playlist?list=${id}`,
  `https://www.youtube.com/@${id}`,
  "https://youtu.be/",
  "https://vimeo.com/",
  "https://vimeo.com/staffpicks",
  "https://vimeo.com/album/76979871",
  "https://vimeo.com/76979871x",
  "https://vimeo.com/-1",
  "https://evilvimeo.com/76979871",
])("'%s' is no video", (address) => {
  expect(parseVideoAddress(address)).toBeNull();
});

test("whatever is written, the player's address is one of the two, with an id of the right form", () => {
  const parts = fc.constantFrom(
    "https://",
    "www.youtube.com",
    "youtu.be",
    "vimeo.com",
    "/watch?v=",
    "/embed/",
    "/video/",
    id,
    "76979871",
    '"',
    "<",
    "/../",
    "\n",
    "%2e%2e/",
    "@",
    "?",
    "#",
    "&v=",
  );
  const addresses = fc.oneof(
    fc.string(),
    fc.webUrl(),
    fc.array(parts).map((some) => some.join("")),
  );
  fc.assert(
    fc.property(addresses, (address) => {
      const video = parseVideoAddress(address);
      if (video) {
        expect(embedAddress(video)).toMatch(
          /^https:\/\/(www\.youtube-nocookie\.com\/embed\/[\w-]{11}|player\.vimeo\.com\/video\/\d+(\?h=[0-9a-f]+)?)$/,
        );
      }
    }),
    { numRuns: 500 },
  );
});
