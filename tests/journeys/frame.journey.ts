import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { networkText, offlineText } from "../../app/shared/connection.ts";
import { makeAccountArchive } from "../factories/accounts.ts";
import { makeEvent, makePhoto } from "../factories/page.ts";
import { expectAccessible, phone, signUp, untilHydrated } from "../harness/browser.ts";
import { startHandbill, withoutTables } from "../harness/handbill.ts";
import { password } from "../harness/settings.ts";
import { openTestApp, toast } from "../harness/test-app.ts";

const { handbill, browser, db, newAccount, newAdmin, newMusician } = await openTestApp();

/** The visible links of the bar after the logo, in their order. */
async function barLinks(page: Page): Promise<string[]> {
  const names = await page
    .locator("header a:visible, header button:visible")
    .evaluateAll((all) => all.map((one) => one.getAttribute("aria-label") ?? one.textContent?.trim() ?? ""));
  return names.slice(names.indexOf("Handbill") + 1);
}

async function nameArtist(page: Page, name: string, origin = handbill.origin): Promise<void> {
  const form = {
    intent: "save-profile",
    artist_name: name,
    bio: "",
    location: "",
    custom_url: "",
    cover_image_size: "large",
  };
  expect((await page.request.post(`${origin}/profile`, { form })).ok()).toBe(true);
}

test("a visitor sees the header, and why signing up is closed", async () => {
  const page = await browser.newPage();
  await page.goto(handbill.origin);
  expect(await barLinks(page)).toEqual(["Sign In", "Get Started"]);
  const started = page.getByRole("button", { name: "Get Started", exact: true });
  expect(await started.getAttribute("aria-disabled")).toBe("true");
  await started.focus();
  await page.getByText("Registration temporarily disabled").first().waitFor();
  for (const name of ["Get Started Free", "Start Building Now - It's Free!"]) {
    expect(await page.getByRole("button", { name }).getAttribute("aria-disabled")).toBe("true");
  }
  expect(await page.getByRole("link", { name: "View Sample Bio" }).getAttribute("href")).toBe("/sample-bio");
});

test("a musician has the tools at the top, in their order; the header on the landing page is another", async () => {
  const { page } = await newAccount("tools");
  await page.goto(`${handbill.origin}/dashboard`);
  await page.getByRole("heading", { name: "Welcome back!" }).waitFor();
  expect(await barLinks(page)).toEqual([
    "Dashboard",
    "Profile",
    "Music",
    "Gallery",
    "Videos",
    "Appearance",
    "Events",
    "Booking Requests",
    "More",
    "Preview Bio",
    "Account",
    "Sign Out",
  ]);
  await page.getByRole("button", { name: "More" }).click();
  await page.getByRole("navigation", { name: "More" }).getByRole("link", { name: "Newsletter" }).click();
  await page.getByRole("heading", { name: "Newsletter", level: 1 }).waitFor();
  await page.getByRole("button", { name: "More, Newsletter" }).click();
  await expectAccessible(page);
  await page.goto(handbill.origin);
  expect(await barLinks(page)).toEqual(["Dashboard", "Account", "Sign Out"]);
});

test("an admin has three tools more, and more in the header", async () => {
  const { page } = await newAdmin("owner");
  await page.goto(`${handbill.origin}/dashboard`);
  expect((await barLinks(page)).slice(8)).toEqual([
    "Admin Panel",
    "Messages",
    "Press Kit",
    "More",
    "Preview Bio",
    "Account",
    "Sign Out",
  ]);
  await page.goto(handbill.origin);
  expect(await barLinks(page)).toEqual(["Dashboard", "Musician View", "Admin", "Account", "Sign Out"]);
});

