import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { answerWith, openScript } from "../../tests/harness/script-page.ts";

const open = await openScript("app/client/replay.ts");

/** Says what is pressed and sent as far as the page hears of it, and has the script come or fail when it is told so. */
const listen = `
  let log = [], asked = 0;
  const loading = Promise.withResolvers();
  script.replayPresses("[data-deferred]", () => { asked += 1; return loading.promise; });
  for (const type of ["click", "submit"]) document.addEventListener(type, (event) => {
    log.push(event.target.id + (event.submitter ? " by " + event.submitter.id : ""));
    if (log.isQuiet && (type === "submit" || event.target.href)) event.preventDefault();
  });
`;

const html = `
  <a id="link" href="/there" data-deferred>Link</a>
  <button id="one" type="button" data-deferred><span id="inside">One</span></button>
  <button id="two" type="button" data-deferred>Two</button>
  <button id="other" type="button">Other</button>
  <form id="form" action="/sent" method="post" data-deferred>
    <input id="field" name="words" value="hello"><button id="send">Send</button>
  </form>`;

const log = (page: Page) => page.evaluate<string[]>("log");
const asked = (page: Page) => page.evaluate<number>("asked");
const come = (page: Page) => page.evaluate("loading.resolve()");

test("presses are held, and each is repeated once and in its order when the script is there", async () => {
  const page = await open({ html, run: listen });
  await page.locator("#two").click();
  await page.locator("#inside").click();
  await page.locator("#two").click();
  expect(await log(page)).toEqual([]);
  await come(page);
  expect(await log(page)).toEqual(["two", "one"]);
  await page.locator("#two").click();
  expect(await log(page)).toEqual(["two", "one", "two"]);
});

test("a repeated press is by the pointer or keyboard that it was by", async () => {
  const page = await open({
    html,
    run: `${listen} document.addEventListener("click", (event) => log.push([event.detail, event.altKey].join(" ")));`,
  });
  await page.locator("#two").click({ modifiers: ["Alt"] });
  await page.locator("#one").press("Enter");
  await come(page);
  expect(await log(page)).toEqual(["two", "1 true", "one", "0 false"]);
});

test("a form that is sent is held too, with the button that sent it", async () => {
  const page = await open({ html, run: `${listen} log.isQuiet = true;` });
  await page.locator("#field").press("Enter");
  // The press on its button isn't held: the form's submit is.
  expect(await log(page)).toEqual(["send"]);
  await come(page);
  expect(await log(page)).toEqual(["send", "form by send"]);
});

test("a link or form that needs no script is never held, nor is a link that is opened elsewhere", async () => {
  const page = await open({ html, run: `${listen} log.isQuiet = true;` });
  await page.locator("#other").click();
  await page.locator("#link").click({ modifiers: ["Control"] });
  await page.locator("#link").click({ modifiers: ["Shift"] });
  expect(await log(page)).toEqual(["other", "link", "link"]);
});

test("the script is requested at the first touch of an element that needs it", async () => {
  const page = await open({ html, run: listen });
  await page.locator("#other").focus();
  expect(await asked(page)).toBe(0);
  await page.locator("#field").focus();
  expect(await asked(page)).toBeGreaterThan(0);
  const before = await asked(page);
  await page.locator("#one").dispatchEvent("pointerdown");
  expect(await asked(page)).toBeGreaterThan(before);
});

test("should the script never come, the link leads and the form posts", async () => {
  const sent: (string | null)[] = [];
  const answers = {
    "GET /there": answerWith("There"),
    "POST /sent": (route: Parameters<ReturnType<typeof answerWith>>[0]) => {
      sent.push(route.request().postData());
      return answerWith("Sent")(route);
    },
  };
  const page = await open({ html, answers, run: listen });
  await page.locator("#link").click();
  await page.evaluate("loading.reject()");
  await page.waitForURL("**/there");
  const another = await open({ html, answers, run: `${listen} loading.reject();` });
  await another.locator("#field").press("Enter");
  await another.waitForURL("**/sent");
  expect(sent).toEqual(["words=hello"]);
});

