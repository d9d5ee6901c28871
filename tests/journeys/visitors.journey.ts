import { join } from "node:path";
import type { BrowserContextOptions, Locator, Page } from "playwright-core";
import { afterAll, describe, expect, test } from "vitest";
import { sessionSecret } from "../../server/secret.ts";
import { desktop, expectAccessible, expectAccessibleWithoutScript, phone } from "../harness/browser.ts";
import { openOwnerOf, startHandbill } from "../harness/handbill.ts";
import { openTestApp } from "../harness/test-app.ts";
import { openWire } from "../harness/wire.ts";

const { handbill, browser } = await openTestApp({ TRUST_PROXY: "1" });
const database = await openOwnerOf(handbill);
afterAll(() => database.end());

interface Artist {
  id: string;
  name: string;
  url: string;
}

let artists = 0;
let visitors = 0;

/** An artist with a page and nothing on it. */
async function newArtist(name = `Nova ${artists + 1}`): Promise<Artist> {
  artists += 1;
  const { rows } = await database.query<{ id: string }>(
    "insert into users (email) values ($1) returning id",
    [`artist-${artists}@example.org`],
  );
  const id = rows[0]?.id ?? "";
  await database.query(
    "insert into musician_profiles (user_id, artist_name, custom_url) values ($1, $2, $3)",
    [id, name, `artist-${artists}`],
  );
  return { id, name, url: `${handbill.origin}/artist/artist-${artists}` };
}

/** A browser at a network of its own: limits count by network. */
function newVisitor(options: BrowserContextOptions = {}): Promise<Page> {
  visitors += 1;
  return browser.newPage({ ...options, extraHTTPHeaders: { "X-Forwarded-For": `10.4.${visitors}.1` } });
}

async function open(artist: Artist, options: BrowserContextOptions = {}): Promise<Page> {
  const page = await newVisitor(options);
  await page.goto(artist.url);
  return page;
}

const storedComments = async (artist: Artist) =>
  (
    await database.query<{ author_name: string; content: string; is_approved: boolean }>(
      "select author_name, content, is_approved from fan_comments where musician_id = $1 order by created_at",
      [artist.id],
    )
  ).rows;
const storedCount = async (artist: Artist, table: "booking_requests" | "newsletter_subscribers") =>
  (await database.query(`select from ${table} where musician_id = $1`, [artist.id])).rowCount;

const comments = (page: Page) => page.locator("#comments");
const newsletter = (page: Page) => page.locator("#newsletter");
const booking = (page: Page) => page.locator("#booking");
const toasts = (page: Page) => page.getByRole("region", { name: "Notifications" });

async function comment(page: Page, name: string, text: string): Promise<void> {
  await comments(page).getByLabel("Your name").fill(name);
  await comments(page).getByLabel("Your comment").fill(text);
  await comments(page).getByRole("button", { name: "Post comment" }).click();
}

async function subscribe(page: Page, email: string): Promise<void> {
  await newsletter(page).getByLabel("Email").fill(email);
  await newsletter(page).getByRole("button", { name: "Subscribe" }).click();
}

async function book(page: Page, message = "Would you play at our place?"): Promise<void> {
  await booking(page).getByLabel("Your name").fill("Pat");
  await booking(page).getByLabel("Email").fill("pat@example.org");
  await booking(page).getByLabel("Message").fill(message);
  await booking(page).getByRole("button", { name: "Send booking request" }).click();
}

const expectPlainAccessible = (page: Page) => expectAccessibleWithoutScript(browser, page);

const isFocused = (control: Locator) => control.evaluate((element) => element === document.activeElement);

async function describedBy(control: Locator): Promise<string> {
  return control.evaluate((element) =>
    (element.getAttribute("aria-describedby") ?? "")
      .split(" ")
      .map((id) => document.getElementById(id)?.textContent ?? "")
      .join(" "),
  );
}

