import ICAL from "ical.js";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { makeMusician } from "../factories/accounts.ts";
import { makeEvent } from "../factories/page.ts";
import { desktop, expectAccessible, phone } from "../harness/browser.ts";
import { withoutTables } from "../harness/handbill.ts";
import { openActions, openTestApp, toast } from "../harness/test-app.ts";

const { handbill, browser, db, newMusician } = await openTestApp();

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/** A musician with a page at /artist/{name}, and their browser at the events. */
async function openEvents(name: string, viewport = desktop) {
  const signedIn = await newMusician(name, {
    viewport,
    timezoneId: "Europe/Stockholm",
    reducedMotion: "reduce",
  });
  await signedIn.page.goto(`${handbill.origin}/events`);
  return signedIn;
}

const titles = (page: Page) => page.getByRole("list", { name: "Your events" }).getByRole("heading");

/** The events of an artist's whole calendar, as a calendar program reads them. */
async function calendarOf(page: Page, slug: string) {
  const answer = await page.request.get(`${handbill.origin}/artist/${slug}/events.ics`);
  expect(answer.headers()["content-type"]).toBe("text/calendar; charset=utf-8");
  return new ICAL.Component(ICAL.parse(await answer.text()))
    .getAllSubcomponents("vevent")
    .map((event) =>
      Object.fromEntries(
        ["uid", "summary", "status", "sequence", "dtstart"].map((name) => [
          name,
          String(event.getFirstPropertyValue(name)),
        ]),
      ),
    );
}

test("an event that is typed stands on the page beside its dialog before it is saved", async () => {
  const { page } = await openEvents("typed");
  await page.getByRole("button", { name: "Add event" }).click();
  const dialog = page.getByRole("dialog", { name: "Add an event" });
  await dialog.getByLabel("Title").fill("A night in the making");
  await dialog.getByLabel("Date", { exact: true }).fill(inDays(9));
  const preview = page.frameLocator("iframe[title='Live preview of your page']");
  await preview.getByRole("heading", { name: "A night in the making" }).waitFor();
  const frame = await page.getByTitle("Live preview of your page").boundingBox();
  const box = await dialog.boundingBox();
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThan(frame?.x ?? 0);
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Discard" }).click();
  await expect.poll(() => preview.getByText("A night in the making").count()).toBe(0);
});

