import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { makeMusician, makeUser } from "../factories/accounts.ts";
import { makeComment } from "../factories/audience.ts";
import { makeReport } from "../factories/desk.ts";
import { makeConversation, makeMessage } from "../factories/messages.ts";
import { makeTrack } from "../factories/page.ts";
import { desktop, expectAccessible, phone } from "../harness/browser.ts";
import { openHouse, toast } from "../harness/house.ts";
import { password } from "../harness/settings.ts";

const { handbill, browser, db, newAccount, newMusician } = await openHouse({ OWNER_EMAIL: "owner@example.org" });
const { page: adminPage, id: adminId } = await newAccount("owner");
const shots = process.env.SHOTS;
const shot = async (page: Page, name: string) => {
  if (!shots) return;
  for (const [size, viewport] of Object.entries({ phone, desktop })) {
    await page.setViewportSize(viewport);
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      await page.waitForTimeout(150);
      await page.screenshot({ path: `${shots}/${name}-${size}-${colorScheme}.png` });
    }
  }
  await page.setViewportSize(desktop);
  await page.emulateMedia({ colorScheme: "light" });
};

test("look", { timeout: 120_000 }, async () => {
  const page = adminPage;
  for (let n = 0; n < 30; n++) await makeMusician(db, { bio: "Songs from a small room." });
  await makeUser(db);
  await page.goto(`${handbill.origin}/admin`);
  await shot(page, "users");
  await page.goto(`${handbill.origin}/admin/backgrounds`);
  await shot(page, "backgrounds-empty");
  await page.goto(`${handbill.origin}/admin/settings`);
  await shot(page, "settings");
  await page.goto(`${handbill.origin}/admin/database`);
  await shot(page, "database");
  await page.goto(`${handbill.origin}/admin/audit`);
  await shot(page, "audit-empty");
  await page.goto(`${handbill.origin}/admin/reports`);
  await shot(page, "reports-empty");
  expect(adminId).toBeTruthy();
});