describe.each([
  ["with a script, on a phone", { viewport: phone }],
  ["with a script, on a desktop", { viewport: desktop }],
  ["without a script, on a phone", { viewport: phone, javaScriptEnabled: false }],
  ["without a script, on a desktop", { viewport: desktop, javaScriptEnabled: false }],
] as const)("%s", (_, options) => {
  const hasScript = !("javaScriptEnabled" in options);
  const expectAccessibleHere = hasScript ? expectAccessible : expectPlainAccessible;

  async function expectTold(page: Page, section: Locator, text: string): Promise<void> {
    await (hasScript ? toasts(page) : section).getByText(text).waitFor();
  }

  test("a fan comments: first reads which field is missing, then is first in the list", async () => {
    const artist = await newArtist();
    const page = await open(artist, options);
    await comments(page).getByText("No comments yet.").waitFor();
    await comment(page, "", "Still have the wristband on.");
    await comments(page).getByText("Please fill in both name and comment fields").waitFor();
    const name = comments(page).getByLabel("Your name");
    await expect.poll(() => isFocused(name)).toBe(true);
    expect(await name.getAttribute("aria-invalid")).toBe("true");
    expect(await describedBy(name)).toContain("Please enter your name");
    expect(await comments(page).getByLabel("Your comment").inputValue()).toBe("Still have the wristband on.");
    await expectAccessibleHere(page);

    await name.fill("Ines");
    await comments(page).getByRole("button", { name: "Post comment" }).click();
    await expectTold(page, comments(page), "Comment posted successfully!");
    await comments(page).getByRole("heading", { name: "1 comment" }).waitFor();
    await comment(page, "Olu", "Second row, left. Best seat.");
    await comments(page).getByRole("heading", { name: "2 comments" }).waitFor();
    await expect
      .poll(() => comments(page).getByRole("listitem").allInnerTexts())
      .toEqual([
        expect.stringMatching(/^Olu\s+Just now\s+Report\s+Second row, left\. Best seat\.$/),
        expect.stringMatching(/^Ines\s+Just now\s+Report\s+Still have the wristband on\.$/),
      ]);
    expect(await comments(page).getByLabel("Your comment").inputValue()).toBe("");
    await expectAccessibleHere(page);
    expect(await storedComments(artist)).toHaveLength(2);
  });

  test("a comment that looks like spam waits, and its writer knows", async () => {
    const artist = await newArtist();
    const page = await open(artist, options);
    await comment(page, "Promo", "cheap-followers.com");
    await expectTold(page, comments(page), "Your comment will appear once the artist has reviewed it.");
    await comments(page).getByText("No comments yet.").waitFor();
    await expectAccessibleHere(page);
    expect(await storedComments(artist)).toEqual([
      { author_name: "Promo", content: "cheap-followers.com", is_approved: false },
    ]);
  });

  test("a fan subscribes; only their own browser ever says that they have", async () => {
    const artist = await newArtist("Nova O'Neill");
    const page = await open(artist, options);
    await subscribe(page, "");
    await newsletter(page).getByText("Please enter your email address").waitFor();
    const email = newsletter(page).getByLabel("Email");
    await expect.poll(() => isFocused(email)).toBe(true);
    expect(await describedBy(email)).toContain("Please enter your email address");
    await subscribe(page, "ines@nowhere");
    await newsletter(page).getByText("Please enter a valid email address").waitFor();
    expect(await email.inputValue()).toBe("ines@nowhere");
    await expectAccessibleHere(page);

    const success = "Successfully subscribed to Nova O'Neill's updates!";
    await newsletter(page).getByLabel("Name (optional)").fill("Ines");
    await subscribe(page, " Ines@Example.org ");
    await expectTold(page, newsletter(page), success);
    expect(await newsletter(page).getByLabel("Email").count()).toBe(0);
    await expectAccessibleHere(page);

    await page.goto(artist.url);
    await subscribe(page, "ines@example.org");
    await expectTold(page, newsletter(page), "You're already subscribed to updates!");
    await page.goto(artist.url);
    await subscribe(page, "somebody-else@example.org");
    await expectTold(page, newsletter(page), success);

    const other = await open(artist, options);
    await subscribe(other, "INES@example.org");
    await expectTold(other, newsletter(other), success);
    expect(await storedCount(artist, "newsletter_subscribers")).toBe(2);
  });

  test("a promoter asks for a booking, is corrected, and asks for another", async () => {
    const artist = await newArtist();
    const page = await open(artist, options);
    const form = booking(page);
    expect(await form.getByLabel("Kind of event").inputValue()).toBe("performance");
    await form.getByLabel("Location").fill("The Old Library");
    await form.getByLabel("Date").fill("2020-02-29");
    await form.getByLabel("Kind of event").selectOption("Wedding");
    await form.getByRole("button", { name: "Send booking request" }).click();
    await form.getByText("Please fill in all required fields").waitFor();
    await form.getByText("The event date cannot be in the past").waitFor();
    await expect.poll(() => isFocused(form.getByLabel("Your name"))).toBe(true);
    expect(await form.getByLabel("Location").inputValue()).toBe("The Old Library");
    expect(await form.getByLabel("Kind of event").inputValue()).toBe("wedding");
    await expectAccessibleHere(page);

    await form.getByLabel("Date").fill("2031-05-17");
    await form.getByLabel("Budget").selectOption("Negotiable");
    await book(page);
    await expectTold(page, form, `Booking request sent to ${artist.name}!`);
    expect(await form.getByLabel("Message").count()).toBe(0);
    await expectAccessibleHere(page);

    await form.getByRole("link", { name: "Send another request" }).click();
    await form.getByLabel("Message").waitFor();
    expect(await form.getByLabel("Location").inputValue()).toBe("");
    await book(page, "And in June?");
    await form.getByRole("heading", { name: "Your request is on its way" }).waitFor();
    const { rows } = await database.query(
      `select requester_phone, event_type, event_date::text, event_location, budget_range, message, status, is_read
       from booking_requests where musician_id = $1 order by created_at`,
      [artist.id],
    );
    const stored = { requester_phone: null, status: "pending", is_read: false };
    expect(rows).toEqual([
      {
        ...stored,
        event_type: "wedding",
        event_date: "2031-05-17",
        event_location: "The Old Library",
        budget_range: "negotiable",
        message: "Would you play at our place?",
      },
      {
        ...stored,
        event_type: "performance",
        event_date: null,
        event_location: null,
        budget_range: null,
        message: "And in June?",
      },
    ]);
  });

  test("a text that is too long is refused in words, and comes back as it was typed", async () => {
    const artist = await newArtist();
    const page = await open(artist, options);
    const long = "very ".repeat(2000);
    await comment(page, "Ines", long);
    await comments(page).getByText("Please use at most 2,000 characters").waitFor();
    expect(await comments(page).getByLabel("Your comment").inputValue()).toBe(long);
    await booking(page).getByLabel("Message").fill("x".repeat(1000));
    await booking(page).getByLabel("Message").press("End");
    await page.keyboard.type("yz");
    expect(await booking(page).getByLabel("Message").inputValue()).toBe("x".repeat(1000));
    expect(await storedComments(artist)).toEqual([]);
  });

  test("a page without its sections shows the outcome of the form that came from it", async () => {
    const artist = await newArtist();
    const page = await open(artist, options);
    await database.query(
      "update musician_profiles set show_comments_section = false, show_booking_section = false where user_id = $1",
      [artist.id],
    );
    await comment(page, "Ines", "Too late?");
    await page.getByText("This page doesn't take comments at the moment.").waitFor();
    expect(await storedComments(artist)).toEqual([]);
  });

  test("when the server stumbles, the form says so and keeps what was typed", async () => {
    const artist = await newArtist();
    const page = await open(artist, options);
    await database.query("alter table booking_requests rename to booking_requests_away");
    await database.query("alter table newsletter_subscribers rename to newsletter_subscribers_away");
    try {
      await subscribe(page, "ines@example.org");
      await page.getByText("Failed to subscribe. Please try again.").waitFor();
      expect(await newsletter(page).getByLabel("Email").inputValue()).toBe("ines@example.org");
      await book(page);
      await page.getByText("Failed to send booking request. Please try again.").waitFor();
    } finally {
      await database.query("alter table newsletter_subscribers_away rename to newsletter_subscribers");
      await database.query("alter table booking_requests_away rename to booking_requests");
    }
    expect(await booking(page).getByLabel("Message").inputValue()).toBe("Would you play at our place?");
    expect(browser.takeProblems().filter((problem) => !problem.includes("500"))).toEqual([]);
    await booking(page).getByRole("button", { name: "Send booking request" }).click();
    await expectTold(page, booking(page), `Booking request sent to ${artist.name}!`);
    expect(await storedCount(artist, "booking_requests")).toBe(1);
  });
});

