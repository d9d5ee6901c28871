import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { discardUnfinished, unfinishedUploads } from "./unfinished-uploads.ts";

// As the upload library keeps them, and as the server answers.

const key = (name: string, kind = "track") => `tus::handbill-${kind}-[]-${name}-audio/wav-100-0::1`;
const entry = (name: string, kind = "track") =>
  JSON.stringify({
    size: 100,
    metadata: { kind, filename: name, filetype: "audio/wav" },
    creationTime: "Sat Nov 21 2026",
    uploadUrl: `/upload/${name}`,
  });

let stored: Record<string, string>;
let requestedAddresses: string[];
const answers: Record<string, () => Response> = {};

beforeEach(() => {
  stored = {};
  requestedAddresses = [];
  const storage = {
    getItem: (name: string) => stored[name] ?? null,
    removeItem: (name: string) => Reflect.deleteProperty(stored, name),
  };
  vi.stubGlobal(
    "localStorage",
    new Proxy(storage, {
      ownKeys: () => Object.keys(stored),
      getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
    }),
  );
  vi.stubGlobal("fetch", async (url: string, { method }: RequestInit) => {
    requestedAddresses.push(`${method} ${url}`);
    return answers[url]?.() ?? Response.error();
  });
});
afterEach(() => vi.unstubAllGlobals());

const has = (bytes: number) => () => new Response(null, { headers: { "Upload-Offset": String(bytes) } });
const status = (code: number) => () => new Response(null, { status: code });

test("an upload that the server still has in part is offered by name; the rest is cleared away or left", async () => {
  for (const name of ["half.wav", "whole.wav", "old.wav", "another's.wav", "away.wav", "under way.wav"]) {
    stored[key(name)] = entry(name);
  }
  stored[key("photo.jpg", "photo")] = entry("photo.jpg", "photo");
  stored[key("broken.wav")] = "{";
  stored[key("elsewhere.wav")] = entry("elsewhere.wav").replace("/upload/", "https://evil.example/");
  stored["tus::somebody-else's"] = entry("foreign.wav");
  answers["/upload/half.wav"] = has(40);
  answers["/upload/whole.wav"] = has(100);
  answers["/upload/old.wav"] = status(410);
  answers["/upload/another's.wav"] = status(404);

  const found = await unfinishedUploads("track", ({ name }) => name === "under way.wav");
  expect(found).toEqual({
    unfinished: [{ key: key("half.wav"), name: "half.wav", size: 100, sent: 40 }],
    arrived: 1,
  });
  expect(Object.keys(stored)).toEqual(
    expect.arrayContaining([key("half.wav"), key("another's.wav"), key("away.wav")]),
  );
  expect(stored).not.toHaveProperty([key("whole.wav")]);
  expect(stored).not.toHaveProperty([key("old.wav")]);
  expect(requestedAddresses).not.toContain("HEAD /upload/under way.wav");
  expect(requestedAddresses.filter((request) => !request.startsWith("HEAD /upload/"))).toEqual([]);
});

test("one that is given up is removed here and there, reachable or not", async () => {
  stored[key("half.wav")] = entry("half.wav");
  await discardUnfinished(key("half.wav"));
  expect(requestedAddresses).toEqual(["DELETE /upload/half.wav"]);
  expect(stored).toEqual({});
});

test("a browser that keeps nothing has nothing unfinished", async () => {
  vi.stubGlobal("localStorage", undefined);
  expect(await unfinishedUploads("track", () => false)).toEqual({ unfinished: [], arrived: 0 });
});
