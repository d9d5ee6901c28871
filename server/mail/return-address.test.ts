import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { returnAddresses } from "./return-address.ts";

const addresses = returnAddresses("bounces@music.example", "a secret that is long enough for a test");

test("a return address tells the key that it was made for, whatever mail servers do to its case", () => {
  for (const key of Array.from({ length: 20 }, randomUUID)) {
    const address = addresses.of(key);
    expect(address).toMatch(/^bounces\+[a-z2-7]{42}@music\.example$/);
    expect(address.split("@")[0]?.length).toBeLessThanOrEqual(64);
    expect(addresses.keyIn(`Delivered-To: <${address.toUpperCase()}>`)).toBe(key);
  }
});

test("a key that is changed, made up, or signed elsewhere is none", () => {
  const key = randomUUID();
  const address = addresses.of(key);
  const changed = address.replace(/\+(.)/, (_, first) => `+${first === "a" ? "b" : "a"}`);
  const elsewhere = returnAddresses("bounces@music.example", "another secret, also long enough here").of(key);
  for (const forged of [
    changed,
    elsewhere,
    "bounces@music.example",
    `bounces+${"a".repeat(42)}@music.example`,
  ]) {
    expect(addresses.keyIn(forged), forged).toBeUndefined();
  }
});
