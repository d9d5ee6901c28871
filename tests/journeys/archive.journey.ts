import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Page } from "playwright-core";
import { expect, onTestFinished, test } from "vitest";
import { openArchive } from "../../server/backup/archive.ts";
import { openStorage } from "../../server/storage/open-storage.ts";
import { makeComment } from "../factories/audience.ts";
import { makeEvent, makeTrack } from "../factories/page.ts";
import { expectAccessible } from "../harness/browser.ts";
import { firefox } from "../harness/firefox.ts";
import { openTestApp } from "../harness/test-app.ts";
import { silence } from "../harness/wave.ts";

const { handbill, browser, db, newMusician } = await openTestApp();

/** Asks for the archive of the account that is signed in, and downloads it. */
async function download(page: Page, to: string): Promise<void> {
  await page.goto(`${handbill.origin}/account/data`);
  await page.getByRole("button", { name: "Make an archive" }).click();
  const link = page.getByRole("link", { name: "Download your archive" });
  await link.waitFor();
  await expectAccessible(page);
  const [file] = await Promise.all([page.waitForEvent("download"), link.click()]);
  expect(file.suggestedFilename()).toMatch(/^handbill-\d{4}-\d\d-\d\d\.zip$/);
  await file.saveAs(to);
}

test("the archive of an account opens from a disk, without a server, and plays", async () => {
  const { page, id: user_id } = await newMusician("nova");
  const storage = await openStorage({ dataDir: handbill.dataDir });
  const path = `music/${user_id}/first-light.wav`;
  await storage.put(path, silence(20), { contentType: "audio/wav" });
  await makeTrack(db, { user_id, title: "First Light", file_url: `/uploads/${path}` });
  await makeTrack(db, { user_id, title: "Not Yet", is_visible: false });
  await makeEvent(db, { user_id, title: "Open Air" });
  await makeComment(db, { musician_id: user_id, content: "On repeat" });

  const folder = await mkdtemp(join(tmpdir(), "handbill-archive-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const zip = join(folder, "nova.zip");
  await download(page, zip);
  await using archive = await openArchive(zip);
  for (const name of archive.names) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), await archive.read(name));
  }

  const reader = await browser.newPage({ viewport: { width: 390, height: 844 } });
  const asked: string[] = [];
  reader.on("request", (request) => asked.push(request.url()));
  const start = pathToFileURL(join(folder, "index.html")).href;
  await reader.goto(start);
  for (const text of ["First Light", "Open Air", "On repeat"]) {
    await reader.getByText(text, { exact: true }).first().waitFor();
  }
  expect(await reader.getByText("Not Yet").count()).toBe(0);
  await reader.getByRole("button", { name: "Play First Light" }).first().click();
  const player = reader.getByRole("region", { name: "Player" });
  await expect.poll(() => player.locator(".player-elapsed").textContent()).toMatch(/^0:0[1-9]$/);
  await player.getByRole("button", { name: "Pause" }).click();
  await reader.getByRole("link", { name: "About First Light" }).click();
  await reader.getByRole("heading", { level: 1, name: "First Light" }).waitFor();
  expect(asked.filter((address) => !/^(file|data):/.test(address))).toEqual([]);

  if (!firefox.isHere())
    return void process.stdout.write("Firefox isn't installed here: nothing is shown of it.\n");
  await using other = await firefox.open();
  await other.open(start);
  await other.run(() =>
    document.querySelector<HTMLElement>('button[aria-label="Play First Light"]')?.focus(),
  );
  const enter = "\uE007";
  await other.act({
    type: "key",
    id: "keyboard",
    actions: [
      { type: "keyDown", value: enter },
      { type: "keyUp", value: enter },
    ],
  });
  const elapsed = () => other.run(() => document.querySelector(".player-elapsed")?.textContent);
  await expect.poll(elapsed, { timeout: 20_000 }).toMatch(/^0:0[1-9]$/);
});