test("an event is announced, changed, called off and deleted, and fans' calendars follow", async () => {
  const { page } = await openEvents("nova");
  await page.getByRole("heading", { name: "No events yet" }).waitFor();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Add event" }).click();
  const dialog = page.getByRole("dialog", { name: "Add an event" });
  await dialog.waitFor();
  expect(await page.evaluate(() => document.activeElement?.getAttribute("name"))).toBe("title");
  await dialog.getByRole("button", { name: "Add event" }).click();
  await dialog.getByText("Event title is required").waitFor();
  await dialog.getByText("Event date is required").waitFor();
  expect(await page.evaluate(() => document.activeElement?.getAttribute("name"))).toBe("title");
  expect(await dialog.getByLabel("Type").inputValue()).toBe("concert");
  expect(await dialog.getByLabel("Published").isChecked()).toBe(true);
  expect(await dialog.getByLabel("Featured").isChecked()).toBe(false);
  // Where the browser is.
  expect(await dialog.getByLabel("Time zone").inputValue()).toBe("Europe/Stockholm");
  await expectAccessible(page);

  await dialog.getByLabel("Title").fill("Night");
  await dialog.getByLabel("Date").fill("2020-01-01");
  await dialog.getByRole("button", { name: "Add event" }).click();
  await dialog.getByText("The event date cannot be in the past").waitFor();
  await dialog.getByLabel("Date").fill("2099-06-01");
  await dialog.getByLabel("Start time").fill("20:30");
  await dialog.getByLabel("End time").fill("01:00");
  await dialog.getByLabel("Venue").fill("The Loft");
  await dialog.getByLabel("Ticket link").fill("tickets.example/1");
  await dialog.getByRole("button", { name: "Add event" }).click();
  await toast(page, "Event saved").waitFor();
  await dialog.waitFor({ state: "hidden" });
  await page.getByText("Concert · Mon, 8:30 PM – 1:00 AM GMT+2").waitFor();

  const fan = await browser.newPage({ viewport: phone });
  const [announced] = await calendarOf(fan, "nova");
  expect(announced).toMatchObject({
    summary: "nova: Night",
    status: "CONFIRMED",
    sequence: "0",
    dtstart: "2099-06-01T18:30:00Z",
  });

  await page.getByRole("button", { name: "Edit Night" }).click();
  const editing = page.getByRole("dialog", { name: "Edit event" });
  expect(await editing.getByLabel("Start time").inputValue()).toBe("20:30");
  await editing.getByLabel("Time zone").fill("new york");
  await editing.getByLabel("Address").fill("Kungsgatan 1");
  await editing.getByLabel("Location").fill("Malmö");
  await editing.getByLabel("Admission").selectOption("Sold out");
  await editing.getByRole("button", { name: "Save event" }).click();
  await editing.waitFor({ state: "hidden" });
  expect(await calendarOf(fan, "nova")).toMatchObject([
    { uid: announced?.uid, sequence: "1", dtstart: "2099-06-02T00:30:00Z" },
  ]);
  await fan.goto(`${handbill.origin}/artist/nova`);
  await fan.getByText("Sold out ·").waitFor();
  await fan.getByText("The Loft, Kungsgatan 1, Malmö", { exact: true }).waitFor();
  expect(await fan.getByRole("link", { name: "Tickets" }).count()).toBe(0);
  expect(await fan.getByRole("link", { name: "Map of the place of Night" }).getAttribute("href")).toBe(
    "https://www.openstreetmap.org/search?query=Kungsgatan+1%2C+Malm%C3%B6",
  );
  await expectAccessible(fan);

  await openActions(page, "Night");
  await page.getByRole("button", { name: "Cancel Night" }).click();
  await toast(page, "Event cancelled").waitFor();
  await page.getByText("Cancelled ·").waitFor();
  await expectAccessible(page);
  expect(await calendarOf(fan, "nova")).toMatchObject([
    { uid: announced?.uid, sequence: "2", status: "CANCELLED", summary: "Cancelled: nova: Night" },
  ]);
  await fan.goto(`${handbill.origin}/artist/nova`);
  await fan.getByText("Cancelled ·").waitFor();
  expect(await fan.locator("#events s").allTextContents()).toEqual(["Night"]);
  expect(await fan.getByRole("link", { name: "Tickets" }).count()).toBe(0);
  const data = await fan.locator('script[type="application/ld+json"]').textContent();
  expect(JSON.parse(data ?? "")["@graph"]).toContainEqual(
    expect.objectContaining({
      startDate: "2099-06-01T20:30:00-04:00",
      endDate: "2099-06-02T01:00:00-04:00",
      eventStatus: "https://schema.org/EventCancelled",
    }),
  );
  await expectAccessible(fan);
  await openActions(page, "Night");
  await page.getByRole("button", { name: "Un-cancel Night" }).click();
  await toast(page, "Event is on again").waitFor();

  // The next one is there as well.
  await openActions(page, "Night");
  await page.getByRole("button", { name: "Duplicate Night" }).click();
  const copying = page.getByRole("dialog", { name: "Duplicate event" });
  expect(await copying.getByLabel("Title").inputValue()).toBe("Night");
  expect(await copying.getByLabel("Date").inputValue()).toBe("");
  await copying.getByLabel("Date").fill("2099-05-01");
  await copying.getByRole("button", { name: "Add event" }).click();
  await expect.poll(() => titles(page).count()).toBe(2);

  await page.getByRole("button", { name: "Actions for Night" }).last().click();
  await page.getByRole("button", { name: "Delete Night" }).click();
  const confirm = page.getByRole("alertdialog", { name: "Delete event" });
  await confirm.getByText("“Night”").waitFor();
  await confirm.getByRole("button", { name: "Delete" }).click();
  await toast(page, "Event deleted").waitFor();
  expect(await titles(page).count()).toBe(1);
  expect(await calendarOf(fan, "nova")).toMatchObject([
    { summary: "nova: Night", status: "CONFIRMED", sequence: "0" },
    { uid: announced?.uid, summary: "Cancelled", status: "CANCELLED", sequence: "4" },
  ]);
});

