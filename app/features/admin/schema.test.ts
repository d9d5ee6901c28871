import { describe, expect, test } from "vitest";
import { type AccountContents, contentsText } from "~/shared/account-contents";
import { backgroundSchema, fileProblem, nameOfFile } from "./background-schema.ts";
import { settingsSchema } from "./site-schema.ts";
import { deletedText, usersPath } from "./users.ts";

function contents(tracks: number, pressKits: number, bytes: number): AccountContents {
  return {
    counts: [
      { text: "{count, plural, one {{shown} track} other {{shown} tracks}}", count: tracks },
      { text: "{count, plural, one {{shown} press kit} other {{shown} press kits}}", count: pressKits },
    ],
    bytes,
  };
}

test("the contents of an account are listed in words, without kinds that it has none of", () => {
  expect(contentsText(contents(0, 0, 0))).toBe("nothing but the account itself");
  expect(contentsText(contents(1, 0, 0))).toBe("1 track");
  expect(contentsText(contents(12, 1, 42_000_000))).toBe("12 tracks, 1 press kit, and 40.1 MB of files");
  expect(contentsText(contents(1234, 0, 10))).toBe("1,234 tracks and less than 0.1 MB of files");
  expect(deletedText("mara@example.org", contents(0, 0, 0))).toBe("User mara@example.org deleted");
});

test("the table's address holds what differs from the usual, and nothing else", () => {
  const usual = { search: "", sort: "joined", direction: "desc", page: 1 } as const;
  expect(usersPath(usual)).toBe("/admin");
  expect(usersPath({ ...usual, search: "a&b", page: 3 })).toBe("/admin?q=a%26b&page=3");
  expect(usersPath({ ...usual, sort: "user", direction: "asc" })).toBe("/admin?sort=user");
  expect(usersPath({ ...usual, sort: "user", direction: "desc" })).toBe("/admin?sort=user&order=desc");
});

describe("a background", () => {
  const form = { intent: "save-background", name: " Haze ", type: "video", url: " example.org/a.mp4 " };

  test("is trimmed, its address written out, and its thumbnail null when there is none", () => {
    expect(backgroundSchema.parse({ ...form, thumbnail_url: " " })).toMatchObject({
      name: "Haze",
      url: "https://example.org/a.mp4",
      thumbnail_url: null,
    });
    expect(backgroundSchema.parse({ ...form, name: "", url: "" })).toMatchObject({ name: "", url: "" });
  });

  test.each(["javascript:alert(1)", "data:text/html,x", "/uploads/photos/x/a.webp", "not an address"])(
    "is never at %s",
    (url) => {
      expect(backgroundSchema.safeParse({ ...form, url }).success).toBe(false);
      expect(backgroundSchema.safeParse({ ...form, thumbnail_url: url }).success).toBe(false);
    },
  );

  test.each([
    ["a.png", "image/png", 1, undefined],
    ["a.mp4", "video/mp4", 1, undefined],
    ["A.MP4", "", 1, undefined],
    ["a.png", "image/png", 0, "Invalid file: File is empty or corrupted"],
    ["a.png", "image/png", 11 * 1024 ** 2, "Image must be smaller than 10MB"],
    ["a.mp4", "video/mp4", 51 * 1024 ** 2, "Video must be smaller than 50MB"],
    ["a.webm", "video/webm", 1, "Please select a picture or an MP4 video"],
    ["a", "", 1, "Please select a picture or an MP4 video"],
    ["a.txt", "text/plain", 1, "Please select an image file"],
  ])("as the file %s (%s, %i bytes): %s", (name, type, size, problem) => {
    expect(fileProblem({ name, type, size })).toBe(problem);
  });

  test("that comes without a name has its file's", () => {
    expect(nameOfFile("Night sky.final.webp")).toBe("Night sky.final");
    expect(nameOfFile("exe.\u202egpj\r\nnext.webp")).toBe("exe. gpj next");
    expect(nameOfFile(".png")).toBe("Background");
    expect(nameOfFile("x".repeat(300))).toHaveLength(100);
  });
});

test("settings that are left to the environment are kept as nothing", () => {
  const parsed = settingsSchema.parse({ intent: "save-settings", registration: "environment" });
  expect(parsed).toMatchObject({ registration: null, reviews_comments: false, reviews_links: false });
  expect(settingsSchema.safeParse({ intent: "save-settings", registration: "everybody" }).success).toBe(
    false,
  );
});
