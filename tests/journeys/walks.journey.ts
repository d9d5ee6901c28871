import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { makeBooking, makeComment, makeSubscriber } from "../factories/audience.ts";
import { desktop, phone } from "../harness/browser.ts";
import { startMailServer } from "../harness/smtp-server.ts";
import { openTestApp, toast } from "../harness/test-app.ts";
import { startWalk } from "../harness/walk.ts";
import { silence } from "../harness/wave.ts";

const mailServer = await startMailServer();
afterAll(() => mailServer[Symbol.asyncDispose]());
const { handbill, db, newAccount, newMusician } = await openTestApp({ SMTP_URL: mailServer.url });
const home = `${handbill.origin}/dashboard`;
const folder = await mkdtemp(join(tmpdir(), "handbill-walks-"));
afterAll(() => rm(folder, { recursive: true }));
const song = join(folder, "Night Bus.wav");
await writeFile(song, silence(30));

const sizes = [
  [390, phone],
  [1440, desktop],
] as const;

test.each(sizes)("at %i px a new musician's link plays after six taps", async (width, viewport) => {
  const { page } = await newAccount(`new-${width}`, {
    viewport,
    permissions: ["clipboard-read", "clipboard-write"],
  });
  const walk = await startWalk(page, home);
  const steps = page.getByRole("region", { name: "First steps" });
  await steps.getByLabel("Artist name").fill(`Nova ${width}`);
  await walk.tap(steps.getByRole("button", { name: "Save and go on" }));
  await walk.chooseFile(steps.getByText("Choose audio files, or drop them here"), song);
  await steps.getByText("2 of 5 done").waitFor();
  const own = page.getByRole("region", { name: "Your page" });
  await walk.tap(own.getByRole("button", { name: "Copy link" }));
  await toast(page, "Bio page URL copied to clipboard!").waitFor();
  const address = await page.evaluate(() => navigator.clipboard.readText());
  expect(address).toBe(`${handbill.origin}/artist/nova-${width}`);

  const opened = page.waitForEvent("popup");
  await walk.tap(own.getByRole("link", { name: `/artist/nova-${width}` }));
  const publicPage = await opened;
  await walk.tap(publicPage.getByRole("button", { name: "Play Night Bus" }).first());
  await publicPage.getByRole("button", { name: "Pause Night Bus" }).first().waitFor();
  expect(walk.counted()).toEqual({ taps: 6, screens: 2 });
});

test.each(sizes)(
  "at %i px a show, an issue, comments and a booking are few taps away",
  async (width, viewport) => {
    const { page, id: musician_id } = await newMusician(`walker-${width}`, { viewport });
    for (const author_name of ["Ann", "Ben", "Cleo"]) await makeComment(db, { musician_id, author_name });
    await makeBooking(db, { musician_id, requester_name: "Pat" });
    await makeSubscriber(db, { musician_id, source: "page", confirmed_at: new Date() });
    const main = page.getByRole("main");
    const toComments = main.getByRole("link", { name: "Fan Comments", exact: true });

    const walk = await startWalk(page, home);
    await walk.tap(main.getByRole("link", { name: "Events", exact: true }));
    await walk.tap(page.getByRole("button", { name: "Add event" }).first());
    const adding = page.getByRole("dialog", { name: "Add an event" });
    await adding.getByLabel("Title").fill("Night");
    await adding.getByLabel("Date").fill("2099-06-01");
    await walk.tap(adding.getByRole("button", { name: "Add event" }));
    await toast(page, "Event saved").waitFor();
    expect(walk.counted()).toEqual({ taps: 3, screens: 3 });

    await walk.again(home);
    await walk.tap(main.getByRole("link", { name: "Newsletter", exact: true }));
    await walk.tap(page.getByRole("link", { name: "Letters" }));
    await walk.tap(page.getByRole("link", { name: "Write a letter" }));
    await page.getByRole("toolbar", { name: "Formatting" }).waitFor();
    await page.getByLabel("Title").fill("A new song");
    await page.getByRole("textbox", { name: "Letter", exact: true }).focus();
    await page.keyboard.insertText("Here it is.");
    await walk.tap(page.getByRole("button", { name: "Save letter" }));
    await walk.tap(page.getByRole("button", { name: "Send to 1 subscriber" }));
    await walk.tap(page.getByRole("alertdialog").getByRole("button", { name: "Send" }));
    await page.getByText("1 of 1 sent").waitFor();
    expect(walk.counted()).toEqual({ taps: 6, screens: 6 });

    await walk.again(home);
    await walk.tap(toComments);
    await walk.tap(page.getByRole("button", { name: "Hide the comment by Ann" }));
    await page.getByRole("button", { name: "Approve the comment by Ann" }).waitFor();
    expect(walk.counted()).toEqual({ taps: 2, screens: 2 });

    await walk.again(home);
    await walk.tap(toComments);
    await walk.tap(page.getByRole("button", { name: "Answer the comment by Ben" }));
    await page.getByRole("dialog").getByLabel("Your answer").fill("Thank you!");
    await walk.tap(page.getByRole("button", { name: "Save answer" }));
    await page.getByText("Thank you!").waitFor();
    expect(walk.counted()).toEqual({ taps: 3, screens: 3 });

    await walk.again(home);
    await walk.tap(toComments);
    await walk.tap(page.getByRole("button", { name: "Actions for the comment by Cleo" }));
    await walk.tap(page.getByRole("button", { name: "Delete the comment by Cleo" }));
    await walk.tap(page.getByRole("alertdialog").getByRole("button", { name: "Delete" }));
    await page.getByRole("list", { name: "Comments" }).getByText("Cleo").waitFor({ state: "hidden" });
    expect(walk.counted()).toEqual({ taps: 4, screens: 3 });

    await walk.again(home);
    await walk.tap(page.getByRole("link", { name: /Pat/ }));
    await walk.tap(page.getByRole("button", { name: "Accept" }));
    await toast(page, "Booking request accepted").waitFor();
    expect(walk.counted()).toEqual({ taps: 2, screens: 2 });
  },
);
