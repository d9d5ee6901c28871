import { expect, test } from "vitest";
import { expectAccessible, phone, untilHydrated } from "../harness/browser.ts";
import { openTestApp, toast } from "../harness/test-app.ts";
import { wave } from "../harness/wave.ts";

const { handbill, browser, db, newMusician } = await openTestApp();
const linksPage = `${handbill.origin}/music/private-links`;

/** A browser that says it is a person's: robots aren't counted. */
async function newFan() {
  const userAgent =
    "Mozilla/5.0 (Linux; Android 16; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36";
  const page = await browser.newPage({ userAgent, viewport: phone });
  await page.addInitScript(() => Object.defineProperty(Navigator.prototype, "webdriver", { value: false }));
  return page;
}

test("a hidden track is heard by a private link, which is counted, and ends when it is revoked", async () => {
  const { page } = await newMusician("secret");
  await page.goto(`${handbill.origin}/music`);
  const file = { name: "Unheard.wav", mimeType: "audio/wav", buffer: wave(44_100 * 30) };
  await page.locator("input[type=file]").setInputFiles(file);
  await page.getByText("Your tracks (1)").waitFor();
  await db.asSystem().write((tx) => tx.updateTable("music_tracks").set({ is_visible: false }).execute());

  await page.goto(linksPage);
  await untilHydrated(page);
  await page.getByRole("button", { name: "New private link" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "New private link" });
  await dialog.getByLabel("For", { exact: true }).fill("A label");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Make link" }).press("Enter");
  await toast(page, "Private link made").waitFor();
  await page.getByText("not opened yet").waitFor();
  await expectAccessible(page);
  const { token } = await db
    .asSystem()
    .read((tx) => tx.selectFrom("private_links").select("token").executeTakeFirstOrThrow());
  const address = `${handbill.origin}/artist/secret/private/${token}`;

  const fan = await newFan();
  const files: string[] = [];
  fan.on("request", (request) => {
    if (request.resourceType() === "media") files.push(request.url());
  });
  await fan.goto(address);
  await fan.getByRole("heading", { level: 1, name: "Unheard" }).waitFor();
  await expectAccessible(fan);
  expect(await fan.getByRole("link", { name: /^Download/ }).count()).toBe(0);
  await fan.getByRole("button", { name: "Play Unheard" }).first().click();
  const seek = fan.getByRole("slider", { name: "Seek" });
  await expect.poll(async () => Number(await seek.inputValue()), { timeout: 30_000 }).toBeGreaterThan(5.5);
  await expect
    .poll(
      async () => {
        await page.reload();
        return page.getByRole("main").innerText();
      },
      { timeout: 20_000, interval: 1_000 },
    )
    .toContain("1 visit, 1 play");

  await untilHydrated(page);
  await page.getByRole("button", { name: "Revoke the link for A label" }).press("Enter");
  await page.getByRole("alertdialog").getByRole("button", { name: "Revoke" }).click();
  await toast(page, "Private link revoked").waitFor();
  expect((await fan.goto(address))?.status()).toBe(404);
  await fan.getByRole("heading", { name: "This link has ended" }).waitFor();
  expect(files).not.toEqual([]);
  for (const url of new Set(files)) expect((await fetch(url)).status).toBe(404);
});
