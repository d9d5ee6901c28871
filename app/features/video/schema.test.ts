import { expect, test } from "vitest";
import { parseForm } from "../../shared/forms.ts";
import { titleFromAddress, videoSchema } from "./schema.ts";

const filled = {
  intent: "save-video",
  title: " Live at the harbour ",
  video_type: "youtube",
  video_url: "https://youtu.be/dQw4w9WgXcQ?si=shared",
  thumbnail_url: "",
  is_visible: "on",
};

function parse(fields: Record<string, string>) {
  const form = new FormData();
  for (const [name, value] of Object.entries({ ...filled, ...fields })) form.set(name, value);
  return parseForm(videoSchema, form);
}

test("a video is kept as its provider's player, with YouTube's own thumbnail unless it is given one", () => {
  expect(parse({})).toEqual({
    ok: true,
    value: {
      intent: "save-video",
      title: "Live at the harbour",
      video_type: "youtube",
      video_url: "https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ",
      thumbnail_url: "https://i.ytimg.com/vi/dQw4w9WgXcQ/hqdefault.jpg",
      is_visible: true,
      is_primary: false,
    },
  });
  const withStill = parse({ thumbnail_url: "http://example.org/still.jpg", is_primary: "on" });
  expect(withStill).toMatchObject({
    value: { thumbnail_url: "https://example.org/still.jpg", is_primary: true },
  });
  const vimeo = parse({ video_type: "vimeo", video_url: "vimeo.com/76979871" });
  expect(vimeo).toMatchObject({
    value: { video_url: "https://player.vimeo.com/video/76979871", thumbnail_url: null },
  });
});

test.each([
  ["youtube", "https://youtube.com.evil.test/watch?v=dQw4w9WgXcQ", "Please enter a valid YouTube URL"],
  ["youtube", "https://evil.test/watch?v=11characters", "Please enter a valid YouTube URL"],
  ["vimeo", "https://vimeo.com/staffpicks", "Please enter a valid Vimeo URL"],
  ["mp4", "javascript:alert(1)//.mp4", "Please enter a valid MP4 URL"],
  ["mp4", "https://example.org/film.webm", "Please enter a valid MP4 URL"],
  ["mp4", " ", "Video URL is required"],
])("as %s, '%s' is refused", (video_type, video_url, text) => {
  expect(parse({ video_type, video_url })).toMatchObject({ ok: false, errors: { video_url: text } });
});

test("all problems are reported at once", () => {
  const wrong = { title: "", video_url: "https://example.org/", thumbnail_url: "javascript:alert(1)" };
  expect(parse(wrong)).toMatchObject({
    errors: {
      title: "Title is required",
      video_url: "Please enter a valid YouTube URL",
      thumbnail_url: "Please enter a valid URL",
    },
  });
  expect(parse({ video_type: "gif", title: "🎬".repeat(201) })).toMatchObject({
    errors: { video_type: "Please choose a video type", title: "Please use at most 200 characters" },
  });
});

test.each([
  ["https://example.org/films/live_set-2026.mp4", "live set 2026"],
  ["https://example.org/H%C3%A4user%20am%20Meer.MP4?token=1", "Häuser am Meer"],
  ["https://example.org/100%.mp4", "100%"],
  ["https://example.org/.mp4", undefined],
  ["https://example.org/watch?format=mp4", undefined],
])("%s is called %s", (address, title) => {
  expect(titleFromAddress(address)).toBe(title);
});