test("previewing a page that isn't there yet says what to do first; then it opens past every cache", async () => {
  const { page } = await newAccount("preview");
  await page.goto(`${handbill.origin}/dashboard`);
  await page.getByRole("button", { name: "Preview Bio" }).click();
  const advice = page.getByText("Please set up your artist profile first in the Profile section.");
  await advice.filter({ visible: true }).waitFor();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await nameArtist(page, "Señor Coconut & Sons");
  await page.reload();
  await page.getByRole("heading", { name: "Welcome back, Señor Coconut & Sons!" }).waitFor();
  await untilHydrated(page);
  const [opened] = await Promise.all([
    page.waitForEvent("popup"),
    page.getByRole("link", { name: "Preview Bio" }).click(),
  ]);
  expect(opened.url()).toMatch(/\/artist\/se-or-coconut-sons\?t=\d+$/);
  await opened.getByRole("link", { name: "My Bio Page" }).waitFor();
});

test("on a phone the menu holds the longer names, fan comments, and the way out", async () => {
  const { page } = await newAccount("phone", { viewport: phone });
  await page.goto(`${handbill.origin}/dashboard`);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Menu" }).click();
  await page.locator("header").getByRole("link", { name: "Fan Comments" }).waitFor();
  const places = await page.locator("header li a:visible").allTextContents();
  expect(places).toEqual([
    "Dashboard",
    "Musician Profile",
    "Music Library",
    "Photo Gallery",
    "Videos",
    "Bio Page Appearance",
    "Events Management",
    "Booking Requests",
    "Fan Comments",
    "Messages",
    "Newsletter",
    "Analytics",
    "Social Links",
    "Press Kit",
    "Print a handbill",
    "Recently deleted",
  ]);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Sign Out" }).click();
  await page.getByRole("link", { name: "Sign In" }).waitFor();
  await page.goto(`${handbill.origin}/dashboard`);
  await page.waitForURL("**/signin");
});

test("during the first load inside, the screen names the account that it loads", async () => {
  const { page } = await newAccount("patience");
  await page.request.post(`${handbill.origin}/signout`);
  await page.goto(`${handbill.origin}/signin`);
  await untilHydrated(page);
  // No event reports that a page is about to be left, except in the next page of the same site.
  await page.evaluate(() => {
    const note = () => {
      const screen = document.querySelector<HTMLElement>("#waiting");
      if (screen?.hidden === false) sessionStorage.setItem("waiting", screen.innerText);
    };
    new MutationObserver(note).observe(document.body, { attributes: true, subtree: true });
  });
  await page.getByLabel("Email").fill("patience@example.org");
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign In", exact: true }).click();
  await page.getByRole("heading", { name: "Welcome back!" }).waitFor();
  expect(await page.evaluate(() => sessionStorage.getItem("waiting"))).toBe("Loading your account...");
});

test("from one tool to the next nothing jumps, whether the page stands beside it or not", async () => {
  const { page } = await newAccount("calm");
  await nameArtist(page, "Calm Water");
  const places: Record<string, number | undefined> = {};
  for (const path of [
    "/music",
    "/music/releases",
    "/music/private-links",
    "/newsletter",
    "/newsletter/letters/new",
  ]) {
    await page.goto(handbill.origin + path);
    places[path] = (await page.getByRole("heading", { level: 1 }).boundingBox())?.x;
  }
  expect(new Set(Object.values(places)).size, JSON.stringify(places)).toBe(1);
});

test("on the way back to the dashboard home the screen names what it loads", async () => {
  const { page } = await newAccount("returning");
  await page.goto(`${handbill.origin}/profile`);
  await untilHydrated(page);
  const gate = Promise.withResolvers<void>();
  await page.route("**/dashboard.data*", async (route) => {
    await gate.promise;
    await route.continue();
  });
  await page.getByRole("link", { name: "Back to Dashboard" }).click();
  await page.getByText("Loading dashboard...").waitFor();
  gate.resolve();
  await page.getByRole("heading", { name: "Welcome back!" }).waitFor();
  await page.getByText("Loading dashboard...").waitFor({ state: "detached" });
});

