import fc from "fast-check";
import { expect, test } from "vitest";
import { embedAddress, parseVideoAddress } from "./video-address.ts";

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
  "https://vimeo.com/76979871/8272103f6e",
  "https://vimeo.com/76979871/8272103",
  "https://vimeo.com/channels/staffpicks/76979871",
  "https://vimeo.com/groups/shortfilms/videos/76979871",
  "https://vimeo.com/album/2222/video/76979871",
  "https://player.vimeo.com/video/76979871?h=8272103f6e",
])("%s is a Vimeo video", (address) => {
  expect(parseVideoAddress(address)).toEqual({ provider: "vimeo", id: "76979871" });
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
          /^https:\/\/(www\.youtube-nocookie\.com\/embed\/[\w-]{11}|player\.vimeo\.com\/video\/\d+)$/,
        );
      }
    }),
    { numRuns: 500 },
  );
});
