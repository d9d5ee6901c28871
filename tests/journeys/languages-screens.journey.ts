import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { fontFamilies, nameFonts } from "../../app/artist-theme/appearance.ts";
import { platformNames } from "../../app/shared/platforms.ts";
import { makeMusician } from "../factories/accounts.ts";
import { makeBooking, makeComment, makeIssue, makeSubscriber } from "../factories/audience.ts";
import { makeConversation, makeMessage } from "../factories/messages.ts";
import {
  makeEvent,
  makePageLink,
  makePhoto,
  makeRelease,
  makeReleaseTrack,
  makeSocialLink,
  makeTrack,
  makeVideo,
} from "../factories/page.ts";
import { desktop, expectAccessible, phone, untilHydrated } from "../harness/browser.ts";
import { plainWords } from "../harness/plain-words.ts";
import { inPseudoLanguage } from "../harness/pseudo-text.ts";
import { openTestApp } from "../harness/test-app.ts";
import { allTexts } from "../translations.ts";

// All screens of an account in the pseudo-language, on the server and in the browser. What people write is Japanese.

const pseudo = pathToFileURL(join(import.meta.dirname, "..", "harness", "pseudo-language.ts")).href;
const { handbill, db, newAccount, newAdmin } = await openTestApp({
  NODE_OPTIONS: `--import ${pseudo}`,
  REGISTRATION: "open",
});

const texts = Object.fromEntries((await allTexts()).map((text) => [text, inPseudoLanguage(text)]));
const catalogue = `const texts = ${JSON.stringify(texts)}; export { texts as default };`;

/** The account reads Arabic, in whose place the pseudo-language is. */
async function speakPseudo({ page, id }: { page: Page; id: string }): Promise<void> {
  await page.route(/\/assets\/ar-[\w-]+\.js/, (route) =>
    route.fulfill({ contentType: "text/javascript", body: catalogue }),
  );
  await db.asSystem().write((tx) =>
    tx
      .insertInto("account_preferences")
      .values({ user_id: id, language: "ar" })
      .onConflict((already) => already.column("user_id").doUpdateSet({ language: "ar" }))
      .execute(),
  );
}

const fixed =
  "MP3|WAV|FLAC|OGG|M4A|AAC|JPEG|JPG|PNG|GIF|WebP|WEBP|SVG|CSV|ZIP|ISRC|UPC|ISO 8601|GB|UTC|Ctrl|Esc|Enter|Space|PostgreSQL|Node|Chrome|Linux|ID";

/** What is the same in every language: names, codes, values of settings and columns, addresses, and what an operator writes. */
async function untranslatable(): Promise<RegExp> {
  const backgrounds = await db
    .asSystem()
    .read((tx) => tx.selectFrom("background_options").select("name").execute());
  const names = [
    ...Object.values(platformNames).filter((name) => name !== "Website"),
    ...Object.values({ ...fontFamilies, ...nameFonts }),
    ...backgrounds.map(({ name }) => name).sort((one, other) => other.length - one.length),
  ].map((name) => name.replace(/[.()]/g, "\\$&"));
  const patterns = [
    /\{\w+\}/,
    /#[0-9a-f]{6}\b/,
    /\b\d+px\b/,
    /\b[0-9a-f]{8}-[0-9a-f-]{27}\b/,
    /\b[A-Z]{2}-[A-Z\d]{3}-\d{2}-\d{5}\b/,
    /\bCC BY[-A-Z]* 4\.0/,
    /\bREGISTRATION=\w+|\(open\)/,
    /\b(admin|musician|uploads|osaka|tokyo-\d+)\b/,
    new RegExp(`${inPseudoLanguage("Table")} \\w+`),
    /“handbill\s(restore|backup)”/,
    /\bexample\.org\/\S+|(?<!\S)\/\S+/,
  ];
  return new RegExp([...names, fixed, ...patterns.map(({ source }) => source)].join("|"));
}

/** Pixels of the narrowest screen, on which a phone's screens are measured too. */
const narrowest = 320;

