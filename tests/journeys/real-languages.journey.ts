import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { type Language, languages } from "../../app/shared/languages.ts";
import { makeComment } from "../factories/audience.ts";
import { makeRelease, makeStoredImage } from "../factories/page.ts";
import { desktop, phone, untilHydrated } from "../harness/browser.ts";
import { openTestApp } from "../harness/test-app.ts";

// What depends on how long the words of each language are, and on its direction. The pseudo-language tells of overflow; whether
// a bar takes one line is another question, since its words are longer than any language's.

const { handbill, db, newAdmin, newMusician } = await openTestApp();

async function speak({ page, id }: { page: Page; id: string }, language: Language): Promise<void> {
  await db.asSystem().write((tx) =>
    tx
      .insertInto("account_preferences")
      .values({ user_id: id, language })
      .onConflict((already) => already.column("user_id").doUpdateSet({ language }))
      .execute(),
  );
  await page.goto(`${handbill.origin}/account`);
  await untilHydrated(page);
  expect(await page.locator("html").getAttribute("lang")).toBe(language);
}

/** How many rows the visible parts of it stand in. */
const rowsOf = (page: Page, parts: string) =>
  page.locator(`${parts}:visible`).evaluateAll((all) => {
    const middles = all.map((one) => {
      const { top, height } = one.getBoundingClientRect();
      return top + height / 2;
    });
    return 1 + Math.round((Math.max(...middles) - Math.min(...middles)) / 24);
  });

/** The widths at which one is as narrow as it may be before it shows less, without a scrollbar. */
const steps = { musician: [1272, 1408, 1440], admin: [1440, 1568, 1744] };
const scrollbar = 15;

const tags = Object.keys(languages).filter((tag): tag is Language => Object.hasOwn(languages, tag));

test.each(["musician", "admin"] as const)("a bar of a %s takes one line in every language", async (role) => {
  const signedIn = role === "admin" ? await newAdmin("caretaker") : await newMusician("band");
  if (role === "musician")
    await db
      .asSystem()
      .write((tx) =>
        tx
          .updateTable("musician_profiles")
          .set({ artist_name: "The Considerably Extended Orchestra" })
          .where("user_id", "=", signedIn.id)
          .execute(),
      );
  const { page } = signedIn;
  for (const language of tags) {
    await page.setViewportSize(desktop);
    await speak(signedIn, language);
    // Beside a scrollbar the page is narrower than what the styles ask for.
    await page.addStyleTag({ content: `header > div { margin-inline-end: ${scrollbar}px }` });
    for (const width of steps[role]) {
      await page.setViewportSize({ ...desktop, width });
      const rows = await rowsOf(page, "header > div :is(a, button)");
      const links = await page.locator("header nav:not([popover]) a:visible").count();
      expect([language, width, rows, links > 5]).toEqual([language, width, 1, true]);
    }
    // What has no room is under "More".
    const all = await page
      .locator("header nav")
      .evaluateAll(([bar, more]) =>
        [bar, more].flatMap((list) =>
          [...(list?.querySelectorAll("a") ?? [])].map((one) => one.getAttribute("href")),
        ),
      );
    expect([language, new Set(all).size]).toEqual([language, role === "admin" ? 17 : 16]);
  }
});

test("the tabs of the account and of the admin's screens stand in one row in every language", async () => {
  const admin = await newAdmin("tabs", { viewport: desktop });
  for (const language of tags) {
    await speak(admin, language);
    for (const path of ["/account", "/admin/audit"]) {
      await admin.page.goto(handbill.origin + path);
      const rows = await rowsOf(admin.page, "[role=tab]");
      expect([language, path, rows]).toEqual([language, path, 1]);
    }
  }
});

test("in Arabic all begins at the right but a place in a picture", async () => {
  const musician = await newMusician("qamar", { viewport: phone });
  const { page } = musician;
  await makeRelease(db, { user_id: musician.id, title: "The Long Way Round" });
  await makeComment(db, { musician_id: musician.id });
  const { url: cover_image } = await makeStoredImage(db, { user_id: musician.id });
  await db
    .asSystem()
    .write((tx) =>
      tx.updateTable("musician_profiles").set({ cover_image }).where("user_id", "=", musician.id).execute(),
    );
  await speak(musician, "ar");

  await page.goto(`${handbill.origin}/comments`);
  const search = page.getByRole("searchbox");
  expect(await search.evaluate((field) => getComputedStyle(field).direction)).toBe("rtl");
  await search.fill("harbour");
  expect(await search.evaluate((field) => getComputedStyle(field).direction)).toBe("ltr");

  await page.goto(`${handbill.origin}/music/releases`);
  const title = page.locator("main li bdi");
  expect(await title.evaluate((name) => getComputedStyle(name).textAlign)).toBe("right");

  await page.goto(`${handbill.origin}/profile`);
  const fromLeft = page.locator("[name=cover_focus_x]");
  expect(await fromLeft.evaluate((slider) => getComputedStyle(slider).direction)).toBe("ltr");
});
