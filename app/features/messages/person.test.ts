import { expect, test } from "vitest";
import { nameOf } from "./person";

test("a person goes by their artist name, else by their address, else by their role", () => {
  const email = "mira@example.org";
  expect(nameOf({ name: "Mira", email })).toBe("Mira");
  expect(nameOf({ name: null, email })).toBe(email);
  expect(nameOf({ name: null, email: null })).toBe("Musician");
});
