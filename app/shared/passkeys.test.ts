import { expect, test } from "vitest";
import { passkeyObstacle } from "./passkeys.ts";

test.each([
  "https://music.example",
  "https://band.music.example:8443",
  "https://jukebox",
  "https://127.0.0.1.example",
  "http://localhost",
  "http://localhost:3000",
  "http://band.localhost:3000",
  "https://localhost",
])("passkeys work at %s", (origin) => {
  expect(passkeyObstacle(origin)).toBeUndefined();
});

test.each([
  "http://127.0.0.1:3000",
  "https://192.0.2.7",
  "https://0x7f.1",
  "http://2130706433",
  "http://[::1]:3000",
  "https://[2001:db8::1]",
])("no passkey at the IP address %s", (origin) => {
  expect(passkeyObstacle(origin)).toMatch(/IP address/);
});

test.each(["http://music.example", "http://jukebox.local:3000", "http://localhost.example"])(
  "no passkey without encryption at %s",
  (origin) => {
    expect(passkeyObstacle(origin)).toMatch(/https/);
  },
);