test("hostile words are words, wherever they stand", async () => {
  const artist = await newArtist();
  const hostile = [
    `<script>document.title = "owned"</script><img src=x onerror="document.title='owned'">`,
    `"><svg onload=document.title='owned'> </p></li></ol></textarea></script>`,
    "مرحبا \u202e reversed \u2066 and never closed",
    "line\u2028separator\u2029and zero\u200bwidth \ufeff",
    "z̷̡̢̛a̸̧̨l̴̡̧g̶̢̛o̷̡̧ 👩‍👩‍👧‍👦 🏴󠁧󠁢󠁳󠁣󠁴󠁿",
    `${"unbroken".repeat(60)}`,
  ];
  const unfit = /[\u2028\u2029\u202e\u2066]/g;
  const visitor = await newVisitor();
  for (const [number, text] of hostile.entries()) {
    // Characters that forge a line or turn letters don't make a name, and go from a text.
    const name = `${number} ${text}`.replace(unfit, "").slice(0, 100);
    const form = { intent: "comment", author_name: name, content: text };
    await visitor.request.post(artist.url, { form });
  }
  await database.query("update fan_comments set is_approved = true where musician_id = $1", [artist.id]);
  const page = await open(artist, { viewport: phone });
  const shown = await comments(page)
    .getByRole("listitem")
    .locator("p:last-child")
    .evaluateAll((all) => all.map((one) => one.textContent));
  const kept = hostile.map((text) =>
    text
      .replace(/[\u2028\u2029]/g, "\n")
      .replace(unfit, "")
      .trim(),
  );
  expect(shown.toReversed()).toEqual(kept);
  expect(await page.title()).not.toBe("owned");
  expect(await comments(page).locator("img, script, svg[onload]").count()).toBe(0);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(overflow).toBe(0);

  await comments(page)
    .getByLabel("Your comment")
    .fill(hostile[1] ?? "");
  await comments(page).getByRole("button", { name: "Post comment" }).click();
  await comments(page).getByText("Please fill in both").waitFor();
  expect(await comments(page).getByLabel("Your comment").inputValue()).toBe(hostile[1]);
  expect(await page.title()).not.toBe("owned");
  await expectAccessible(page);
});

