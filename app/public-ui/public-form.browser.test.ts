import type { Page, Route } from "playwright-core";
import { expect, test } from "vitest";
import { answerWith, openScript, type PageSetUp } from "../../tests/harness/script-page.ts";

const open = await openScript("app/public-ui/public-form.client.ts");

const toasts = `<div id="toasts"><template><div class="toast"><p></p></div></template></div>`;
const partOf = (text: string, more = "") => `
  <div id="news" data-swap>
    <p>${text}</p>
    <form action="/subscribe" method="post" data-failure="That didn't work.">
      <input name="email" value="fan@example.org"><input name="list" value="all">
      <button data-pending="Sending...">Send</button>${more}
    </form>
    <a href="/more" data-swap-link>More</a>
  </div>`;

/** The page, and its toasts. */
async function openForm(answers: PageSetUp["answers"], setUp: Partial<PageSetUp> = {}) {
  const page = await open({
    html: `${partOf("Before")}${toasts}`,
    run: "const swapped = []; script.startForms((part) => swapped.push(part.id));",
    answers,
    ...setUp,
  });
  const toast = (text: string) => page.locator(".toast", { hasText: text });
  return { page, send: page.getByRole("button"), part: page.locator("#news p"), toast };
}

const swapped = (page: Page) => page.evaluate<string[]>("swapped");
const failure = "That didn't work.";

test("a form is sent as it would be by itself, and its part of the answer takes the place of what was here", async () => {
  let sent: string | null = null;
  const { page, send, part } = await openForm({
    "POST /subscribe": (route) => {
      sent = route.request().postData();
      return answerWith(`<p>Elsewhere</p>${partOf("After", `<input id="next" autofocus>`)}`)(route);
    },
  });
  await send.click();
  await part.getByText("After").waitFor();
  expect(sent).toBe("email=fan%40example.org&list=all");
  expect(await page.getByText("Elsewhere").count()).toBe(0);
  expect(await swapped(page)).toEqual(["news"]);
  const isFocused = () => page.locator("#next").evaluate((field) => field === document.activeElement);
  expect(await isFocused()).toBe(true);
  await page.locator("[name=email]").press("Enter");
  await expect.poll(() => swapped(page)).toEqual(["news", "news"]);
  expect(await isFocused()).toBe(true);
  expect(page.url()).toBe("http://page.test/");
});

test("while it is on its way the form says so, and isn't sent again", async () => {
  const answered = Promise.withResolvers<void>();
  let requests = 0;
  const { page, send, part } = await openForm({
    "POST /subscribe": async (route) => {
      requests += 1;
      await answered.promise;
      await answerWith(partOf("After"))(route);
    },
  });
  await send.click();
  await page.getByText("Sending...").waitFor();
  expect(await send.isDisabled()).toBe(true);
  expect(await page.locator("form").getAttribute("aria-busy")).toBe("true");
  await page.evaluate("document.forms[0].requestSubmit()");
  answered.resolve();
  await part.getByText("After").waitFor();
  expect(requests).toBe(1);
});

test("the answer's toast is shown once, and stands in the part only where it stays", async () => {
  const said = `<p data-toast="success">Done</p><p data-toast="info" data-stays>Look into your mail</p>`;
  const { page, send, part, toast } = await openForm({
    "POST /subscribe": answerWith(partOf("After", said)),
  });
  await send.click();
  await part.getByText("After").waitFor();
  expect(await page.locator(".toast").allInnerTexts()).toEqual(["Done", "Look into your mail"]);
  expect(await toast("Done").getAttribute("class")).toContain("is-success");
  expect(await page.locator("#news [data-toast]").allInnerTexts()).toEqual(["Look into your mail"]);
});

test("an answer with nothing but a toast leaves the form as it was, to be sent again", async () => {
  const { page, send, toast } = await openForm({
    "POST /subscribe": answerWith(`<p data-toast="error">Too many requests.</p>`, 429),
  });
  await send.click();
  await toast("Too many requests.").waitFor();
  expect([await send.innerText(), await send.isEnabled()]).toEqual(["Send", true]);
  expect(await page.locator("[name=email]").inputValue()).toBe("fan@example.org");
});

const faults: [string, (route: Route) => Promise<void>][] = [
  ["a fault of the server", answerWith(partOf("After"), 500)],
  ["no answer", (route) => route.abort()],
  ["an answer about something else", answerWith("<p>Sign in to the hotel's network</p>")],
];
for (const [name, answer] of faults) {
  test(`${name} shows a failure, and the typed text stays`, async () => {
    const { page, send, part, toast } = await openForm({ "POST /subscribe": answer });
    await page.locator("[name=email]").fill("typed@example.org");
    await send.click();
    await toast(failure).waitFor();
    expect([await send.innerText(), await send.isEnabled()]).toEqual(["Send", true]);
    expect(await send.evaluate((button) => button === document.activeElement)).toBe(true);
    expect([await part.innerText(), await page.locator("[name=email]").inputValue()]).toEqual([
      "Before",
      "typed@example.org",
    ]);
  });
}

test("an answer isn't waited for beyond twenty seconds", async () => {
  const { page, send, toast } = await openForm(
    { "POST /subscribe": () => new Promise(() => {}) },
    {
      before: `
        window.patience = new AbortController();
        AbortSignal.timeout = (ms) => { patience.ms = ms; return patience.signal; };`,
    },
  );
  await send.click();
  await page.getByText("Sending...").waitFor();
  expect(await page.evaluate("patience.ms")).toBe(20_000);
  await page.evaluate("patience.abort()");
  await toast(failure).waitFor();
});

test("a browser that knows that it is offline shows that as the reason", async () => {
  const { page, send, toast } = await openForm({});
  await page.context().setOffline(true);
  await send.click();
  await toast("You are offline. Please try again once you are connected.").waitFor();
});

test("a link within a part takes a new part from where it leads, and has its field focused", async () => {
  const { page, part } = await openForm({ "GET /more": answerWith(partOf("More of it")) });
  await page.getByRole("link", { name: "More" }).click();
  await part.getByText("More of it").waitFor();
  expect(await swapped(page)).toEqual(["news"]);
  expect(await page.locator("[name=email]").evaluate((field) => field === document.activeElement)).toBe(true);
  expect(page.url()).toBe("http://page.test/");
});

test("should there be no such part, the link leads there", async () => {
  const { page } = await openForm({ "GET /more": answerWith("<p>Another page</p>") });
  await page.getByRole("link", { name: "More" }).click();
  await page.waitForURL("**/more");
  await page.getByText("Another page").waitFor();
});

test("a form without words for its failure is left to the browser, and a link that is opened elsewhere", async () => {
  const { page } = await openForm(
    { "POST /plain": answerWith("<p>A whole page</p>") },
    { html: `<form action="/plain" method="post"><button>Send</button></form>${partOf("Before")}` },
  );
  const isTaken = await page.evaluate(() => {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const see = (event: Event) => {
      resolve(event.defaultPrevented);
      event.preventDefault();
    };
    addEventListener("click", see, { once: true });
    const press = new MouseEvent("click", { bubbles: true, cancelable: true, ctrlKey: true });
    document.querySelector("a")?.dispatchEvent(press);
    return promise;
  });
  expect(isTaken).toBe(false);
  await page.getByRole("button").first().click();
  await page.waitForURL("**/plain");
});
