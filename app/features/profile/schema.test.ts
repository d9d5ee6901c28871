import { expect, test } from "vitest";
import { parseForm } from "~/shared/forms";
import { customUrlProblem, imageFileProblem, profileSchema } from "./schema";

function parsed(fields: Record<string, string>) {
  const form = new FormData();
  const complete = {
    artist_name: "Mara",
    bio: "",
    location: "",
    custom_url: "",
    cover_image_size: "large",
    ...fields,
  };
  for (const [name, value] of Object.entries(complete)) form.set(name, value);
  return parseForm(profileSchema, form);
}

test("an empty field gets its default", () => {
  expect(parsed({ artist_name: "  Mara & The Moles ", bio: "  ", location: " " })).toEqual({
    ok: true,
    value: {
      artist_name: "Mara & The Moles",
      bio: "Tell your story...",
      location: null,
      performs_as: null,
      page_language: null,
      other_languages: [],
      custom_url: "mara-the-moles",
      cover_image_size: "large",
      cover_focus_x: 50,
      cover_focus_y: 50,
    },
  });
});

test("a custom URL of one's own stays as it is", () => {
  expect(parsed({ custom_url: "mara-2" })).toMatchObject({ ok: true, value: { custom_url: "mara-2" } });
});

test("a name without Latin letters makes no custom URL", () => {
  expect(parsed({ artist_name: "東京" })).toMatchObject({ ok: true, value: { custom_url: null } });
});

test.each([
  [{ artist_name: "   " }, { artist_name: "Artist name is required" }],
  [
    { custom_url: "Mara!" },
    { custom_url: "Custom URL can only contain lowercase letters, numbers, and hyphens" },
  ],
  [{ bio: "x".repeat(501) }, { bio: "Please use at most 500 characters" }],
  [{ cover_image_size: "gigantic" }, { cover_image_size: "Please choose a cover size" }],
])("%o is refused with its text", (fields, errors) => {
  expect(parsed(fields)).toMatchObject({ ok: false, errors });
});

test("a bio of exactly 500 characters is fine, a line break being one", () => {
  expect(parsed({ bio: `${"x\r\n".repeat(249)}xx` })).toMatchObject({
    ok: true,
    value: { bio: `${"x\n".repeat(249)}xx` },
  });
  expect(parsed({ bio: "x".repeat(500) }).ok).toBe(true);
});

test("a custom URL is judged while it is typed, as it will be when it is sent", () => {
  expect(customUrlProblem("mara-2")).toBeUndefined();
  expect(customUrlProblem("Mara")).toBe(
    "Custom URL can only contain lowercase letters, numbers, and hyphens",
  );
  expect(customUrlProblem("x".repeat(101))).toBe("Please use at most 100 characters");
});

const picture = { name: "Me.JPG", size: 10 * 1024 * 1024, type: "image/jpeg" };

test("a picture may have 10 MB and one of five extensions", () => {
  expect(imageFileProblem(picture)).toBeUndefined();
  for (const extension of ["jpeg", "jpg", "png", "gif", "webp"]) {
    expect(imageFileProblem({ ...picture, name: `me.${extension}` })).toBeUndefined();
  }
});

test.each([
  [{ ...picture, type: "application/pdf" }, "Please select an image file"],
  [{ ...picture, type: "" }, "Please select an image file"],
  [{ ...picture, name: "me.svg", type: "image/svg+xml" }, "Please select an image file"],
  [{ ...picture, name: "me.heic" }, "Please select an image file"],
  [{ ...picture, size: 10 * 1024 * 1024 + 1 }, "Image must be smaller than 10MB"],
  [{ ...picture, size: 0 }, "Invalid file: File is empty or corrupted"],
])("%o is refused with its text", (file, problem) => {
  expect(imageFileProblem(file)).toBe(problem);
});