test("by keyboard alone: comment, subscribe and book", async () => {
  const artist = await newArtist();
  const page = await open(artist);
  await booking(page).getByLabel("Your name").focus();
  for (const text of ["Pat", "pat@example.org", "", "", "", "", "", "", "", "Play here"]) {
    if (text) await page.keyboard.type(text);
    await page.keyboard.press("Tab");
    if (await isFocused(booking(page).getByLabel("Message"))) break;
  }
  await page.keyboard.type("Play here");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await booking(page).getByRole("heading", { name: "Your request is on its way" }).waitFor();
  await expect
    .poll(() => isFocused(booking(page).getByRole("heading", { name: "Your request is on its way" })))
    .toBe(true);

  await newsletter(page).getByLabel("Email").focus();
  await page.keyboard.type("pat@example.org");
  await page.keyboard.press("Enter");
  const subscribed = newsletter(page).getByRole("heading", { name: "You're on the list" });
  await subscribed.waitFor();
  expect(await isFocused(subscribed)).toBe(true);

  await comments(page).getByLabel("Your name").focus();
  await page.keyboard.type("Pat");
  await page.keyboard.press("Tab");
  await page.keyboard.type("See you there");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Space");
  const mine = comments(page).getByRole("listitem").filter({ hasText: "See you there" });
  await mine.waitFor();
  expect(await isFocused(mine)).toBe(true);
});

