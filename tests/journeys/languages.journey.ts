import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { beforeAll, expect, test } from "vitest";
import type { Layout } from "../../app/artist-theme/appearance.ts";
import { makeMusician } from "../factories/accounts.ts";
import { makeComment, makeIssue } from "../factories/audience.ts";
import { makeEvent, makePhoto, makeRelease, makeReleaseTrack, makeTrack } from "../factories/page.ts";
import { expectAccessible } from "../harness/browser.ts";
import { plainWords } from "../harness/plain-words.ts";
import { openTestApp } from "../harness/test-app.ts";

// All public documents in a pseudo-language in the place of Arabic: English that is two fifths longer, with an accent on each letter,
// and mirrored. What the artist writes is Japanese, so a plain Latin letter is a text that nobody translates.

const pseudo = pathToFileURL(join(import.meta.dirname, "..", "harness", "pseudo-language.ts")).href;
const { handbill, browser, db } = await openTestApp({
  NODE_OPTIONS: `--import ${pseudo}`,
  REGISTRATION: "open",
});
const artist = `${handbill.origin}/artist/tokyo`;

let userId: string;
let letter: string;

beforeAll(async () => {
  const { id: user_id } = await makeMusician(db, {
    ...{ artist_name: "東京の夜", custom_url: "tokyo", bio: "夜の音楽。", location: "東京" },
    page_language: "ja",
  });
  userId = user_id;
  const release = await makeRelease(db, { user_id, title: "夜明け", slug: "dawn" });
  for (const title of ["一番", "二番", "三番"]) {
    const track = await makeTrack(db, { user_id, title });
    await makeReleaseTrack(db, release, track.id);
  }
  const place = { user_id, venue_name: "会場", location: "京都" };
  await makeEvent(db, { ...place, title: "演奏会", event_date: "2199-12-04", event_time: "20:00" });
  await makeEvent(db, { ...place, title: "中止", event_date: "2199-12-05", cancelled_at: new Date() });
  await makeEvent(db, { ...place, title: "昔", event_date: "2020-12-04" });
  await makePhoto(db, { user_id, caption: "写真", alt_text: "夜" });
  await makeComment(db, { musician_id: user_id, author_name: "花子", content: "最高。" });
  const sent = { status: "sent", started_at: new Date("2026-03-04T05:06:07Z"), in_archive: true } as const;
  letter = (await makeIssue(db, { musician_id: user_id, title: "手紙", body: "皆さん。", ...sent })).id;
});

const documents = (): string[] => [
  ...["/", "/signin", "/signup", "/reset-password", "/nowhere"].map((path) => handbill.origin + path),
  ...["", "/events", "/events?month=2199-12", "/comments", "/booking", "/letters"].map(
    (path) => artist + path,
  ),
  ...[`/letters/${letter}`, "/music/dawn", "/music/dawn/embed/large/light", "/events/embed/large/light"].map(
    (path) => artist + path,
  ),
  `${handbill.origin}/artist/nobody`,
];

const inPseudo = (address: string) => `${address}${address.includes("?") ? "&" : "?"}lang=ar`;

async function wear(layout: Layout): Promise<void> {
  await db
    .asSystem()
    .write((tx) =>
      tx.updateTable("musician_profiles").set({ layout }).where("user_id", "=", userId).execute(),
    );
}

test.each([320, 390, 1440])(
  "each document at %i pixels: nothing English, nothing wider than the screen",
  async (width) => {
    const page = await browser.newPage({ viewport: { width, height: 900 } });
    const found: Record<string, unknown> = {};
    for (const address of documents()) {
      await page.goto(inPseudo(address));
      await expect.poll(() => page.locator("html").getAttribute("lang")).toBe("ar");
      expect(await page.locator("html").getAttribute("dir"), address).toBe("rtl");
      const words = await plainWords(page);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      if (words.length > 0 || wide > 0) found[address.slice(handbill.origin.length)] = { words, wide };
    }
    expect(found).toEqual({});
  },
);

test.each(["classic", "poster", "split", "gallery", "minimal"] as const)(
  "the artist's page as %s is mirrored, holds at each width and is accessible",
  async (layout) => {
    await wear(layout);
    const page = await browser.newPage();
    for (const width of [320, 390, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(inPseudo(artist));
      expect(await plainWords(page)).toEqual([]);
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
      ).toBeLessThanOrEqual(0);
      await expectAccessible(page);
    }
  },
);
