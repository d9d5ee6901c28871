import { expect, test } from "vitest";
import { openScript } from "../../tests/harness/script-page.ts";

const open = await openScript("app/client/hydration-script.ts");

test("presses before React are repeated one by one, so that each finds what the one before has drawn", async () => {
  const page = await open({
    html: `<button id="one" type="button">One</button><button id="two" type="button">Two</button>`,
    run: `
      const log = [];
      let drawn = "nothing";
      const hydrate = () => {
        document.addEventListener("click", ({ target }) => {
          log.push(target.id + " after " + drawn);
          // React draws what a press changes at the end of the browser's own task.
          queueMicrotask(() => queueMicrotask(() => queueMicrotask(() => { drawn = target.id; })));
        });
        document.documentElement.setAttribute("data-hydrated", "");
      };`,
  });
  await page.locator("#one").click();
  await page.locator("#two").click();
  await page.evaluate("hydrate()");
  await expect.poll(() => page.evaluate("log")).toEqual(["one after nothing", "two after one"]);
});

test("what is pressed when React is there goes to it at once, without waiting for a task of its own", async () => {
  const page = await open({
    html: `<button id="one" type="button">One</button>`,
    run: `
      const log = [];
      document.addEventListener("click", () => log.push("pressed"));
      const press = async () => {
        document.documentElement.setAttribute("data-hydrated", "");
        for (let microtask = 0; microtask < 9; microtask += 1) await undefined;
        document.getElementById("one").click();
        log.push("over");
      };`,
  });
  expect(await page.evaluate("press().then(() => log)")).toEqual(["pressed", "over"]);
});

test("a press in a part whose code comes later is held until that part is React's too", async () => {
  const page = await open({
    html: `<div id="late" data-late=""><button id="one" type="button">One</button></div>`,
    run: `
      const log = [];
      document.addEventListener("click", ({ target }) => log.push(target.id));
      document.documentElement.setAttribute("data-hydrated", "");`,
  });
  await page.locator("#one").click();
  expect(await page.evaluate("log")).toEqual([]);
  await page.evaluate(`late.removeAttribute("data-late")`);
  await expect.poll(() => page.evaluate("log")).toEqual(["one"]);
  await page.locator("#one").click();
  expect(await page.evaluate("log")).toEqual(["one", "one"]);
});
