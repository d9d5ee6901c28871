import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { openScript, type PageSetUp } from "../../../tests/harness/script-page.ts";

const open = await openScript("app/features/analytics/public.client.ts");

/** A browser that a person steers, and that keeps what it reports in `reports`. */
const person = `
  window.reports = [];
  Object.defineProperty(navigator, "webdriver", { value: false });
  navigator.sendBeacon = (path, text) => reports.push([path, JSON.parse(text)]);
`;

/** An artist's page, as far as it is counted. */
const html = `
  <meta name="handbill:counts-for" content="artist-1">
  <a id="shop" href="https://shop.example/?a=1">Shop</a>
  <a id="vinyl" href="https://shop.example/?a=1" data-link="link-1">Vinyl</a>
  <a id="song" href="/uploads/music/1/song.mp3" download>Song</a>
  <a id="page" href="/artist/nell-voss/events">Events</a>
  <form><button type="button">Send</button></form>
  <section id="player" hidden><input class="player-seek" type="range" max="0" step="any"></section>`;

const stay = `addEventListener("click", (event) => event.preventDefault());
  addEventListener("auxclick", (event) => event.preventDefault());`;

async function openPage(setUp: Partial<PageSetUp> = {}): Promise<Page> {
  return open({ html, before: person, run: `script.startCounting(); ${stay}`, ...setUp });
}

/** The reports since the last call, without the fields that are the same each time. */
async function reported(page: Page): Promise<unknown[]> {
  const reports = await page.evaluate<[string, { events: unknown[] }][]>("reports.splice(0)");
  return reports.flatMap(([, { events }]) => events);
}

test("that the page was seen is reported, with where its visitor came from", async () => {
  const page = await openPage();
  expect(await page.evaluate("reports")).toEqual([
    ["/count", { artist: "artist-1", from: "", tag: "", touch: false, events: [["views"]] }],
  ]);
});

test("a page in a hidden tab counts as seen once it is shown, and once only", async () => {
  const hidden = `${person} let seen = "hidden";
    Object.defineProperty(document, "visibilityState", { get: () => seen });`;
  const page = await openPage({ before: hidden.replace("let seen", "window.seen") });
  expect(await reported(page)).toEqual([]);
  const look = `seen = "visible"; document.dispatchEvent(new Event("visibilitychange", { bubbles: true }))`;
  await page.evaluate(look);
  await page.evaluate(look);
  expect(await reported(page)).toEqual([["views"]]);
});

const refusals: [string, string][] = [
  ["asks not to be tracked", `Object.defineProperty(navigator, "doNotTrack", { value: "1" });`],
  ["asks for privacy", `Object.defineProperty(navigator, "globalPrivacyControl", { value: true });`],
  ["is steered by a program", `Object.defineProperty(navigator, "webdriver", { value: true });`],
];
for (const [name, setting] of refusals) {
  test(`a browser that ${name} sends no report, nor a visit with a form`, async () => {
    const before = setting.includes("webdriver")
      ? person.replace(/.*webdriver.*\n/, setting)
      : person + setting;
    const page = await openPage({ before });
    await page.locator("#shop").click();
    expect(await reported(page)).toEqual([]);
    expect(await page.evaluate("new FormData(document.forms[0]).has('visit')")).toBe(false);
  });
}

test("on a page that isn't an artist's nothing is counted", async () => {
  const page = await openPage({ html: html.replace("counts-for", "else") });
  await page.locator("#shop").click();
  expect(await reported(page)).toEqual([]);
});

test("links that lead away are counted as the artist wrote them, and downloads; links within the site aren't", async () => {
  const page = await openPage();
  await reported(page);
  await page.locator("#page").click();
  await page.locator("#shop").click();
  await page.locator("#song").click();
  await page.locator("#shop").click({ button: "middle" });
  await page.locator("#shop").click({ button: "right" });
  expect(await reported(page)).toEqual([
    ["clicks", "https://shop.example/?a=1"],
    ["downloads", "/uploads/music/1/song.mp3"],
    ["clicks", "https://shop.example/?a=1"],
  ]);
});

test("a link with a title of its own is counted by its id", async () => {
  const page = await openPage();
  await reported(page);
  await page.locator("#vinyl").click();
  expect(await reported(page)).toEqual([["clicks", "link-1"]]);
});

test("a press that a script has taken over isn't counted before it comes again", async () => {
  const taken = `document.addEventListener("click", (event) => event.preventDefault());`;
  const page = await openPage({ run: `${taken} script.startCounting();` });
  await reported(page);
  await page.locator("#song").click();
  expect(await reported(page)).toEqual([]);
});

