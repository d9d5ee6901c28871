import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { answerWith, openScript } from "../../tests/harness/script-page.ts";

const open = await openScript("app/client/page-exchange.ts");

const origin = "http://page.test";
const own = `<meta name="handbill:counts-for" content="nell">`;

/** An artist's page as far as it is exchanged; further links lead wherever the test has an answer. */
const pageNamed = (name: string, { artist = own, more = "" } = {}) => `
  ${artist}
  <div id="content">
    <main>
      <h1>${name}</h1>
      <a href="/artist/nell/events">Events</a>
      <a href="/artist/nell/letter#end">Letter</a>
      <a href="/artist/nell/there">There</a>
      <form method="post" action="/artist/nell/there"><input aria-label="Words" name="words"><button>Send</button></form>
      <p style="height: 200vh">Far</p>
      <p id="end">The end</p>
      ${more}
    </main>
  </div>`;

const answers = {
  "GET /artist/nell/events": answerWith(pageNamed("Events")),
  "GET /artist/nell/letter": answerWith(pageNamed("Letter")),
};

const openPage = async (more: Parameters<typeof open>[0]["answers"] = {}, before = ""): Promise<Page> =>
  open({
    html: pageNamed("Nell Voss"),
    run: "script.exchangePages(); window.isFirst = true;",
    before,
    answers: { ...answers, ...more },
  });

const link = (page: Page, name: string) => page.getByRole("link", { name, exact: true });
const heading = (page: Page, name: string) => page.getByRole("heading", { name, exact: true });
/** Whether it is still the document that was opened first: a page that is loaded has another. */
const isFirstDocument = (page: Page) => page.evaluate("window.isFirst === true");
const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent);

test("a page takes the other's place: its address, heading, focus and place, without being loaded", async () => {
  const page = await openPage();
  await link(page, "Events").click();
  await heading(page, "Events").waitFor();
  expect(page.url()).toBe(`${origin}/artist/nell/events`);
  expect(await focused(page)).toBe("Events");
  expect(await page.getByRole("heading").count()).toBe(1);
  await link(page, "Letter").press("Enter");
  await heading(page, "Letter").waitFor();
  expect(page.url()).toBe(`${origin}/artist/nell/letter#end`);
  expect(await focused(page)).toBe("The end");
  expect(await page.evaluate("scrollY")).toBeGreaterThan(0);
  expect(await isFirstDocument(page)).toBe(true);
});

test("Back and Forward show the pages as they were left, with what was typed, and ask for nothing", async () => {
  const asked: string[] = [];
  const page = await openPage();
  await page.getByLabel("Words").fill("Half a word");
  await page.evaluate("scrollTo(0, 300)");
  await link(page, "Events").evaluate((element: HTMLElement) => {
    element.focus({ preventScroll: true });
    element.click();
  });
  await heading(page, "Events").waitFor();
  expect(await page.evaluate("scrollY")).toBe(0);
  page.on("request", (request) => asked.push(request.url()));
  await page.goBack();
  await heading(page, "Nell Voss").waitFor();
  expect(await page.getByLabel("Words").inputValue()).toBe("Half a word");
  expect(await focused(page)).toBe("Events");
  expect(await page.evaluate("scrollY")).toBe(300);
  await page.goForward();
  await heading(page, "Events").waitFor();
  expect(await page.evaluate("scrollY")).toBe(0);
  await page.goBack();
  await heading(page, "Nell Voss").waitFor();
  expect(await page.evaluate("scrollY")).toBe(300);
  await page.goForward();
  await heading(page, "Events").waitFor();
  expect(await page.evaluate("scrollY")).toBe(0);
  expect(asked).toEqual([]);
  expect(await isFirstDocument(page)).toBe(true);
});

test("the head is the new page's, and what others have put there stays", async () => {
  const head = (title: string) => `<title>${title}</title><link rel="canonical" href="/${title}">`;
  const whole = (title: string) => `<!DOCTYPE html><html lang="en" dir="rtl"><head>${head(title)}</head>
    <body>${pageNamed(title)}</body></html>`;
  const page = await openPage({
    "GET /artist/nell/there": (route) => route.fulfill({ contentType: "text/html", body: whole("There") }),
  });
  await page.addStyleTag({ content: "p { color: gray }" });
  await link(page, "There").click();
  await heading(page, "There").waitFor();
  expect(await page.title()).toBe("There");
  expect(await page.evaluate("document.dir")).toBe("rtl");
  const canonical = page.locator("link[rel=canonical]");
  expect(await canonical.getAttribute("href")).toBe("/There");
  await page.goBack();
  await heading(page, "Nell Voss").waitFor();
  expect(await page.title()).toBe("A page");
  expect(await page.evaluate("document.dir")).toBe("");
  expect([await canonical.count(), await page.locator("head style").count()]).toEqual([0, 1]);
});

