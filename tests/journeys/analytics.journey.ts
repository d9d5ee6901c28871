import { readFile } from "node:fs/promises";
import type { BrowserContextOptions, Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { type Kind, kinds, trackParts } from "../../app/features/analytics/kinds.ts";
import { makePressKit, makeSocialLink } from "../factories/page.ts";
import { desktop, expectAccessible, phone } from "../harness/browser.ts";
import { openTestApp } from "../harness/test-app.ts";
import { wave } from "../harness/wave.ts";

const { handbill, browser, db, newAccount } = await openTestApp({ TRUST_PROXY: "1" });
// Where no day ends while this runs.
const timezoneId = [3, 4].includes(new Date().getUTCHours()) ? "America/Los_Angeles" : "America/New_York";
const { page: musician, id: userId } = await newAccount("nova", { timezoneId });
beforeAll(async () => {
  const form = {
    intent: "save-profile",
    artist_name: "Nova",
    bio: "",
    location: "",
    custom_url: "",
    cover_image_size: "large",
  };
  expect((await musician.request.post(`${handbill.origin}/profile`, { form })).ok()).toBe(true);
  await musician.goto(`${handbill.origin}/music`);
  const file = { name: "Long Way.wav", mimeType: "audio/wav", buffer: wave(60 * 44_100 + 44) };
  await musician.locator("input[type=file]").setInputFiles(file);
  await musician.getByText("Your tracks (1)").waitFor();
  await makeSocialLink(db, {
    user_id: userId,
    url: `${handbill.origin.replace("localhost", "127.0.0.1")}/robots.txt`,
  });
  await makePressKit(db, { user_id: userId });
});

const fanAgent =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1";
let fans = 0;

/** A fan's browser, which no program steers as far as the page can tell. */
async function newFan(
  options: BrowserContextOptions = {},
  signals: Record<string, unknown> = {},
): Promise<Page> {
  fans += 1;
  const { extraHTTPHeaders, ...rest } = options;
  const page = await browser.newPage({
    viewport: phone,
    userAgent: fanAgent,
    ...rest,
    extraHTTPHeaders: { "X-Forwarded-For": `10.7.${fans}.1`, ...extraHTTPHeaders },
  });
  await page.addInitScript((signals) => {
    for (const [name, value] of Object.entries({ webdriver: false, ...signals })) {
      Object.defineProperty(Navigator.prototype, name, { get: () => value, configurable: true });
    }
  }, signals);
  return page;
}

const artistPage = () => `${handbill.origin}/artist/nova`;

const reportOf = (page: Page, kind: string) =>
  page.waitForRequest(
    (request) => request.url().endsWith("/count") && Boolean(request.postData()?.includes(`"${kind}"`)),
  );

async function counted(kind: Kind): Promise<number> {
  const row = await db.asSystem().read((tx) =>
    tx
      .selectFrom("analytics_days")
      .select((is) => is.fn.coalesce(is.fn.sum<number>("count"), is.lit(0)).as("count"))
      .where("user_id", "=", userId)
      .where("facet", "=", "all")
      .where("kind", "=", kind)
      .executeTakeFirstOrThrow(),
  );
  return row.count;
}

test("without visits the screen explains itself; later its days are the musician's own", async () => {
  await musician.goto(`${handbill.origin}/dashboard`);
  await musician.getByRole("link", { name: "Analytics", exact: true }).last().click();
  await musician.getByRole("heading", { name: "Nothing counted yet" }).waitFor();
  await musician.getByText(`Your days begin at midnight in ${timezoneId.replace("_", " ")}.`).waitFor();
  await expectAccessible(musician);
  // Their own visit is none.
  await musician.goto(artistPage());
  await musician.waitForLoadState("networkidle");
});

test("a fan's visit shows: seen, heard, downloaded and followed without a cookie, and subscribed", async () => {
  const fan = await newFan();
  const seen = reportOf(fan, "views");
  await fan.goto(`${artistPage()}?utm_source=flyer`);
  expect((await (await seen).response())?.status()).toBe(204);

  const played = reportOf(fan, "plays");
  await fan.getByRole("button", { name: "Play Long Way" }).click();
  await played;
  // Over the middle, and on: skipped seconds were not listened to.
  const timeline = fan.getByRole("slider", { name: "Seek" });
  const left = await timeline.evaluate((input: HTMLInputElement) => {
    const seconds = Number(input.value);
    input.value = "40";
    input.dispatchEvent(new Event("input", { bubbles: true }));
    input.dispatchEvent(new Event("change", { bubbles: true }));
    return seconds;
  });
  await expect.poll(async () => Number(await timeline.inputValue())).toBeGreaterThan(48);
  const report = reportOf(fan, "heard");
  await fan.getByRole("region", { name: "Player" }).getByRole("button", { name: "Stop" }).click();
  const parts: number[] = JSON.parse((await report).postData() ?? "").events[0][2];
  // The first of the following seconds may pass before the page looks again.
  expect(parts).toEqual(expect.arrayContaining([0, 1, 2, 3, 35, 36, 37]));
  const leftPart = Math.floor((left / 60) * trackParts);
  expect(parts.filter((part) => part > leftPart + 3 && part < 31)).toEqual([]);

  const downloaded = reportOf(fan, "downloads");
  await fan.getByRole("link", { name: "Download Long Way" }).click();
  await downloaded;
  const followed = reportOf(fan, "clicks");
  await fan.getByRole("list", { name: "Elsewhere" }).getByRole("link").click();
  await followed;
  await fan.bringToFront();
  expect(await fan.context().cookies()).toEqual([]);
  await fan.locator("#newsletter").getByLabel("Email").fill("ines@example.org");
  await fan.locator("#newsletter").getByRole("button", { name: "Subscribe" }).click();
  await fan.getByText("Successfully subscribed to Nova's updates!").first().waitFor();
  for (const kind of kinds.slice(0, 6)) {
    await expect.poll(() => counted(kind)).toBe(1);
  }
  const track = await db
    .asSystem()
    .read((tx) =>
      tx.selectFrom("music_tracks").select("play_count").where("user_id", "=", userId).executeTakeFirst(),
    );
  expect(track?.play_count).toBe(1);
});

test.each([
  ["Do Not Track", { doNotTrack: "1" }, {}],
  ["Global Privacy Control", { globalPrivacyControl: true }, {}],
])("a visitor who signals %s isn't counted, and no report is even sent", async (_, signals, options) => {
  const before = await counted("views");
  const fan = await newFan(options, signals);
  const sent: string[] = [];
  fan.on("request", (request) => sent.push(new URL(request.url()).pathname));
  await fan.goto(artistPage());
  await fan.getByRole("button", { name: "Play Long Way" }).click();
  await expect.poll(() => sent.some((path) => path.startsWith("/assets/public-"))).toBe(true);
  await expect
    .poll(async () => Number(await fan.getByRole("slider", { name: "Seek" }).inputValue()))
    .toBeGreaterThan(5.5);
  expect(sent).not.toContain("/count");
  expect(await counted("views")).toBe(before);
});

for (const viewport of [phone, desktop]) {
  test(`the musician reads the figures, also with a screen reader, ${viewport.width} pixels wide`, async () => {
    const page = musician;
    await page.setViewportSize(viewport);
    await page.goto(`${handbill.origin}/analytics`);
    const tile = (name: string) =>
      page.getByRole("listitem").filter({ has: page.getByRole("link", { name, exact: true }) });
    for (const name of ["Views", "Visitors", "Plays", "Downloads", "Link clicks", "Sign-ups"]) {
      expect(await tile(name).innerText()).toMatch(/\n1\n+None before$/);
    }
    expect(await tile("Booking requests").innerText()).toMatch(/\n0\n+As before$/);
    await page.getByRole("img", { name: /^Views: 1 in all, most on .* with 1\.$/ }).waitFor();
    const region = (name: string) => page.getByRole("region", { name, exact: true });
    expect(await region("Sources").getByRole("row").nth(1).innerText()).toMatch(/^flyer\s+1$/);
    expect(await region("Devices").getByRole("row").nth(1).innerText()).toMatch(/^Phones\s+1$/);
    await page.getByRole("img", { name: /^Half of the plays of Long Way reach / }).waitFor();
    await page.getByText("Show as a table").first().press("Enter");
    expect(await page.getByRole("table", { name: "Views" }).getByRole("row").count()).toBe(31);
    await expectAccessible(page);
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
    ).toBeLessThanOrEqual(0);

    await page.getByRole("link", { name: "Sign-ups", exact: true }).press("Enter");
    await page.getByRole("heading", { name: "Sign-ups over time" }).waitFor();
    expect(await region("Sources").getByRole("row").nth(1).innerText()).toMatch(/^flyer\s+1$/);
    expect(await region("Devices").getByRole("row").nth(1).innerText()).toMatch(/^Phones\s+1$/);
    expect(await page.getByText("Not known", { exact: true }).count()).toBe(0);
    await page.getByRole("link", { name: "All time" }).click();
    await page.getByRole("img", { name: /^Sign-ups: 1 in all/ }).waitFor();
    await expect.poll(() => page.getByText("None before").count()).toBe(0);
  });
}