test("while a form is on its way its button says so; without an answer it keeps everything", async () => {
  const artist = await newArtist();
  const page = await open(artist);
  const gate = Promise.withResolvers<void>();
  await page.route(artist.url, async (route) => {
    await gate.promise;
    await route.abort();
  });
  await comment(page, "Ines", "From the tunnel");
  const button = comments(page).getByRole("button", { name: "Posting..." });
  await button.waitFor();
  expect(await button.isDisabled()).toBe(true);
  gate.resolve();
  await toasts(page).getByRole("alert").getByText("Failed to post comment").waitFor();
  expect(await comments(page).getByLabel("Your comment").inputValue()).toBe("From the tunnel");
  expect(browser.takeProblems()).toEqual([expect.stringContaining("ERR_FAILED")]);
  await page.unroute(artist.url);
  await comments(page).getByRole("button", { name: "Post comment" }).click();
  await toasts(page).getByText("Comment posted successfully!").waitFor();
  expect(await storedComments(artist)).toHaveLength(1);
});

test("a double click is one comment, and one request", async () => {
  const artist = await newArtist();
  const page = await open(artist, { javaScriptEnabled: false });
  await comments(page).getByLabel("Your name").fill("Ines");
  await comments(page).getByLabel("Your comment").fill("Encore!");
  await comments(page).getByRole("button", { name: "Post comment" }).dblclick();
  await comments(page).getByText("Comment posted successfully!").waitFor();
  await booking(page).getByLabel("Your name").fill("Pat");
  await booking(page).getByLabel("Email").fill("pat@example.org");
  await booking(page).getByLabel("Message").fill("Play here");
  await booking(page).getByRole("button", { name: "Send booking request" }).dblclick();
  await booking(page).getByText("Booking request sent").waitFor();
  expect(await storedComments(artist)).toHaveLength(1);
  expect(await storedCount(artist, "booking_requests")).toBe(1);
});

test("a toast stays five seconds, longer under the pointer, and can be closed", async () => {
  const artist = await newArtist();
  const page = await newVisitor();
  await page.clock.install();
  await page.goto(artist.url);
  await page.clock.pauseAt(Date.now() + 3_600_000);
  await comment(page, "Ines", "First");
  const toast = toasts(page).getByText("Comment posted successfully!");
  await toast.waitFor();
  await page.clock.runFor(4_900);
  expect(await toast.count()).toBe(1);
  await page.clock.runFor(200);
  expect(await toast.count()).toBe(0);

  await comment(page, "Ines", "Second");
  await toast.hover();
  await page.clock.runFor(20_000);
  expect(await toast.count()).toBe(1);
  await page.mouse.move(0, 0);
  await page.clock.runFor(1_000);
  expect(await toast.count()).toBe(0);

  await comment(page, "Ines", "Third");
  await toasts(page).getByRole("button", { name: "Close notification" }).click();
  expect(await toast.count()).toBe(0);
});

test("ages of comments grow while one looks on", async () => {
  const artist = await newArtist();
  await database.query(
    "insert into fan_comments (musician_id, author_name, content, is_approved) values ($1, 'Ines', 'Hello', true)",
    [artist.id],
  );
  const page = await newVisitor();
  await page.clock.install();
  await page.goto(artist.url);
  await comments(page).getByText("Just now").waitFor();
  // The deferred script is loaded when it is needed: it counts the letters.
  await booking(page).getByLabel("Message").fill("Hi");
  await booking(page).getByText("2/1000 characters").waitFor();
  await page.clock.runFor(60_000);
  await expect.poll(() => comments(page).getByRole("time").innerText()).toMatch(/^\dm ago$/);
});

test("the message counts its characters, a line break as one, and stops at a thousand", async () => {
  const page = await open(await newArtist());
  const message = booking(page).getByLabel("Message");
  await message.focus();
  await booking(page).getByText("0/1000 characters").waitFor();
  await message.fill("ab\nc");
  await booking(page).getByText("4/1000 characters").waitFor();
  await message.fill("x".repeat(999));
  await message.press("End");
  await page.keyboard.type("yz");
  await booking(page).getByText("1000/1000 characters").waitFor();
  await booking(page).getByRole("button", { name: "Send booking request" }).click();
  await booking(page).getByText("Please fill in all required fields").waitFor();
  await booking(page).getByText("1000/1000 characters").waitFor();
});