test("fields that were filled in, ticked or chosen before fire their events again, once, with the value chosen last", async () => {
  const page = await open({
    html: `
      <input id="text" value="a"><textarea id="words"></textarea><input id="box" type="checkbox">
      <input name="choice" type="radio" checked><input id="choice" name="choice" type="radio">
      <select id="list"><option>x</option><option>y</option></select><input id="file" type="file"><input id="later">`,
    run: `
      const log = [];
      const ready = Promise.withResolvers();
      script.replayChanges(ready.promise);
      const now = (field) => field.files?.[0]?.name ?? (/box|choice/.test(field.id) ? field.checked : field.value);
      const hear = () => {
        for (const type of ["input", "change"]) addEventListener(type, ({ target }) => {
          log.push([type, target.id, now(target)].join(" "));
        });
      };`,
  });
  await page.locator("#text").fill("b");
  await page.locator("#words").pressSequentially("hi");
  await page.locator("#box").check();
  await page.locator("#choice").check();
  await page.locator("#list").selectOption("y");
  await page
    .locator("#file")
    .setInputFiles({ name: "song.wav", mimeType: "audio/wav", buffer: Buffer.from("") });
  await page.locator("#text").fill("c");
  // React puts a list back to what it has drawn.
  await page.evaluate("document.getElementById('list').value = 'x'; hear(); ready.resolve()");
  const said = await log(page);
  expect(said.filter((line) => line.startsWith("change"))).toEqual([
    "change text c",
    "change words hi",
    "change box true",
    "change choice true",
    "change list y",
    "change file song.wav",
  ]);
  expect(said.filter((line) => line.startsWith("input")).length).toBe(6);
  await page.locator("#text").fill("d");
  await page.locator("#later").fill("e");
  expect((await log(page)).slice(12)).toEqual(["input text d", "change text d", "input later e"]);
});

test("a field whose change is repeated keeps its cursor and selection", async () => {
  const page = await open({
    html: `<input id="text" value="a"><textarea id="words"></textarea><input id="mail" type="email">`,
    run: `const ready = Promise.withResolvers(); script.replayChanges(ready.promise);`,
  });
  await page.locator("#mail").fill("a@b.example");
  await page.locator("#words").fill("several words");
  await page.locator("#text").fill("hello");
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Shift+ArrowRight");
  await page.evaluate("ready.resolve()");
  await page.keyboard.type("u");
  expect(await page.locator("#text").inputValue()).toBe("hullo");
  expect(await page.evaluate("document.activeElement.id")).toBe("text");
  expect(await page.locator("#mail").inputValue()).toBe("a@b.example");
});

test("files that are dropped before are chosen, once, and beside a file field they aren't opened", async () => {
  const page = await open({
    html: `<h1>Music</h1><label>Songs <input type="file" multiple></label><label><input type="file" disabled>Off</label>`,
    run: `
      const log = [];
      const ready = Promise.withResolvers();
      script.replayChanges(ready.promise);
      script.keepDroppedFiles(ready.promise);
      const drop = (selector) => {
        const dataTransfer = new DataTransfer();
        dataTransfer.items.add(new File([""], "song.wav", { type: "audio/wav" }));
        const event = new DragEvent("drop", { bubbles: true, cancelable: true, dataTransfer });
        document.querySelector(selector).dispatchEvent(event);
        return event.defaultPrevented;
      };
      const hear = () => addEventListener("change", ({ target }) => log.push(target.files[0].name));`,
  });
  expect(await page.evaluate("['h1', 'label', 'label + label'].map(drop)")).toEqual([true, true, true]);
  await page.evaluate("hear(); ready.resolve()");
  expect(await log(page)).toEqual(["song.wav"]);
  expect(await page.evaluate("drop('label')")).toBe(false);
});

test("Enter sends again where it was the last key before", async () => {
  const set = {
    html: `<textarea enterkeyhint="send"></textarea><textarea class="plain"></textarea>`,
    run: `
      const log = [];
      const ready = Promise.withResolvers();
      script.replaySend(ready.promise);
      const come = () => {
        addEventListener("keydown", ({ key, shiftKey, target }) => log.push([target.className, key, shiftKey, target.value].join()));
        ready.resolve();
      };`,
  };
  for (const [field, keys, repeated] of [
    ["[enterkeyhint]", ["H", "i", "Enter"], [",Enter,false,Hi\n"]],
    ["[enterkeyhint]", ["H", "Shift+Enter"], [",Enter,true,H\n"]],
    ["[enterkeyhint]", ["H", "Enter", "i"], []],
    [".plain", ["H", "Enter"], []],
  ] as const) {
    const page = await open(set);
    for (const key of keys) await page.locator(field).press(key);
    await page.evaluate("come()");
    expect(await log(page)).toEqual(repeated);
  }
});
