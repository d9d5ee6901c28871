import type { BrowserContextOptions, Locator, Page } from "playwright-core";
import { afterAll, afterEach, expect } from "vitest";
import type { Database } from "../../server/db/database.ts";
import { makeMusician } from "../factories/accounts.ts";
import { makeAccount } from "./account.ts";
import { openBrowser, type TestBrowser } from "./browser.ts";
import { type Handbill, openDatabaseOf, startHandbill } from "./handbill.ts";
import { password } from "./settings.ts";

/** A signed-in user: their browser page and their account. */
interface SignedIn {
  page: Page;
  id: string;
}

/** The installation and the users that the journeys of one file share. */
interface TestApp {
  handbill: Handbill;
  browser: TestBrowser;
  db: Database;
  /** A new user at {name}@example.org, who has no profile yet. */
  newAccount(name: string, options?: BrowserContextOptions): Promise<SignedIn>;
  /** The same, as an admin whose address is confirmed. */
  newAdmin(name: string, options?: BrowserContextOptions): Promise<SignedIn>;
  /** A new musician with a page at /artist/{name}, whose name is the same. */
  newMusician(name: string, options?: BrowserContextOptions): Promise<SignedIn>;
}

/**
 * A started server, its database and a browser for all journeys of a file, which is to await it at its top. They go when
 * the journeys are over. A journey after which a page has a problem to tell has failed.
 */
export async function openTestApp(settings: Record<string, string> = {}): Promise<TestApp> {
  const opened = new AsyncDisposableStack();
  afterAll(() => opened.disposeAsync());
  try {
    const handbill = opened.use(await startHandbill(settings));
    const db = opened.adopt(await openDatabaseOf(handbill), (database) => database.close());
    const browser = opened.use(await openBrowser());
    afterEach(() => {
      expect(browser.takeProblems()).toEqual([]);
    });

    const newAccount = async (name: string, options?: BrowserContextOptions): Promise<SignedIn> => {
      const page = await browser.newPage(options);
      const email = `${name}@example.org`;
      const id = await makeAccount(db, email);
      const answer = await page.request.post(`${handbill.origin}/signin`, {
        form: { email, password },
        maxRedirects: 0,
      });
      expect(answer.headers().location).toBe("/dashboard");
      return { page, id };
    };
    return {
      handbill,
      browser,
      db,
      newAccount,
      async newAdmin(name, options) {
        const signedIn = await newAccount(name, options);
        const admin = { role: "admin", email_confirmed_at: new Date() } as const;
        await db
          .asSystem()
          .write((tx) => tx.updateTable("users").set(admin).where("id", "=", signedIn.id).execute());
        return signedIn;
      },
      async newMusician(name, options) {
        const signedIn = await newAccount(name, options);
        await makeMusician(db, { user_id: signedIn.id, custom_url: name, artist_name: name });
        return signedIn;
      },
    };
  } catch (error) {
    // Vitest calls no hook of a file that can't be loaded.
    await opened.disposeAsync();
    throw error;
  }
}

/** The newest of the toasts that say this. */
export function toast(page: Page, text: string | RegExp): Locator {
  return page.getByRole("region", { name: "Notifications" }).getByText(text, { exact: true }).last();
}

/** Opens what else can be done with a row of a list. */
export async function openActions(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name: `Actions for ${name}`, exact: true }).click();
}

/** Cancels the question that a screen asks when its session has ended. */
export async function staySignedOut(page: Page): Promise<void> {
  const dialog = page.getByRole("dialog", { name: "Please sign in again" });
  await dialog.getByRole("button", { name: "Cancel" }).click();
}

/**
 * Presses a button by keyboard as people do, once it can be pressed: `press` alone also presses one that is disabled, and
 * then nothing happens.
 */
export async function pressEnter(button: Locator): Promise<void> {
  await button.and(button.page().locator(":enabled")).press("Enter");
}