/** What is wrong with each screen, by its path. */
async function faultsOf(page: Page, paths: string[]): Promise<Record<string, unknown>> {
  const found: Record<string, unknown> = {};
  const names = await untranslatable();
  for (const path of paths) {
    await page.goto(handbill.origin + path);
    await untilHydrated(page);
    expect(await page.locator("html").getAttribute("lang"), path).toBe("ar");
    const words = await plainWords(page, names);
    const wide: number[] = [];
    const viewport = page.viewportSize() ?? desktop;
    for (const width of viewport.width === phone.width ? [phone.width, narrowest] : [viewport.width]) {
      await page.setViewportSize({ ...viewport, width });
      wide.push(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth));
    }
    await page.setViewportSize(viewport);
    if (words.length > 0 || wide.some((by) => by > 0)) found[path] = { words, wide };
    if (viewport.width === phone.width) await expectAccessible(page, { withFrames: false });
  }
  return found;
}

let other: string;

beforeAll(async () => {
  other = (await makeMusician(db, { artist_name: "大阪の朝", custom_url: "osaka" })).id;
});

/** A musician with something in each tool. @returns the addresses of what they have */
async function fill(user_id: string, slug: string): Promise<string[]> {
  await makeMusician(db, {
    ...{ user_id, artist_name: "東京の夜", custom_url: slug, bio: "夜の音楽。", location: "東京" },
    page_language: "ja",
  });
  const own = { musician_id: user_id };
  const release = await makeRelease(db, { user_id, title: "夜明け", slug: "dawn" });
  const track = await makeTrack(db, { user_id, title: "一番" });
  await makeReleaseTrack(db, release, track.id);
  await makeEvent(db, { user_id, title: "演奏会", venue_name: "会場", location: "京都" });
  await makePhoto(db, { user_id, caption: "写真", alt_text: "夜" });
  await makeVideo(db, { user_id, title: "映像" });
  await makeSocialLink(db, { user_id });
  await makePageLink(db, { user_id, title: "店" });
  for (const is_approved of [true, false])
    await makeComment(db, { ...own, author_name: "花子", content: "最高。", is_approved });
  await makeBooking(db, { ...own, requester_name: "太郎", message: "ぜひ。" });
  await makeSubscriber(db, { ...own, subscriber_name: "次郎", confirmed_at: new Date() });
  const letter = await makeIssue(db, { ...own, title: "手紙", body: "皆さん。" });
  const { id: conversation_id } = await makeConversation(db, user_id, other);
  await makeMessage(db, { conversation_id, sender_id: other, content: "こんにちは。" });
  return [
    `/music/tracks/${track.id}`,
    `/music/releases/${release.id}`,
    `/newsletter/letters/${letter.id}`,
    `/messages/${conversation_id}`,
  ];
}

const tools =
  "/dashboard /profile /music /music/releases /music/private-links /gallery /video /settings /events /booking-requests /comments /messages /messages/archive /newsletter /newsletter/letters /analytics /social-links /social-links/buttons /press-kit /handbill /recently-deleted".split(
    " ",
  );
const account =
  "/account /account/security /account/devices /account/keys /account/preferences /account/webhooks /account/data /account/import".split(
    " ",
  );
const admin =
  "/admin /admin/overview /admin/backups /admin/backgrounds /admin/database /admin/reports /admin/site /admin/settings /admin/audit".split(
    " ",
  );
const diagnostics = "/database-refresh /db-check /bio-diagnostics /debug".split(" ");

const sizes = [
  [390, phone],
  [1440, desktop],
] as const;

test.each(sizes)(
  "a musician's screens at %i pixels: nothing English, nothing wider",
  async (width, viewport) => {
    const musician = await newAccount(`musician-${width}`, { viewport });
    const own = await fill(musician.id, `tokyo-${width}`);
    await speakPseudo(musician);
    expect(await faultsOf(musician.page, [...tools, ...own, ...account])).toEqual({});
  },
  // More than thirty screens, each at two widths and with axe.
  600_000,
);

test.each(sizes)("one without a name at %i pixels", async (width, viewport) => {
  const musician = await newAccount(`nobody-${width}`, { viewport });
  await speakPseudo(musician);
  expect(await faultsOf(musician.page, tools)).toEqual({});
});

test.each(sizes)(
  "an admin's screens at %i pixels: nothing English, nothing wider",
  async (width, viewport) => {
    const user = await newAdmin(`admin-${width}`, { viewport });
    await speakPseudo(user);
    expect(await faultsOf(user.page, [...admin, ...diagnostics])).toEqual({});
  },
);
