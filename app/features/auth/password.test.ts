import { expect, test } from "vitest";
import { hashPassword, isPasswordOf } from "./password.server.ts";

test("a password is kept as an argon2id string with a salt of its own", async () => {
  const [one, two] = await Promise.all([hashPassword("correct horse"), hashPassword("correct horse")]);
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
  expect(one).not.toBe(two);
});

test("only the right password passes", async () => {
  const hash = await hashPassword("correct horse");
  expect(await isPasswordOf(hash, "correct horse")).toBe(true);
  expect(await isPasswordOf(hash, "correct horse ")).toBe(false);
  expect(await isPasswordOf(hash, "")).toBe(false);
});

test("without a hash, or with one of another kind, nothing passes", async () => {
  expect(await isPasswordOf(undefined, "correct horse")).toBe(false);
  expect(await isPasswordOf("$2b$10$something", "correct horse")).toBe(false);
});

test("a hash made elsewhere with other costs is understood", async () => {
  // The reference implementation: echo -n password | argon2 somesalt -id -t 2 -k 65536 -p 1
  const reference = "$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc";
  expect(await isPasswordOf(reference, "password")).toBe(true);
});

test("an accent is the same letter whichever way it was typed", async () => {
  const hash = await hashPassword("caf\u00e9 noir");
  expect(await isPasswordOf(hash, "cafe\u0301 noir")).toBe(true);
});

test("more than a hundred waiting sign-ins are turned away, and the queue recovers", {
  timeout: 60_000,
}, async () => {
  const results = await Promise.allSettled(Array.from({ length: 110 }, () => isPasswordOf(undefined, "x")));
  const refused = results.flatMap((result) => (result.status === "rejected" ? [result.reason] : []));
  expect(refused).toHaveLength(8);
  expect(refused[0]).toMatchObject({ kind: "unavailable", retryAfterSeconds: 5 });
  expect(await isPasswordOf(undefined, "x")).toBe(false);
});
