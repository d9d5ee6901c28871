import { gzipSync } from "node:zlib";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { networkText } from "../../app/shared/connection.ts";
import { expectAccessible, phone, untilHydrated } from "../harness/browser.ts";
import { password } from "../harness/settings.ts";
import { openTestApp, toast } from "../harness/test-app.ts";

const { handbill, browser, newAccount, newMusician } = await openTestApp();
const at = (path: string) => `${handbill.origin}${path}`;

async function giveCredentials(page: Page, email: string, typed = password): Promise<void> {
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(typed);
  await page.getByRole("main").getByRole("button", { name: "Sign In", exact: true }).click();
}

test.each(["/", "/signin", "/signup", "/reset-password", "/terms"])(
  "%s asks for little before a touch, for no film of who saves data, and for nothing of React",
  async (path) => {
    const page = await browser.newPage({ viewport: phone });
    await page.addInitScript(() =>
      Object.defineProperty(navigator, "connection", { value: { saveData: true } }),
    );
    const requests: string[] = [];
    page.on("request", (request) => requests.push(new URL(request.url()).pathname));
    await page.goto(at(path), { waitUntil: "networkidle" });
    await untilHydrated(page);
    expect(requests.length, requests.join(" ")).toBeLessThanOrEqual(12);
    const scripts = requests.filter((name) => name.endsWith(".js"));
    expect(scripts.filter((name) => !/^\/assets\/(site|passkeys)-[0-9a-f]{8}\.js$/.test(name))).toEqual([]);
    const texts = await Promise.all(scripts.map(async (name) => (await fetch(at(name))).text()));
    expect(gzipSync(texts.join("")).length).toBeLessThan(20_000);
    expect(requests.filter((name) => name.includes("film"))).toEqual([]);
    // The first paint would wait for it.
    expect(await page.locator("link[rel=preload][as=font]").count()).toBe(0);
    await page.waitForFunction(() =>
      [...document.fonts].some(
        ({ family, status }) => family.includes("Inter Variable") && status === "loaded",
      ),
    );
  },
);

test("from the dashboard and back: signing out and in are documents, and Back asks the gate anew", async () => {
  const { page } = await newMusician("walker");
  await page.goto(at("/profile"));
  await untilHydrated(page);
  await page.getByRole("banner").getByRole("button", { name: "Sign Out" }).click();
  await page.waitForURL(at("/"));
  expect(await page.locator("script[src*=entry]").count()).toBe(0);
  await page.getByRole("link", { name: "Sign In" }).click();
  await giveCredentials(page, "walker@example.org");
  await page.waitForURL(at("/dashboard"));
  await page.goBack({ waitUntil: "commit" });
  await page.waitForURL(at("/dashboard"));
  await page.getByRole("heading", { name: /^Welcome back/ }).waitFor();
});

test("a server that doesn't answer costs nothing that was typed, and a refusal keeps the password", async () => {
  await newAccount("tenacious");
  const page = await browser.newPage({ viewport: phone });
  await page.goto(at("/signin?to=%2Fevents"));
  await untilHydrated(page);
  const secret = page.getByLabel("Password", { exact: true });
  await page.route("**/signin*", (route) => route.abort());
  await giveCredentials(page, "tenacious@example.org");
  await toast(page, networkText).waitFor();
  expect(await secret.inputValue()).toBe(password);
  expect(await page.getByRole("main").getByRole("button", { name: "Sign In", exact: true }).isEnabled()).toBe(
    true,
  );
  await expectAccessible(page);
  await page.unroute("**/signin*");
  expect(browser.takeProblems()).toEqual(["Failed to load resource: net::ERR_FAILED"]);

  await page.getByLabel("Remember me").check();
  await giveCredentials(page, "tenacious@example.org", "not the one");
  const said = page.getByRole("alert").filter({ hasText: "Wrong email or password." });
  await said.waitFor();
  expect(await said.evaluate((alert) => document.activeElement?.contains(alert))).toBe(true);
  expect(await secret.inputValue()).toBe("not the one");
  expect(await page.getByLabel("Remember me").isChecked()).toBe(true);
  await page.getByRole("button", { name: "Show password" }).click();
  expect(await secret.getAttribute("type")).toBe("text");
  await giveCredentials(page, "tenacious@example.org");
  await page.waitForURL(at("/events"));
});

test("a refused sign-up says what is wrong at each field, forgets it as one types, and keeps all the rest", async () => {
  const page = await browser.newPage();
  await page.goto(at("/signup"));
  await untilHydrated(page);
  const create = page.getByRole("button", { name: "Create Account" });
  await create.click();
  const email = page.getByLabel("Email");
  await page.getByText("Email is required").waitFor();
  expect(await email.getAttribute("aria-invalid")).toBe("true");
  expect(await email.evaluate((field) => field === document.activeElement)).toBe(true);
  await page.keyboard.type("new@example.org");
  expect(await email.getAttribute("aria-invalid")).toBeNull();
  expect(await email.getAttribute("aria-describedby")).toBeNull();
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByLabel("Confirm password", { exact: true }).fill("something else");
  await page.getByRole("checkbox").check();
  await create.click();
  await page.locator("#sign-up-confirmPassword[aria-invalid=true]").waitFor();
  // What was typed is all there, and one mistake is mended.
  await page.getByLabel("Confirm password", { exact: true }).fill(password);
  await page.getByText("Passwords match").waitFor();
  await create.click();
  await page.waitForURL(at("/dashboard"));
});