const odd: [string, Parameters<typeof answerWith>[0], number?][] = [
  ["that isn't found", pageNamed("There"), 404],
  ["that can't be had now", pageNamed("There"), 503],
  ["of another artist", pageNamed("There", { artist: own.replace("nell", "nova") })],
  ["of no artist", pageNamed("There", { artist: "" })],
  ["with another script", pageNamed("There", { more: "<script>const version = 2;</script>" })],
  ["with other styles", pageNamed("There", { more: "<style>p { margin: 0 }</style>" })],
];
for (const [name, html, status] of odd) {
  test(`a page ${name} is loaded`, async () => {
    const page = await openPage({ "GET /artist/nell/there": answerWith(html, status) });
    await link(page, "There").click();
    await heading(page, "There").waitFor();
    expect(page.url()).toBe(`${origin}/artist/nell/there`);
    expect(await isFirstDocument(page)).toBe(false);
    await page.goBack();
    await heading(page, "Nell Voss").waitFor();
  });
}

test("a redirect is the browser's to follow", async () => {
  const page = await openPage({
    "GET /artist/nell/there": (route) => route.fulfill({ status: 308, headers: { Location: "/there" } }),
  });
  const followed = page.waitForRequest((request) => request.isNavigationRequest());
  await link(page, "There").click();
  expect((await followed).url()).toBe(`${origin}/artist/nell/there`);
});

test("what is no page is left to the browser, and the page stays for the next", async () => {
  const page = await openPage({
    "GET /artist/nell/there": (route) =>
      route.fulfill({
        contentType: "text/calendar",
        headers: { "Content-Disposition": "attachment" },
        body: "BEGIN",
      }),
  });
  const download = page.waitForEvent("download");
  await link(page, "There").click();
  await download;
  await link(page, "Events").click();
  await heading(page, "Events").waitFor();
  expect(await isFirstDocument(page)).toBe(true);
});

test("where no answer comes, in time or at all, the browser asks again by itself", async () => {
  let asked = 0;
  const patience = `AbortSignal.timeout = () => {
    const patience = new AbortController();
    window.runOut = () => patience.abort();
    return patience.signal;
  }`;
  const page = await openPage(
    {
      "GET /artist/nell/there": async (route) => {
        asked += 1;
        if (asked > 1) await answerWith(pageNamed("There"))(route);
      },
    },
    patience,
  );
  await link(page, "There").click();
  await page.locator("#content[aria-busy=true]").waitFor();
  expect(page.url()).toBe(`${origin}/`);
  await page.evaluate("runOut()");
  await heading(page, "There").waitFor();
  expect(await isFirstDocument(page)).toBe(false);

  const lost = await openPage({ "GET /artist/nell/there": (route) => route.abort() });
  const failed = lost.waitForEvent("requestfailed", (request) => request.isNavigationRequest());
  await link(lost, "There").click();
  expect((await failed).url()).toBe(`${origin}/artist/nell/there`);
});

test("a second press overtakes the first", async () => {
  const late = Promise.withResolvers<void>();
  const page = await openPage({
    "GET /artist/nell/there": async (route) => {
      await late.promise;
      // Nobody may wait for it any more.
      await answerWith(pageNamed("There"))(route).catch(() => {});
    },
  });
  await link(page, "There").click();
  await page.locator("#content[aria-busy=true]").waitFor();
  await link(page, "Events").click();
  await heading(page, "Events").waitFor();
  late.resolve();
  await link(page, "Letter").click();
  await heading(page, "Letter").waitFor();
  expect(await page.evaluate(() => window.navigation?.entries().map(({ url }) => url))).toEqual([
    `${origin}/`,
    `${origin}/artist/nell/events`,
    `${origin}/artist/nell/letter#end`,
  ]);
  expect(await isFirstDocument(page)).toBe(true);
});

test("a form that is posted, a new tab, and what lies elsewhere are the browser's", async () => {
  const page = await openPage({
    "POST /artist/nell/there": answerWith(pageNamed("Thanks")),
  });
  const tab = page.context().waitForEvent("page");
  await link(page, "Events").click({ modifiers: ["ControlOrMeta"] });
  await tab;
  expect(await heading(page, "Nell Voss").isVisible()).toBe(true);
  await page.getByRole("button", { name: "Send" }).click();
  await heading(page, "Thanks").waitFor();
  expect(await isFirstDocument(page)).toBe(false);

  const other = await openPage({ "GET /elsewhere": answerWith("<h1>Elsewhere</h1>") });
  await other.evaluate("location.assign('/elsewhere')");
  await heading(other, "Elsewhere").waitFor();
  expect(await isFirstDocument(other)).toBe(false);
});
