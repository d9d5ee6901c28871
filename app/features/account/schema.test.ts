import { expect, test } from "vitest";
import { namesAccount } from "./schema.ts";

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
