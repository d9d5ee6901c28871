import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { makeBooking, makeComment } from "../factories/audience.ts";
import { expectAccessible, phone } from "../harness/browser.ts";
import { withoutTables } from "../harness/handbill.ts";
import { openActions, openTestApp, pressEnter, staySignedOut, toast } from "../harness/test-app.ts";

const { handbill, browser, db, newMusician } = await openTestApp();

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);
const tile = (page: Page, name: string) =>
  page
    .locator("dl > div:has(dd.tabular-nums)")
    .filter({ has: page.getByText(name, { exact: true }) })
    .locator("dd");
const comments = (page: Page) => page.getByRole("list", { name: "Comments" }).getByRole("listitem");

test("comments are found, approved, hidden and deleted, and the page follows", async () => {
  const { page, id: musician_id } = await newMusician("nova", { reducedMotion: "reduce" });
  await page.goto(`${handbill.origin}/comments`);
  await page.getByRole("heading", { name: "No comments yet" }).waitFor();
  await page.getByRole("heading", { name: "Moderation guide" }).waitFor();
  await expectAccessible(page);

  const long = "It was the best night that this town has had in years, and I was there.";
  await makeComment(db, { musician_id, author_name: "Ines", content: long, created_at: minutesAgo(90) });
  await makeComment(db, {
    musician_id,
    author_name: "Promo",
    content: "cheap-followers.com",
    is_approved: false,
    created_at: minutesAgo(5),
  });
  await page.reload();
  await expect
    .poll(() => comments(page).allInnerTexts())
    .toEqual([
      expect.stringMatching(/Promo\s+5m ago\s+Pending review\s+cheap-followers\.com/),
      expect.stringMatching(/Ines\s+1h ago\s+Approved\s+It was the best night/),
    ]);
  expect(await tile(page, "Total comments").innerText()).toBe("2");
  expect(await tile(page, "Approved").innerText()).toBe("1");
  expect(await tile(page, "Pending review").innerText()).toBe("1");
  await expectAccessible(page);

  await page.getByRole("button", { name: "Approve the comment by Promo" }).click();
  await toast(page, "Comment approved successfully").waitFor();
  await expect.poll(() => tile(page, "Pending review").innerText()).toBe("0");
  const fan = await browser.newPage({ viewport: phone });
  await fan.goto(`${handbill.origin}/artist/nova`);
  await fan.getByText("cheap-followers.com").waitFor();
  await page.getByRole("button", { name: "Hide the comment by Promo" }).click();
  await toast(page, "Comment hidden successfully").waitFor();
  await fan.reload();
  await fan.getByText(long).waitFor();
  expect(await fan.getByText("cheap-followers.com").count()).toBe(0);

  await page.getByLabel("Show").selectOption("Pending review");
  await page.getByRole("heading", { name: "Pending review (1)" }).waitFor();
  expect(new URL(page.url()).searchParams.get("show")).toBe("pending");
  await pressEnter(page.getByRole("button", { name: "Approve the comment by Promo" }));
  await page.getByText("Nothing waits for you: every comment has been looked at.").waitFor();
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.textContent))
    .toBe("Pending review (0)");
  await page.getByRole("link", { name: "Show all comments" }).click();
  await page.getByRole("heading", { name: "All comments (2)" }).waitFor();
  await page.getByLabel("Show").selectOption("Approved only");
  await page.getByRole("heading", { name: "Approved only (2)" }).waitFor();
  await page.getByLabel("Show").selectOption("All comments");
  await page.getByRole("heading", { name: "All comments (2)" }).waitFor();
  await page.getByLabel("Search comments").fill("ines");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "All comments with “ines” (1)" }).waitFor();
  await openActions(page, "the comment by Ines");
  await page.getByRole("button", { name: "Delete the comment by Ines" }).click();
  const dialog = page.getByRole("alertdialog", { name: "Delete comment" });
  await dialog.getByText(`${long.slice(0, 50)}…`).waitFor();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Delete" }).click();
  await toast(page, "Comment deleted").waitFor();
  await page.getByText("No comment and no name holds these words.").waitFor();
  await fan.reload();
  await fan.getByText("cheap-followers.com").waitFor();
  expect(await fan.getByText(long).count()).toBe(0);
});