test("older comments follow in their place; without a script they have pages of their own", async () => {
  const artist = await newArtist();
  await database.query(
    `insert into fan_comments (musician_id, author_name, content, is_approved, created_at)
     select $1, 'Fan', 'Comment ' || number, true, now() - number * interval '1 minute'
     from generate_series(1, 45) number`,
    [artist.id],
  );
  const all = Array.from({ length: 45 }, (_, index) => `Comment ${index + 1}`);
  const texts = (page: Page) =>
    comments(page)
      .getByRole("listitem")
      .locator("p:last-child")
      .evaluateAll((found) => found.map((one) => one.textContent));

  const page = await open(artist, { viewport: phone });
  await comments(page).getByRole("heading", { name: "45 comments" }).waitFor();
  const older = comments(page).getByRole("link", { name: "Older comments" });
  await older.click();
  await comments(page).getByText("Comment 40", { exact: true }).waitFor();
  expect(await isFocused(comments(page).getByRole("listitem").nth(20))).toBe(true);
  await older.click();
  await comments(page).getByText("Comment 45", { exact: true }).waitFor();
  expect(await texts(page)).toEqual(all);
  expect(await older.count()).toBe(0);
  expect(page.url()).toBe(artist.url);

  const plain = await open(artist, { viewport: phone, javaScriptEnabled: false });
  await comments(plain).getByRole("link", { name: "Older comments" }).click();
  await comments(plain).getByText("Comment 40", { exact: true }).waitFor();
  expect(await texts(plain)).toEqual(all.slice(20, 40));
  await expectPlainAccessible(plain);
  await plain.getByRole("link", { name: "Older comments" }).click();
  await plain.getByText("Comment 45", { exact: true }).waitFor();
  expect(await texts(plain)).toEqual(all.slice(40));
  await plain.getByRole("link", { name: "Newer comments" }).click();
  await plain.getByText("Comment 40", { exact: true }).waitFor();
  expect(await texts(plain)).toEqual(all.slice(20, 40));
  await plain.getByRole("link", { name: "Newer comments" }).click();
  await plain.getByText("Comment 20", { exact: true }).waitFor();
  expect(await texts(plain)).toEqual(all.slice(0, 20));
  await plain.getByRole("link", { name: artist.name }).click();
  await plain.waitForURL(artist.url);
});

test("a form's outcome is shown once, to its sender, on the page it came from", async () => {
  const [artist, other] = [await newArtist(), await newArtist()];
  const page = await open(artist, { javaScriptEnabled: false });
  await comment(page, "Ines", "Hello");
  const notice = comments(page).getByText("Comment posted successfully!");
  await notice.waitFor();
  expect(page.url()).toBe(`${artist.url}#comments`);
  const cookies = await page.context().cookies();
  expect(cookies).toEqual([]);

  const stranger = await open(artist, { javaScriptEnabled: false });
  await comments(stranger).getByText("Hello").waitFor();
  expect(await comments(stranger).getByText("Comment posted successfully!").count()).toBe(0);
  await page.reload();
  await comments(page).getByText("Hello").waitFor();
  expect(await notice.count()).toBe(0);

  const form = { intent: "comment", author_name: "Ines", content: "Hello again" };
  const sent = await page.request.post(artist.url, { form, maxRedirects: 0 });
  expect(sent.status()).toBe(303);
  const [flash] = await page.context().cookies();
  expect(flash).toMatchObject({ httpOnly: true, sameSite: "Lax" });
  expect(flash?.value).toBe(`posted.${artist.id}`);
  await page.goto(other.url);
  expect(await notice.count()).toBe(0);
  await page.goto(artist.url);
  await notice.waitFor();
});

