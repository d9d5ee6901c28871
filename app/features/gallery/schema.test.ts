import { expect, test } from "vitest";
import { parseForm } from "~/shared/forms";
import { imageLimitBytes } from "~/shared/upload-limits";
import { photoFileProblem, photoSchema, tooManyFilesText, uploaded, uploadFailure } from "./schema";

const photo = { name: "Stage.JPG", size: 1_000, type: "image/jpeg" };

test("a picture of a known kind may be sent, up to the very limit", () => {
  expect(photoFileProblem(photo)).toBeUndefined();
  expect(photoFileProblem({ ...photo, size: imageLimitBytes })).toBeUndefined();
  for (const extension of ["jpeg", "jpg", "png", "gif", "webp"]) {
    expect(photoFileProblem({ ...photo, name: `a.${extension}` })).toBeUndefined();
  }
});

test.each([
  [{ ...photo, type: "application/pdf" }, "Please select an image file"],
  [{ ...photo, name: "drawing.svg", type: "image/svg+xml" }, "Please select an image file"],
  [{ ...photo, size: imageLimitBytes + 1 }, "Stage.JPG is too large. Images must be smaller than 10MB"],
  [{ ...photo, size: 0 }, "Invalid file: File is empty or corrupted"],
])("what isn't one is refused with its text", (file, text) => {
  expect(photoFileProblem(file)).toBe(text);
});

test("the texts are the documented ones", () => {
  expect(uploaded(3)).toBe("3 photo(s) uploaded successfully!");
  expect(uploadFailure("The server is full.")).toBe("Failed to upload photos: The server is full.");
  expect(tooManyFilesText()).toBe("Up to 10 photos at a time: the first 10 were taken.");
});

test("captions and alt texts may be empty, and have at most 500 characters", () => {
  const parsed = (fields: Record<string, string>) => {
    const form = new FormData();
    const id = "5b3e4f0a-6a0e-4a80-9f0e-1f2d3c4b5a69";
    for (const [name, value] of Object.entries({ id, ...fields })) form.set(name, value);
    return parseForm(photoSchema, form);
  };
  expect(parsed({ caption: " ", alt_text: " A  stage " })).toMatchObject({
    ok: true,
    value: { caption: "", alt_text: "A  stage" },
  });
  expect(parsed({ caption: "x".repeat(501), alt_text: "x".repeat(500) })).toMatchObject({
    ok: false,
    errors: { caption: "Please use at most 500 characters" },
  });
});