test("a fault shows the error screen and its number, which the log holds whole; trying again mends it", async () => {
  const { page: musician } = await newAccount("fault");
  await nameArtist(musician, "Faulty Wire");
  const page = await browser.newPage({ viewport: phone });
  await withoutTables(handbill, ["music_tracks"], async () => {
    expect((await page.goto(`${handbill.origin}/artist/faulty-wire`))?.status()).toBe(500);
  });
  await page.getByRole("heading", { name: "Something went wrong" }).waitFor();
  await page
    .getByText(
      "We're sorry, but something unexpected happened. Your data is safe - please try refreshing the page.",
    )
    .waitFor();
  expect(await page.getByRole("button", { name: "Refresh Page" }).isEnabled()).toBe(true);
  expect(await page.getByRole("link", { name: "Go to Dashboard" }).getAttribute("href")).toBe("/dashboard");
  const number = (await page.locator("code").textContent()) ?? "none";
  const logged = () =>
    handbill
      .output()
      .split("\n")
      .filter((line) => line.includes(number) && line.includes('"err"'));
  await expect.poll(logged).toEqual([expect.stringContaining("music_tracks")]);
  expect(await page.content()).not.toContain("music_tracks");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Try Again" }).click();
  await page.getByRole("heading", { name: "Faulty Wire", exact: true }).waitFor();

  // In the dashboard, where something typed would go with the screen, that stays instead.
  await musician.goto(`${handbill.origin}/profile`);
  await untilHydrated(musician);
  await musician.getByLabel("Bio").fill("Not saved yet");
  const leave = musician.getByRole("alertdialog").getByRole("button", { name: "Leave" });
  const goToData = async () => {
    await musician.getByLabel("Bio").blur();
    await musician.keyboard.press("Control+k");
    await musician.getByRole("combobox", { name: /^Find/ }).fill("your data");
    await musician.getByRole("option", { name: /^Your data/ }).click();
    await leave.click();
  };
  await withoutTables(handbill, ["press_kits"], async () => {
    await goToData();
    await toast(
      musician,
      "Something unexpected happened on the server. What you have typed is still here.",
    ).waitFor();
  });
  expect(new URL(musician.url()).pathname).toBe("/profile");
  expect(await musician.getByLabel("Bio").inputValue()).toBe("Not saved yet");
  await musician.getByRole("button", { name: "Try again" }).click();
  await leave.click();
  await musician.getByText("Take your data along").waitFor();
  expect(browser.takeProblems().filter((problem) => !/500|frame-ancestors/.test(problem))).toEqual([]);
});

test("a server out of reach leads nowhere: the screen stays, with all typed text", async () => {
  await using server = await startHandbill();
  const page = await browser.newPage();
  await signUp(page, server.origin, "far@example.org");
  await nameArtist(page, "Far Away", server.origin);
  await page.goto(`${server.origin}/profile`);
  await page.getByLabel("Bio").fill("Not saved yet");
  // The code of the other tools comes in a quiet moment.
  const loaded = () =>
    page.evaluate(() => {
      const { module } = Reflect.get(window, "__reactRouterManifest").routes["features/events/dashboard"];
      return performance.getEntriesByType("resource").some(({ name }) => name.endsWith(module));
    });
  await expect.poll(loaded).toBe(true);
  const stays = async () => {
    await page.getByRole("alertdialog").getByRole("button", { name: "Leave" }).click();
    await toast(page, networkText).waitFor();
    expect(new URL(page.url()).pathname).toBe("/profile");
    expect(await page.getByLabel("Bio").inputValue()).toBe("Not saved yet");
    await page.getByRole("button", { name: "Close notification" }).click();
  };
  await server.stop();
  await page.getByRole("link", { name: "Events", exact: true }).click();
  await stays();
  await page.getByRole("link", { name: "Dashboard", exact: true }).click();
  await stays();
  await page.getByText("Loading dashboard...").waitFor({ state: "detached" });
  await expectAccessible(page);
  await page.context().close();
  // The browser's own messages, and the router's empty ones, from prefetching the targets of links.
  expect(browser.takeProblems().filter((problem) => !/: $|net::ERR/.test(problem))).toEqual([]);
});