test("a form takes along where its visitor came from", async () => {
  const page = await openPage();
  const visit = await page.evaluate("new FormData(document.forms[0]).get('visit')");
  expect(JSON.parse(String(visit))).toEqual({ from: "", tag: "", touch: false });
});

/** A page with a player that is worked by hand: what is heard comes in steps of half a second, when it is told so. */
async function openPlayer() {
  const page = await openPage({
    before: `${person}
      window.setInterval = (look) => { window.look = look; };
      window.clearInterval = () => { window.look = undefined; };`,
    run: `
      const bar = document.getElementById("player");
      const seek = bar.querySelector("input");
      const show = (state, track, end) => {
        Object.assign(bar.dataset, { track, state });
        seek.max = end;
        bar.hidden = false;
      };
      const stop = () => {
        bar.hidden = true;
      };
      const hear = (from, to) => {
        for (let at = from; at <= to; at += 0.5) { seek.value = at; window.look?.(); }
      };
      script.startCounting();`,
  });
  await reported(page);
  return {
    play: (track: string, end = 48) => page.evaluate(`show("playing", "${track}", ${end})`),
    pause: (track: string, end = 48) => page.evaluate(`show("paused", "${track}", ${end})`),
    stop: () => page.evaluate("stop()"),
    hear: (from: number, to: number) => page.evaluate(`hear(${from}, ${to})`),
    leave: () =>
      page.evaluate(`
        Object.defineProperty(document, "visibilityState", { value: "hidden", configurable: true });
        document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));`),
    said: () => reported(page),
  };
}

/** Of a track of 48 seconds, each second is a part. */
const parts = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at);

test("a play counts once five seconds were played, and the played parts are reported at a pause", async () => {
  const { play, pause, hear, said } = await openPlayer();
  await play("track-1");
  await hear(0, 4.5);
  expect(await said()).toEqual([]);
  await hear(5, 9.5);
  expect(await said()).toEqual([["plays", "track-1"]]);
  await pause("track-1");
  expect(await said()).toEqual([["heard", "track-1", parts(0, 9)]]);
  await play("track-1");
  await hear(9.5, 11);
  await pause("track-1");
  expect(await said()).toEqual([["heard", "track-1", [10, 11]]]);
});

test("a short track's play counts after half of it", async () => {
  const { play, hear, said } = await openPlayer();
  await play("track-1", 6);
  await hear(0, 2.5);
  expect(await said()).toEqual([]);
  await hear(3, 3);
  expect(await said()).toEqual([["plays", "track-1"]]);
});

test("moving within a track is no listening", async () => {
  const { play, pause, hear, said } = await openPlayer();
  await play("track-1");
  await hear(0, 2);
  await hear(30, 32);
  expect(await said()).toEqual([]);
  await hear(32, 34);
  await pause("track-1");
  expect(await said()).toEqual([
    ["plays", "track-1"],
    ["heard", "track-1", [...parts(0, 2), ...parts(30, 34)]],
  ]);
});

test("each track is counted by itself, and once more when it begins again", async () => {
  const { play, hear, said } = await openPlayer();
  await play("track-1");
  await hear(0, 6);
  await play("track-2");
  await hear(0, 6);
  expect(await said()).toEqual([
    ["plays", "track-1"],
    ["heard", "track-1", parts(0, 6)],
    ["plays", "track-2"],
  ]);
  await hear(6, 48);
  await hear(0, 6);
  expect(await said()).toEqual([
    ["heard", "track-2", parts(0, 47)],
    ["plays", "track-2"],
  ]);
});

test("a finished track was played to its end, a stopped one as far as it came", async () => {
  const { play, stop, hear, said } = await openPlayer();
  await play("track-1");
  await hear(40, 47.5);
  await stop();
  expect(await said()).toEqual([
    ["plays", "track-1"],
    ["heard", "track-1", parts(40, 47)],
  ]);
  await play("track-1");
  await hear(0, 6);
  await stop();
  expect(await said()).toEqual([
    ["plays", "track-1"],
    ["heard", "track-1", parts(0, 6)],
  ]);
});

test("a visitor who leaves the page during a track is counted so far", async () => {
  const { play, hear, leave, said } = await openPlayer();
  await play("track-1");
  await hear(0, 7);
  await said();
  await leave();
  expect(await said()).toEqual([["heard", "track-1", parts(0, 7)]]);
});
