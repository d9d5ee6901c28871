import { expect, test } from "vitest";
import { formatsSchema, namesAccount } from "./schema.ts";

test("an account is named by its address or its artist's name, and by nothing less", () => {
  const mara = { email: "mara@example.org", artistName: "Mara  Élan" };
  for (const typed of ["mara@example.org", "Mara@Example.org ", "mara élan", "Mara E\u0301lan"]) {
    expect(namesAccount(typed, mara), typed).toBe(true);
  }
  for (const typed of ["mara", "Mara Elan", "mara@example.or", ""]) {
    expect(namesAccount(typed, mara), typed).toBe(false);
  }
  expect(namesAccount("", { ...mara, artistName: null })).toBe(false);
});

test("a time zone is left open, typed by its town, or refused in words", () => {
  const read = (time_zone: string) =>
    formatsSchema.safeParse({ intent: "save-formats", time_zone, format: "iso" });
  expect(read("").data?.time_zone).toBe("");
  expect(read("kolkata").data?.time_zone).toBe("Asia/Kolkata");
  expect(read("kolk").error?.issues).toMatchObject([
    { path: ["time_zone"], message: "This is no time zone that is known here." },
  ]);
});