test("published and featured are switched by keyboard; a failed switch gives the reason and returns", async () => {
  const { page, id: user_id } = await openEvents("switches", phone);
  await makeEvent(db, { user_id, title: "Night" });
  await page.reload();
  const published = page.getByRole("checkbox", { name: "Published: Night" });
  await published.focus();
  await page.keyboard.press("Space");
  await toast(page, "Event unpublished").waitFor();
  await page.getByText("Draft ·").waitFor();
  expect((await page.request.get(`${handbill.origin}/artist/switches/events`)).ok()).toBe(true);
  await page.keyboard.press("Space");
  await toast(page, "Event published").waitFor();
  await page.getByRole("checkbox", { name: "Featured: Night" }).check();
  await toast(page, "Event featured").waitFor();
  await expectAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);

  await page.route("**/events.data*", (route) => route.abort());
  await published.click();
  await toast(page, "Failed to update event").waitFor();
  await expect.poll(() => published.isChecked()).toBe(true);
  await openActions(page, "Night");
  await page.getByRole("button", { name: "Delete Night" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await toast(page, "Failed to delete event").waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Edit Night" }).click();
  await page.getByLabel("Description").fill("Long thought about.");
  const held = Promise.withResolvers<void>();
  await page.route("**/events.data*", async (route) => {
    await held.promise;
    await route.abort();
  });
  await page.getByRole("button", { name: "Save event" }).click();
  await page.getByRole("button", { name: "Saving..." }).waitFor();
  // At the second request to close, the browser closes a dialog even if the page objects.
  for (let times = 0; times < 3; times += 1) await page.keyboard.press("Escape");
  held.resolve();
  await toast(page, "Failed to save event").waitFor();
  await page.getByRole("dialog", { name: "Edit event" }).waitFor();
  expect(await page.getByLabel("Description").inputValue()).toBe("Long thought about.");
  // Nor is it lost by a slip.
  await page.keyboard.press("Escape");
  const discard = page.getByRole("alertdialog", { name: "Discard what you typed?" });
  await discard.getByRole("button", { name: "Cancel" }).click();
  expect(await page.getByLabel("Description").inputValue()).toBe("Long thought about.");
  await page.keyboard.press("Escape");
  await discard.getByRole("button", { name: "Discard" }).click();
  await page.getByRole("dialog").waitFor({ state: "hidden" });
  const problems = browser.takeProblems();
  expect(new Set(problems)).toEqual(new Set(["Failed to load resource: net::ERR_FAILED"]));
});

test("the month shows what is on and takes new events; past ones are apart and can be edited as they are", async () => {
  const { page, id: user_id } = await openEvents("months");
  const day = "2099-02-10";
  await makeEvent(db, { user_id, title: "Residency", event_date: day, end_date: "2099-02-12" });
  await makeEvent(db, { user_id, title: "Leap", event_date: "2024-02-29", event_time: "20:00" });
  await page.getByRole("link", { name: "Past" }).click();
  await page.getByRole("heading", { name: "Past (1)" }).waitFor();
  await page.getByRole("button", { name: "Edit Leap" }).click();
  await page.getByLabel("Location").fill("Lund");
  await page.getByRole("button", { name: "Save event" }).click();
  await toast(page, "Event saved").waitFor();
  await page.getByText("Lund").waitFor();

  await page.goto(`${handbill.origin}/events?show=calendar&month=2099-01`);
  await page.getByText("There is nothing in this month.").waitFor();
  await page.getByRole("link", { name: "Earlier: February 2024" }).waitFor();
  await page.getByRole("link", { name: "Later: February 2099" }).click();
  await page.getByRole("link", { name: "February 12, 2099: Residency" }).waitFor();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Add event on February 11, 2099" }).click();
  const dialog = page.getByRole("dialog", { name: "Add an event" });
  expect(await dialog.getByLabel("Date").inputValue()).toBe("2099-02-11");
  await dialog.getByLabel("Title").fill("Encore");
  await page.keyboard.press("Enter");
  await toast(page, "Event saved").waitFor();
  await page.getByRole("link", { name: "February 11, 2099: Residency, Encore" }).click();
  await page.waitForURL(/#event-/);
});

test("when events can't be loaded it says so, and tries again", async () => {
  const { page, id: user_id } = await openEvents("broken");
  await makeEvent(db, { user_id, title: "Night" });
  await withoutTables(handbill, ["events"], async () => {
    await page.reload();
    await toast(page, "Failed to load events").waitFor();
  });
  await expectAccessible(page);
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByRole("heading", { name: "Night" }).waitFor();
});

test("fans subscribe to all events or take one along; programs ask again for nothing", async () => {
  const { id: user_id } = await makeMusician(db, { custom_url: "tour", artist_name: "On Tour" });
  const { id } = await makeEvent(db, {
    user_id,
    title: "Online premiere",
    event_date: "2099-01-15",
    event_time: "20:00",
    time_zone: "America/New_York",
  });
  const draft = await makeEvent(db, { user_id, is_published: false });
  await makeEvent(db, { user_id, title: "Yesterday", event_date: inDays(-3), event_time: "20:00" });
  const page = await browser.newPage({ viewport: phone });
  await page.goto(`${handbill.origin}/artist/tour`);
  // Nowhere in particular, so the clocks are named.
  await page.getByText("8:00 PM EST").waitFor();
  await page.getByRole("link", { name: "Calendar and past events" }).click();
  await page.getByRole("heading", { name: "Past" }).waitFor();
  const own = `${handbill.origin}/artist/tour/events`;
  expect(await page.getByRole("link", { name: "Subscribe" }).getAttribute("href")).toBe(
    `${own.replace("http:", "webcal:")}.ics`,
  );
  expect(await page.getByRole("link", { name: "Calendar file" }).getAttribute("href")).toBe(`${own}.ics`);
  await expectAccessible(page);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: /^Add to calendar.*Online premiere$/ }).click(),
  ]);
  expect(download.suggestedFilename()).toBe("Online premiere.ics");
  expect(download.url()).toBe(`${own}/${id}.ics`);

  const get = (path: string, headers = {}) => page.request.get(`${own}${path}`, { headers });
  const first = await get(".ics");
  const { etag = "" } = first.headers();
  expect(etag).not.toBe("");
  expect((await get(".ics", { "If-None-Match": etag })).status()).toBe(304);
  await makeEvent(db, { user_id, title: "One more" });
  await expect.poll(async () => (await get(".ics", { "If-None-Match": etag })).status()).toBe(200);
  for (const path of [`/${draft.id}.ics`, "/x.ics", `/${user_id}.ics`]) {
    expect((await get(path)).status(), path).toBe(404);
  }
  expect((await page.request.get(`${handbill.origin}/artist/nobody/events.ics`)).status()).toBe(404);
});

test("an artist whose events are all over still leads to them", async () => {
  const { id: user_id } = await makeMusician(db, { custom_url: "veteran" });
  await makeEvent(db, { user_id, title: "The last night", event_date: "2020-05-01" });
  const page = await browser.newPage({ viewport: phone });
  await page.goto(`${handbill.origin}/artist/veteran`);
  await page.getByRole("link", { name: "Past events" }).click();
  await page.getByText("Nothing is announced at the moment.").waitFor();
  expect(await page.locator("#past h3").allTextContents()).toEqual(["The last night"]);
  await page.goto(`${handbill.origin}/artist/veteran/events?month=2022-01`);
  await page.getByText("There is nothing in this month.").waitFor();
  await page.getByRole("link", { name: "Earlier: May 2020" }).click();
  await page.getByRole("heading", { name: "The last night" }).waitFor();
  await expectAccessible(page);
});