test("several bookings at once, by keyboard on a phone; a failed one gives the reason and nothing is lost", async () => {
  const { page, id: musician_id } = await newMusician("several", {
    viewport: phone,
    reducedMotion: "reduce",
  });
  for (const name of ["One", "Two", "Three"]) {
    await makeComment(db, { musician_id, author_name: name, is_approved: false });
  }
  await page.goto(`${handbill.origin}/comments`);
  await page.getByRole("checkbox", { name: "Select all on this page" }).focus();
  await page.keyboard.press("Space");
  await page.getByRole("checkbox", { name: "3 selected" }).waitFor();
  await expectAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
  await pressEnter(page.getByRole("button", { name: "Approve selected" }));
  await toast(page, "3 comments approved successfully").waitFor();
  await expect.poll(() => tile(page, "Approved").innerText()).toBe("3");

  await page.getByRole("checkbox", { name: "Select the comment by One" }).check();
  await page.getByRole("checkbox", { name: "Select the comment by Two" }).check();
  await page.getByRole("button", { name: "Delete selected" }).click();
  const dialog = page.getByRole("alertdialog", { name: "Delete 2 comments" });
  await dialog.getByRole("button", { name: "Delete" }).click();
  await toast(page, "2 comments deleted").waitFor();
  await expect.poll(() => comments(page).count()).toBe(1);

  await page.route("**/comments.data*", (route) => route.abort());
  await page.getByRole("button", { name: "Hide the comment by Three" }).click();
  await toast(page, "Failed to update comment status").waitFor();
  await page.getByText("Approved", { exact: true }).last().waitFor();
  await openActions(page, "the comment by Three");
  await page.getByRole("button", { name: "Delete the comment by Three" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await toast(
    page,
    "Failed to delete comment: Network connection failed. Please check your internet connection and server configuration.",
  ).waitFor();
  await page.keyboard.press("Escape");
  await page.getByLabel("Blocked words").fill("rubbish");
  await page.getByRole("button", { name: "Save settings" }).click();
  await toast(page, "Failed to save comment settings").waitFor();
  expect(await page.getByLabel("Blocked words").inputValue()).toBe("rubbish");
  await page.unroute("**/comments.data*");
  await page.getByLabel("Review every comment before it appears").check();
  await page.getByRole("button", { name: "Save settings" }).click();
  await toast(page, "Comment settings saved").waitFor();

  const fan = await browser.newPage({ viewport: phone });
  await fan.goto(`${handbill.origin}/artist/several`);
  await fan.locator("#comments").getByLabel("Your name").fill("Four");
  await fan.getByLabel("Your comment").fill("As clean as can be.");
  // Without reloading, and gone after some seconds.
  const told = toast(page, "A new comment has come in").waitFor();
  await Promise.all([told, fan.getByRole("button", { name: "Post comment" }).click()]);
  await fan.getByText("Your comment will appear once the artist has reviewed it.").first().waitFor();
  await page.getByRole("button", { name: "Approve the comment by Four" }).waitFor();
  expect(await tile(page, "Pending review").innerText()).toBe("1");

  await openActions(page, "the comment by Four");
  await page.getByRole("button", { name: "Delete the comment by Four" }).click();
  await db.asSystem().write((tx) => tx.deleteFrom("fan_comments").execute());
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await toast(page, "Comment not found or you do not have permission to delete it").waitFor();
  await page.keyboard.press("Escape");

  await makeComment(db, { musician_id, author_name: "Five", content: "Still humming." });
  await withoutTables(handbill, ["fan_comments"], async () => {
    await page.reload();
    await toast(page, "Failed to load comments").waitFor();
    await expectAccessible(page);
  });
  await pressEnter(page.getByRole("button", { name: "Try again" }));
  await openActions(page, "the comment by Five");
  await page.getByRole("button", { name: "Delete the comment by Five" }).click();
  await page.context().clearCookies();
  // An update finds them signed out, and doesn't take the screen from them.
  const probed = page.waitForResponse("**/comments.data");
  await makeComment(db, { musician_id, author_name: "Six" });
  expect((await probed).status()).toBe(401);
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await staySignedOut(page);
  await toast(page, "You must be logged in to delete comments").waitFor();
  await page.getByRole("alertdialog").getByText("Still humming").waitFor();
  expect(new Set(browser.takeProblems())).toEqual(new Set(["Failed to load resource: net::ERR_FAILED"]));
});

test("a booking request arrives by itself, is opened, accepted, made an event, completed and deleted", async () => {
  const { page, id: musician_id } = await newMusician("booked", { reducedMotion: "reduce" });
  await page.goto(`${handbill.origin}/booking-requests`);
  await page.getByRole("heading", { name: "No booking requests yet" }).waitFor();
  await expectAccessible(page);

  const promoter = await browser.newPage({ viewport: phone });
  await promoter.goto(`${handbill.origin}/artist/booked`);
  const form = promoter.locator("#booking");
  await form.getByLabel("Your name").fill("Pat");
  await form.getByLabel(/email/i).first().fill("pat@example.org");
  await form.locator("[name=event_type]").selectOption("wedding");
  await form.locator("[name=event_date]").fill("2099-05-04");
  await form.locator("[name=event_location]").fill("The Old Library");
  await form.locator("[name=budget_range]").selectOption("1000_2500");
  await form.locator("[name=message]").fill("Would you play\nfor us?");
  await form.getByRole("button", { name: /send/i }).click();
  await promoter.getByText("Booking request sent to booked!").first().waitFor();

  // Without reloading.
  await page.getByRole("link", { name: "Unread: Pat" }).click();
  const heading = page.getByRole("heading", { name: "Pat" });
  await heading.waitFor();
  for (const fact of ["pat@example.org", "Wedding", "May 4, 2099", "The Old Library", "1000 2500"]) {
    await page.getByRole("definition").filter({ hasText: fact }).first().waitFor();
  }
  await page.getByText("Would you play for us?").waitFor();
  await expect.poll(() => tile(page, "Unread").innerText()).toBe("0");
  expect(await tile(page, "Total requests").innerText()).toBe("1");
  expect(await tile(page, "Pending").innerText()).toBe("1");
  const reply = await page.getByRole("link", { name: "Reply by email" }).getAttribute("href");
  expect(reply).toMatch(/^mailto:pat@example\.org\?subject=Re%3A%20Your%20booking%20request/);
  expect(reply).toContain(encodeURIComponent("> Would you play\r\n> for us?"));
  expect(await page.getByRole("button", { name: "Mark Completed" }).count()).toBe(0);
  await page.getByRole("button", { name: "Mark Reviewed" }).waitFor();
  await page.getByRole("button", { name: "Decline" }).waitFor();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Accept" }).click();
  await toast(page, "Booking request accepted").waitFor();
  expect(await tile(page, "Accepted").innerText()).toBe("1");
  expect(await heading.evaluate((element) => element === document.activeElement)).toBe(true);
  for (const name of ["Accept", "Decline", "Mark Reviewed"]) {
    expect(await page.getByRole("button", { name, exact: true }).count()).toBe(0);
  }
  await page.getByText("They don't know yet that it is accepted.").waitFor();
  // No mail goes out from here, so the musician's own program writes it.
  const mailAddress = await page.getByRole("link", { name: "Tell them by email" }).getAttribute("href");
  expect(mailAddress).toContain(encodeURIComponent("Yes, I'd be glad to play on May 4, 2099."));
  await expectAccessible(page);
  await page.getByRole("button", { name: "Take Back" }).click();
  await toast(page, "Booking request pending").waitFor();
  // Undone, it is accepted once more, and the focus is at the request again.
  await page.keyboard.press("F6");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Take Back" }).waitFor();
  expect(await heading.evaluate((element) => element === document.activeElement)).toBe(true);
  await page.getByRole("button", { name: "Take Back" }).click();
  await page.getByRole("button", { name: "Accept" }).click();
  await expect.poll(() => tile(page, "Accepted").innerText()).toBe("1");

  await page.getByRole("link", { name: "Make a draft event of it" }).click();
  const dialog = page.getByRole("dialog", { name: "Add an event" });
  expect(await dialog.getByLabel("Title").inputValue()).toBe("Wedding at The Old Library");
  expect(await dialog.getByLabel("Type").inputValue()).toBe("other");
  expect(await dialog.getByLabel("Date").inputValue()).toBe("2099-05-04");
  expect(await dialog.getByLabel("Location").inputValue()).toBe("The Old Library");
  expect(await dialog.getByLabel("Published").isChecked()).toBe(false);
  await dialog.getByRole("button", { name: "Add event" }).click();
  await toast(page, "Event saved").waitFor();
  await page.getByText("Draft ·").waitFor();
  await expect.poll(() => page.url()).toBe(`${handbill.origin}/events`);

  await page.goto(`${handbill.origin}/booking-requests`);
  await page.getByRole("link", { name: "Pat" }).press("Enter");
  await page.getByRole("button", { name: "Mark Completed" }).click();
  await toast(page, "Booking request completed").waitFor();
  await page.getByRole("button", { name: "Delete" }).click();
  await page
    .getByRole("alertdialog", { name: "Delete booking request" })
    .getByRole("button", { name: "Delete" })
    .click();
  await toast(page, "Booking request deleted").waitFor();
  await page.getByRole("heading", { name: "No booking requests yet" }).waitFor();
  const rows = await db
    .asSystem()
    .read((tx) =>
      tx.selectFrom("booking_requests").select("id").where("musician_id", "=", musician_id).execute(),
    );
  expect(rows).toEqual([]);
});

test("on a phone a request takes the list's place; what fails says so and stays as it was", async () => {
  const { page, id: musician_id } = await newMusician("pocket", { viewport: phone, reducedMotion: "reduce" });
  await makeBooking(db, { musician_id, requester_name: "Kim", status: "declined", is_read: true });
  const { id } = await makeBooking(db, { musician_id, requester_name: "Pat", is_read: true });
  await page.goto(`${handbill.origin}/booking-requests`);
  const list = page.getByRole("list", { name: "Booking requests" });
  expect(await list.getByRole("link").allInnerTexts()).toEqual(["Pat", "Kim"]);
  await expectAccessible(page);
  await list.getByRole("link", { name: "Pat" }).press("Enter");
  await page.getByRole("heading", { name: "Pat" }).waitFor();
  expect(await list.isVisible()).toBe(false);
  await expectAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);

  // While it works a button is disabled, and without the focus from the next frame on.
  const twoFrames = () =>
    new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  await page.route("**/booking-requests.data*", async (route) => {
    await page.evaluate(twoFrames);
    await route.abort();
  });
  const focus = () => page.evaluate(() => document.activeElement?.textContent);
  await page.getByRole("button", { name: "Decline" }).click();
  await toast(page, "Failed to update booking request").waitFor();
  await expect.poll(focus).toBe("Decline");
  await page.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await toast(page, "Failed to delete booking request").waitFor();
  await expect.poll(focus).toBe("Delete");
  expect(await page.evaluate(() => document.activeElement?.closest("dialog")?.open)).toBe(true);
  await page.keyboard.press("Escape");
  await page.unroute("**/booking-requests.data*");
  expect(new Set(browser.takeProblems())).toEqual(new Set(["Failed to load resource: net::ERR_FAILED"]));
  await page.getByRole("button", { name: "Decline" }).click();
  await toast(page, "Booking request declined").waitFor();
  await page.getByRole("link", { name: "All requests" }).click();
  await list.getByText("Declined").first().waitFor();
  expect(await list.getByText("Declined").count()).toBe(2);
  await withoutTables(handbill, ["booking_requests"], async () => {
    await page.reload();
    await toast(page, "Failed to load booking requests").waitFor();
    await expectAccessible(page);
  });
  await pressEnter(page.getByRole("button", { name: "Try again" }));
  await list.getByRole("link", { name: "Kim" }).waitFor();

  // A visitor's form says nothing of a status, whatever is in it.
  const forged = { intent: "set-status", id, status: "accepted" };
  const stranger = await browser.newPage();
  const answer = await stranger.request.post(`${handbill.origin}/booking-requests`, {
    form: forged,
    maxRedirects: 0,
  });
  expect(answer.headers().location).toBe("/signin/save?to=%2Fbooking-requests");
  const visitor = await stranger.request.post(`${handbill.origin}/artist/pocket`, { form: forged });
  expect(visitor.status()).toBe(400);
});

test("the dashboard home counts what there is, leads to every tool, and shows what came back", async () => {
  const { page, id: musician_id } = await newMusician("homely", { reducedMotion: "reduce" });
  await page.goto(`${handbill.origin}/musician-dashboard`);
  await page.getByRole("heading", { name: "Welcome back, homely!" }).waitFor();
  await page.getByText("Nobody has asked you to play yet.").waitFor();
  await expectAccessible(page);
  const overview = page.getByRole("region", { name: "Overview" });
  expect(await overview.getByRole("link").allInnerTexts()).toEqual([
    expect.stringMatching(/^Tracks\s+0$/),
    expect.stringMatching(/^Fan comments\s+0$/),
    expect.stringMatching(/^Social links\s+0$/),
    expect.stringMatching(/^Booking requests\s+0$/),
    expect.stringMatching(/^Press kit\s+–/),
  ]);
  const tools = page
    .getByRole("main")
    .getByRole("list")
    .filter({ has: page.getByText("Your artist name, bio") });
  const targets = await tools
    .getByRole("link")
    .evaluateAll((links) => links.map((link) => link.getAttribute("href")));
  expect(targets).toEqual(
    expect.arrayContaining([
      "/profile",
      "/music",
      "/gallery",
      "/social-links",
      "/comments",
      "/settings",
      "/video",
      "/events",
      "/booking-requests",
      "/analytics",
      "/newsletter",
      "/press-kit",
      "/messages",
    ]),
  );
  for (const title of ["Quick actions", "Tips", "Help", "Recent bookings", "Recent comments"]) {
    await page.getByRole("region", { name: title }).waitFor();
  }

  // Without reloading.
  await makeComment(db, { musician_id, author_name: "Ines", content: "Still have the wristband on." });
  await makeBooking(db, { musician_id, requester_name: "Pat" });
  await page.getByText("Still have the wristband on.").waitFor();
  await overview.getByRole("link", { name: "Fan comments 1" }).waitFor();
  await page.getByRole("link", { name: "Pat" }).click();
  await page.getByRole("heading", { name: "Pat" }).waitFor();
  await page.setViewportSize(phone);
  await page.goto(`${handbill.origin}/dashboard`);
  await page.getByRole("heading", { name: "Welcome back, homely!" }).waitFor();
  await expectAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
});
