import { AxeBuilder } from "@axe-core/playwright";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { expect, onTestFinished, TestRunner } from "vitest";
import { journeyBrowser } from "./chromium.ts";
import { freePort } from "./handbill.ts";
import { password } from "./settings.ts";

export const phone = { width: 390, height: 844 };
export const desktop = { width: 1440, height: 900 };

export interface TestBrowser extends AsyncDisposable {
  /**
   * A new visitor: no cookies, nothing stored. A page that is opened during a test is closed at its end: left open, it
   * would still animate, listen and send requests.
   */
  newPage(options?: BrowserContextOptions): Promise<Page>;
  /**
   * The errors of all pages so far: console errors, uncaught exceptions, requests that were answered with 500 and above.
   * Reading them empties the list.
   */
  takeProblems(): string[];
}

/** A real browser. Call `takeProblems` at the end of each journey: a console error fails the test. */
export async function openBrowser(): Promise<TestBrowser> {
  const browser = await launch();
  const problems: string[] = [];
  return {
    async newPage(options = {}) {
      const context = await browser.newContext({ viewport: desktop, ...options });
      if (TestRunner.getCurrentTest()) onTestFinished(() => context.close());
      context.setDefaultTimeout(15_000);
      const page = await context.newPage();
      page.on("console", (message) => {
        // The browser itself reports every 4xx as an error; journeys ask for some of these on purpose.
        const expected = /Failed to load resource: the server responded with a status of 4\d\d/;
        if (message.type() === "error" && !expected.test(message.text())) problems.push(message.text());
      });
      page.on("pageerror", (error) => problems.push(`${page.url()}: ${error.stack ?? error.message}`));
      page.on("response", (response) => {
        if (response.status() >= 500) problems.push(`${response.status()} ${response.url()}`);
      });
      return page;
    },
    takeProblems: () => problems.splice(0),
    [Symbol.asyncDispose]: () => browser.close(),
  };
}

/**
 * Waits until React has taken the page over, its late parts as well. Presses and changes before that aren't lost and need no wait; keys and drags
 * that React alone understands do, and so does a page whose scripts can't come any more.
 */
export async function untilHydrated(page: Page): Promise<void> {
  await page.locator("html[data-hydrated]:not(:has([data-late]))").waitFor();
}

/** Makes an account and signs this page's browser in with it, without going through the screens. */
export async function signUp(page: Page, origin: string, email: string): Promise<void> {
  const form = { email, password, confirmPassword: password, terms: "on" };
  const answer = await page.request.post(`${origin}/signup`, { form, maxRedirects: 0 });
  expect(answer.headers().location).toBe("/dashboard");
}

/**
 * Expects the page as it stands to pass WCAG 2.2 A and AA as far as axe can tell.
 * @param withFrames false where a frame lets no script in, not even axe
 */
export async function expectAccessible(page: Page, { withFrames = true } = {}): Promise<void> {
  // An element that is still fading in has less contrast than at its end: so the animations are ended now.
  await page.evaluate(() => {
    for (const animation of document.getAnimations()) {
      const ends = animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY;
      if (animation.playState === "running" && ends) animation.finish();
    }
  });
  const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
  const axe = new AxeBuilder({ page })
    // Where there are no frames it finds the same, without a page of its own to put them together in.
    .setLegacyMode(!withFrames || page.frames().length === 1)
    .options({ resultTypes: ["violations"] })
    .withTags(tags);
  const { violations } = await axe.analyze();
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join("\n  ")}`);
  expect(found).toEqual([]);
}

/** The same of a page without scripts, by a copy that has none of its own: axe is a script. */
export async function expectAccessibleWithoutScript(browser: TestBrowser, page: Page): Promise<void> {
  const copy = await browser.newPage({ viewport: page.viewportSize() });
  const body = (await page.content()).replace(/<script[\s\S]*?<\/script>/g, "");
  await copy.route(page.url(), (route) => route.fulfill({ contentType: "text/html; charset=utf-8", body }));
  await copy.goto(page.url());
  await expectAccessible(copy);
  await copy.close();
}

/**
 * A page in a browser of its own, whose window can be hidden as a visitor hides it. The test tool shows its other pages to
 * their scripts as visible, whatever is in front.
 */
export async function openHideablePage(): Promise<
  AsyncDisposable & { page: Page; hide: () => Promise<void> }
> {
  const port = await freePort();
  const launched = await launch(`--remote-debugging-port=${port}`);
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`, { noDefaults: true });
  const [context] = browser.contexts();
  if (!context) throw new Error("The browser has no window.");
  const page = await context.newPage();
  return {
    page,
    async hide() {
      const session = await context.newCDPSession(page);
      const { windowId } = await session.send("Browser.getWindowForTarget");
      await session.send("Browser.setWindowBounds", { windowId, bounds: { windowState: "minimized" } });
      await page.waitForFunction(() => document.visibilityState === "hidden", undefined, { polling: 100 });
    },
    [Symbol.asyncDispose]: () => launched.close(),
  };
}

function launch(...more: string[]): Promise<Browser> {
  return chromium.launch({
    executablePath: journeyBrowser(),
    // Visitors' machines know more than ASCII, whatever the one that tests does: file names depend on it.
    env: { ...process.env, LANG: "C.UTF-8" },
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      // As on phones and good screens, letters are as wide as they were drawn.
      "--font-render-hinting=none",
      "--autoplay-policy=no-user-gesture-required",
      ...more,
    ],
  });
}