test("the numbers go as CSV, of days and of tracks", async () => {
  await musician.goto(`${handbill.origin}/analytics?days=7`);
  const [download] = await Promise.all([
    musician.waitForEvent("download"),
    musician.getByRole("link", { name: "CSV by day" }).click(),
  ]);
  expect(download.suggestedFilename()).toBe("handbill-days-7-days.csv");
  const lines = (await readFile(await download.path(), "utf8")).split("\r\n");
  expect(lines[0]).toBe("\ufeffDay,Views,Visitors,Plays,Downloads,Link clicks,Sign-ups,Booking requests");
  expect(lines).toHaveLength(9);
  expect(lines[7]).toMatch(/^\d{4}-\d\d-\d\d,1,1,1,1,1,1,0$/);
  const tracks = await musician.request.get(`${handbill.origin}/analytics/table.csv?table=tracks`);
  expect(await tracks.text()).toMatch(/\r\nLong Way,1,1,\d+ %,100 %/);
  const table = async (query: string) =>
    (await musician.request.get(`${handbill.origin}/analytics/table.csv?${query}`)).text();
  expect(await table("of=signups&table=sources")).toBe("\ufeffSource,Sign-ups\r\nflyer,1\r\n");
  expect(await table("of=signups&table=devices")).toBe("\ufeffDevice,Sign-ups\r\nPhones,1\r\n");
  const stranger = await browser.newPage();
  const refused = await stranger.request.get(`${handbill.origin}/analytics/table.csv`, { maxRedirects: 0 });
  expect(refused.headers().location).toBe("/signin?to=%2Fanalytics%2Ftable.csv");
});