test("a tool goes on without its preview where the code of that can't be had", async () => {
  const { page } = await newMusician("unseen");
  await page.route("**/assets/live-preview-*", (route) => route.fulfill({ status: 404 }));
  await page.goto(`${handbill.origin}/profile`);
  await page.getByText("The preview could not be loaded").waitFor();
  await page.getByLabel("Bio").fill("Typed beside it");
  await expectAccessible(page);
});

test("offline nothing leads to the browser's error page, be it a screen whose code isn't here yet or a document", async () => {
  const { page, id } = await newAccount("tunnel");
  await nameArtist(page, "Tunnel Vision");
  await makeAccountArchive(db, id);
  let isAway = false;
  await page.route("**/assets/**", (route) => (isAway ? route.abort() : route.continue()));
  const notifications = page.getByRole("button", { name: "Close notification" });
  const stays = async (path: string) => {
    await page.getByText(offlineText).first().waitFor();
    expect(new URL(page.url()).pathname).toBe(path);
    await notifications.evaluateAll((all: HTMLElement[]) => {
      for (const one of all) one.click();
    });
    await expect.poll(() => notifications.count()).toBe(0);
  };
  const setAway = async (to: boolean) => {
    isAway = to;
    await page.context().setOffline(to);
  };
  await page.goto(`${handbill.origin}/gallery`);
  // By then the router knows of the screen, and not yet its code.
  await page.waitForFunction(
    () => "features/video/dashboard" in Reflect.get(window, "__reactRouterManifest").routes,
  );
  await setAway(true);
  const videos = page.getByRole("link", { name: "Videos", exact: true });
  await videos.click();
  await stays("/gallery");
  await page.evaluate(() => window.location.assign("/artist/tunnel-vision"));
  await stays("/gallery");
  await setAway(false);
  await videos.click();
  await page.getByRole("heading", { name: "Video Gallery", level: 1 }).waitFor();

  await page.goto(`${handbill.origin}/account/data`, { waitUntil: "networkidle" });
  await setAway(true);
  await page.getByRole("link", { name: "Download your archive" }).click();
  await stays("/account/data");
  await setAway(false);

  await page.goto(`${handbill.origin}/artist/tunnel-vision`, { waitUntil: "networkidle" });
  await setAway(true);
  await page.getByRole("link", { name: "Made with Handbill" }).click();
  await stays("/artist/tunnel-vision");
  browser.takeProblems();
});

test("a toast is read out, stays five seconds and can be closed sooner", async () => {
  const { page } = await newAccount("toast");
  await page.clock.install();
  await page.goto(`${handbill.origin}/profile`);
  await page.getByLabel("Artist name").fill("Toasted");
  // From now on time passes only when the test lets it.
  await page.clock.pauseAt(Date.now() + 10_000);
  const save = page.getByRole("button", { name: "Save Profile" });
  const saved = toast(page, "Profile saved successfully!");
  await save.click();
  await saved.waitFor();
  // React's work after a paint is done: a message that is posted now comes after its own.
  await page.evaluate(() => {
    const { port1, port2 } = new MessageChannel();
    port2.postMessage(null);
    return new Promise((resolve) => {
      port1.onmessage = resolve;
    });
  });
  await page.clock.runFor(3_000);
  expect(await saved.count()).toBe(1);
  await page.clock.runFor(2_000);
  await expect.poll(() => saved.count()).toBe(0);
  await save.click();
  await saved.waitFor();
  await page.getByRole("button", { name: "Close notification" }).click();
  expect(await saved.count()).toBe(0);
});

