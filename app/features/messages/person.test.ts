import { expect, test } from "vitest";
import { nameOf } from "./person";

test("somebody goes by their artist name, else by their address, else by what they are", () => {
  const email = "mira@example.org";
  expect(nameOf({ name: "Mira", email })).toBe("Mira");
  expect(nameOf({ name: null, email })).toBe(email);
  expect(nameOf({ name: null, email: null })).toBe("Musician");
});
