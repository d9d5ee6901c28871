import type { RouteConfigEntry } from "@react-router/dev/routes";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { declarations } from "../../app/declarations.server.ts";
import routes from "../../app/routes.ts";
import { askForDeletion } from "../../server/account-deletion.ts";
import { ensureBuilt } from "../../server/build.ts";
import { loadConfig } from "../../server/config.ts";
import { artistCopy } from "../../server/static-copy/artist-copy.ts";
import { openStorage } from "../../server/storage/open-storage.ts";
import { openDatabaseOf, startHandbill } from "../harness/handbill.ts";
import {
  type Artist,
  type Hidden,
  type HiddenWhole,
  hidden,
  hiddenWhole,
  makeArtist,
  type Shown,
  wordOf,
} from "./artists.ts";
import { gatedLayouts, outputs, type Source, withoutArtists } from "./outputs.ts";

// Every public output, and every state in which nothing may be in it. What is in a state has a word in all of its texts
// that stands nowhere else, and no output may contain it.

let handbill: Awaited<ReturnType<typeof startHandbill>>;
let db: Awaited<ReturnType<typeof openDatabaseOf>>;
let artists: Record<"shown" | HiddenWhole, Artist>;

/** No section of the page. */
const withoutSections = {
  show_music_section: false,
  show_video_section: false,
  show_gallery_section: false,
  show_events_section: false,
  show_booking_section: false,
  show_support_section: false,
  show_comments_section: false,
  show_links_section: false,
};

beforeAll(async () => {
  await ensureBuilt(() => {});
  handbill = await startHandbill();
  db = await openDatabaseOf(handbill);
  const suspended = await makeArtist(db, "suspended", () => wordOf("suspended account"), {
    bio: wordOf("suspended account"),
    is_demo_profile: true,
  });
  const leaving = await makeArtist(db, "leaving", () => wordOf("leaving account"), {
    bio: wordOf("leaving account"),
    is_demo_profile: true,
  });
  // The newsletter is no section of the page.
  const inSection = (state: string) => wordOf(state === "issue" ? "issue" : "section switched off");
  const quiet = await makeArtist(db, "quiet", inSection, withoutSections);
  const nova = await makeArtist(db, "nova", wordOf, { is_demo_profile: true });
  await storeSounds();
  await db.asSystem().write((tx) =>
    tx
      .updateTable("users")
      .set({ suspended_at: new Date(), suspended_reason: wordOf("suspended account") })
      .where("id", "=", suspended.id)
      .execute(),
  );
  const config = loadConfig({ DATA_DIR: handbill.dataDir, DEMO: "off" });
  await askForDeletion({ config, db }, leaving.id);
  artists = {
    shown: nova,
    "suspended account": suspended,
    "leaving account": leaving,
    "section switched off": quiet,
  };
}, 300_000);
afterAll(async () => {
  await db.close();
  await handbill[Symbol.asyncDispose]();
});

/** A podcast tells the sizes of its files. */
async function storeSounds(): Promise<void> {
  const storage = await openStorage({ dataDir: handbill.dataDir });
  const tracks = await db.asSystem().read((tx) => tx.selectFrom("music_tracks").select("file_url").execute());
  for (const { file_url } of tracks) {
    const path = file_url?.replace("/uploads/", "") ?? "";
    await storage.put(path, Buffer.from("sound"), { contentType: "audio/mpeg" });
  }
}

const source: Source = {
  origin: () => handbill.origin,
  async copy(artistPath) {
    const files: string[] = [];
    const visit = (path: string) => fetch(handbill.origin + path, { redirect: "manual" });
    const storedName = (address: string) => `files/${address.split("/").at(-1)}`;
    const parts = { visit, origin: handbill.origin, artistPath, storedName, isForWeb: true };
    for await (const file of artistCopy(parts)) {
      files.push(file.name, "content" in file ? Buffer.from(file.content).toString() : file.stored);
    }
    return files.join("\n");
  },
  async ask(...paths) {
    const answers: string[] = [];
    for (const path of paths) {
      const answer = await fetch(handbill.origin + path, { redirect: "manual" });
      const headers = [...answer.headers].map(([name, value]) => `${name}: ${value}`).join("\n");
      answers.push(`${answer.status}\n${headers}\n\n${await answer.text()}`);
    }
    return answers.join("\n\n");
  },
  async posted(artistId) {
    const rows = await db
      .asSystem()
      .read(async (tx) => [
        ...(await tx.selectFrom("fan_comments").select("id").where("musician_id", "=", artistId).execute()),
        ...(await tx.selectFrom("events").select("id").where("user_id", "=", artistId).execute()),
        ...(await tx.selectFrom("releases").select("id").where("user_id", "=", artistId).execute()),
      ]);
    const events = [...declarations.webhooks.values()].filter(({ readBy }) => readBy === "visitor");
    const posts = await db
      .asVisitor()
      .read((tx) => Promise.all(events.flatMap(({ data }) => rows.map(({ id }) => data(tx, id)))));
    return JSON.stringify(posts);
  },
};

describe.each(outputs)("$name", ({ shows, mayShow = [], get }) => {
  const isForbidden = (state: Hidden | HiddenWhole) => !mayShow.includes(state);

  test("shows what is public, and nothing that isn't", async () => {
    const text = await get(artists.shown, source);
    const has = (state: Shown | Hidden) => text.includes(wordOf(state));
    expect(shows.filter((state) => !has(state))).toEqual([]);
    expect(hidden.filter(isForbidden).filter(has)).toEqual([]);
  });

  test.each(hiddenWhole.filter(isForbidden))("shows nothing of: %s", async (state) => {
    const text = await get(artists[state], source);
    expect(text.includes(wordOf(state)), text.slice(0, 400)).toBe(false);
  });
});

test("every route that is open to visitors stands among the outputs, or among those without artists", () => {
  const pathsOf = (entries: readonly RouteConfigEntry[]): string[] =>
    entries
      .filter(({ file }) => !gatedLayouts.includes(file))
      .flatMap(({ file, path = "", children = [] }) => [
        ...(file.startsWith("layouts/") ? [] : [path]),
        ...pathsOf(children),
      ]);
  const listed = [...outputs.flatMap((output) => output.routes), ...withoutArtists];
  expect(pathsOf(routes).toSorted()).toEqual(listed.toSorted());
});