test("a visitor who has sent sixty requests within the hour waits, and loses nothing", async () => {
  const artist = await newArtist();
  const page = await open(artist);
  const send = (count: number) =>
    page.evaluate(async (count) => {
      const form = { intent: "book", requester_name: "Pat", requester_email: "pat@example.org" };
      const answers: [number, string | null][] = [];
      for (let number = 1; number <= count; number++) {
        const body = new URLSearchParams({ ...form, message: `Number ${number}` });
        const { status, headers } = await fetch(location.href, { method: "POST", body, redirect: "manual" });
        answers.push([status, headers.get("Retry-After")]);
      }
      return answers;
    }, count);
  await send(60);
  expect(await storedCount(artist, "booking_requests")).toBe(60);
  await book(page, "One more");
  await booking(page).getByText("Too many attempts.").waitFor();
  expect(await booking(page).getByLabel("Message").inputValue()).toBe("One more");
  await expectAccessible(page);
  expect(await send(1)).toEqual([[429, expect.stringMatching(/^[1-9]\d*$/)]]);
  expect(await storedCount(artist, "booking_requests")).toBe(60);
});

test("a request that no form of the page sends is refused, and an address without an artist is not found", async () => {
  const artist = await newArtist();
  const page = await newVisitor();
  const post = async (url: string, form: Record<string, string>) =>
    (await page.request.post(url, { form, maxRedirects: 0 })).status();
  expect(await post(artist.url, {})).toBe(400);
  expect(await post(artist.url, { intent: "constructor" })).toBe(400);
  expect(await post(artist.url, { intent: "comment", author_name: "\0", content: "\0\0" })).toBe(400);
  const hello = { intent: "comment", author_name: "Ines", content: "He\0llo" };
  expect(await post(artist.url, { ...hello, author_name: "I\0nes" })).toBe(400);
  expect(await post(artist.url, hello)).toBe(303);
  expect(await post(`${handbill.origin}/artist/nobody-at-all`, hello)).toBe(404);
  const foreign = await page.request.post(artist.url, {
    form: hello,
    headers: { Origin: "https://evil.example" },
  });
  expect(foreign.status()).toBe(400);
  expect(await storedComments(artist)).toMatchObject([{ author_name: "Ines", content: "Hello" }]);
});

test("without a script, typed text comes back to be sent again when the database was away", async () => {
  const artist = await newArtist();
  const folder = encodeURIComponent(join(handbill.dataDir, "postgres", "socket"));
  await using wire = await openWire(`postgres://handbill@localhost/handbill?host=${folder}`);
  await using other = await startHandbill({
    DATABASE_URL: wire.url,
    SESSION_SECRET: await sessionSecret(undefined, handbill.dataDir),
  });
  const url = artist.url.replace(handbill.origin, other.origin);
  const page = await browser.newPage({ viewport: phone, javaScriptEnabled: false });
  await page.goto(url);
  await wire.become("refused");
  await comment(page, "Ines", "Three lines\nthat took\na while.");
  await page.getByRole("heading", { name: "Not sent yet" }).waitFor();
  await page.getByText("cannot reach its database right now").waitFor();
  expect(await page.getByLabel("Your name").inputValue()).toBe("Ines");
  await expectPlainAccessible(page);
  await page.getByLabel("Your name").fill("Inês");
  await page.getByRole("button", { name: "Post comment" }).click();
  await page.getByRole("heading", { name: "Not sent yet" }).waitFor();
  const booked = await page.request.post(url, {
    form: {
      intent: "book",
      requester_name: "Ana",
      requester_email: "",
      event_date: "2199-01-01",
      message: "<b>Hi",
    },
  });
  expect(booked.status()).toBe(503);
  for (const kept of ['value="Ana"', 'value="2199-01-01"', "&lt;b&gt;Hi", 'value="book"'])
    expect(await booked.text()).toContain(kept);

  await wire.become("joined");
  await expect.poll(async () => (await page.request.get(`${other.origin}/readyz`)).status()).toBe(200);
  await page.getByRole("button", { name: "Post comment" }).click();
  await comments(page).getByText("Comment posted successfully!").waitFor();
  expect(await storedComments(artist)).toEqual([
    { author_name: "Inês", content: "Three lines\nthat took\na while.", is_approved: true },
  ]);
  const away = browser.takeProblems();
  expect(away.filter((problem) => !problem.includes("503"))).toEqual([]);
});