test("text and presses before React has taken a screen over aren't lost", async () => {
  const { page } = await newAccount("early");
  const react = Promise.withResolvers<void>();
  const script = "**/assets/entry.client-*.js";
  await page.route(script, (route) => react.promise.then(() => route.continue()));
  await page.goto(`${handbill.origin}/profile`, { waitUntil: "commit" });
  const name = page.getByLabel("Artist name");
  const save = page.getByRole("button", { name: "Save Profile" });
  await name.fill("Early Bird");
  await save.click();
  await save.click();
  await page.evaluate(() => Object.assign(window, { isSame: true }));
  react.resolve();
  await toast(page, "Profile saved successfully!").waitFor();
  expect(await page.evaluate(() => Reflect.get(window, "isSame"))).toBe(true);
  expect(await name.inputValue()).toBe("Early Bird");

  // A script that never comes costs the screen's comforts, not the press.
  await page.context().clearCookies();
  await page.unroute(script);
  await page.route(script, (route) => route.abort());
  await page.goto(`${handbill.origin}/signin`);
  await page.getByLabel("Email").fill("early@example.org");
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign In", exact: true }).click();
  await page.waitForURL(`${handbill.origin}/dashboard`);
  // A page that is closed reports no more of its scripts.
  await page.close();
  browser.takeProblems();
});

test("a lost page is a real 404 with a way home; every page of the site passes axe", async () => {
  const page = await browser.newPage({ viewport: phone });
  expect((await page.goto(`${handbill.origin}/nowhere`))?.status()).toBe(404);
  await page.getByRole("link", { name: "Back to the start" }).click();
  await page.waitForURL(`${handbill.origin}/`);
  for (const path of ["/", "/nowhere", "/terms", "/privacy", "/signin", "/signup"]) {
    await page.goto(handbill.origin + path);
    await expectAccessible(page);
  }
});

test("nothing is wider than a phone, and the keyboard reaches the content first", async () => {
  const { page } = await newAccount("narrow", { viewport: { width: 320, height: 640 } });
  await nameArtist(page, `Name ${"x".repeat(90)}`);
  for (const path of ["/", "/dashboard", "/profile", "/music", "/terms", `/artist/name-${"x".repeat(90)}`]) {
    await page.goto(handbill.origin + path);
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect([path, overflow]).toEqual([path, 0]);
  }
  await page.goto(`${handbill.origin}/profile`);
  await page.keyboard.press("Tab");
  expect(await page.evaluate(() => document.activeElement?.textContent)).toMatch(/skip/i);
});

test("letters of twice the size fit a phone, in every tool", async () => {
  const { page, id } = await newAccount("large", { viewport: phone });
  await nameArtist(page, "Large Letters");
  await makePhoto(db, { user_id: id, caption: "By the sea" });
  await makeEvent(db, { user_id: id, title: "Festival of the large letters", event_date: "2099-06-01" });
  const overflows: Record<string, number> = {};
  const tools =
    "dashboard profile gallery settings events booking-requests comments newsletter social-links db-check";
  for (const tool of tools.split(" ")) {
    await page.goto(`${handbill.origin}/${tool}`);
    await page.addStyleTag({ content: "html { font-size: 200% }" });
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    if (overflow > 0) overflows[tool] = overflow;
  }
  expect(overflows).toEqual({});
});

test("in the system's forced colours the selected option differs from the rest", async () => {
  const { page } = await newAccount("forced", { forcedColors: "active" });
  await page.goto(`${handbill.origin}/events`);
  const frameOf = (name: string, within: string) =>
    page
      .getByRole("navigation", { name: within })
      .getByRole("link", { name, exact: true })
      .evaluate((link) => getComputedStyle(link).outlineStyle);
  expect([await frameOf("Events", "Main"), await frameOf("Music", "Main")]).toEqual(["solid", "none"]);
  expect([await frameOf("Upcoming", "Events"), await frameOf("Past", "Events")]).toEqual(["solid", "none"]);
  const add = page.getByRole("button", { name: "Add event" }).first();
  expect(await add.evaluate((button) => getComputedStyle(button).borderTopStyle)).toBe("solid");
  expect(await add.evaluate((button) => getComputedStyle(button).borderTopWidth)).toBe("1px");
});
