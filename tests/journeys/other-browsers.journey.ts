import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { makeMusician } from "../factories/accounts.ts";
import { makeComment } from "../factories/audience.ts";
import { makeEvent, makeRelease, makeReleaseTrack } from "../factories/page.ts";
import { newAccount, upload } from "../harness/account.ts";
import { desktop } from "../harness/browser.ts";
import type { DrivenBrowser } from "../harness/driven-browser.ts";
import { firefox } from "../harness/firefox.ts";
import { freePort, openDatabaseOf, startHandbill } from "../harness/handbill.ts";
import { password } from "../harness/settings.ts";
import { openWatchingProxy } from "../harness/watching-proxy.ts";
import { silence } from "../harness/wave.ts";
import { webkit } from "../harness/webkit.ts";

// What must hold in each engine, in those that Playwright can't drive as they are installed: the music, the way from page to
// page, a form and a tool. Everything else is shown in Chromium by the other journeys.

declare global {
  interface Window {
    watched: {
      /** Each sound that has begun. */
      heard: { title: string | undefined; sounding: number; isHidden: boolean }[];
      ended: number;
      pauses: number;
      /** How often this document has reported something to the server's counter. */
      reports: number;
      sounds: HTMLAudioElement[];
      /** What the page does at the system's own controls. */
      mediaKeys: Partial<Record<MediaSessionAction, MediaSessionActionHandler | null>>;
    };
  }
}

/** Runs in each page before its own scripts. */
function watch(report: (problem: string) => void): void {
  window.watched = { heard: [], ended: 0, pauses: 0, reports: 0, sounds: [], mediaKeys: {} };
  const { watched } = window;
  window.Audio = class extends Audio {
    constructor() {
      super();
      watched.sounds.push(this);
      this.addEventListener("pause", () => watched.pauses++);
      this.addEventListener("ended", () => watched.ended++);
      this.addEventListener("playing", () => {
        const title = navigator.mediaSession.metadata?.title;
        const sounding = watched.sounds.filter(({ paused }) => !paused).length;
        // A sound that waited for its file begins again.
        if (watched.heard.at(-1)?.title === title) return;
        watched.heard.push({ title, sounding, isHidden: document.hidden });
      });
    }
  };
  // As a browser that a person steers: its visits are counted.
  Object.defineProperty(Navigator.prototype, "webdriver", { get: () => false });
  const { sendBeacon } = Navigator.prototype;
  Navigator.prototype.sendBeacon = function (path, data) {
    if (path === "/count") watched.reports++;
    return sendBeacon.call(this, path, data);
  };
  const { setActionHandler } = MediaSession.prototype;
  MediaSession.prototype.setActionHandler = function (action, handler) {
    setActionHandler.call(this, action, handler);
    watched.mediaKeys[action] = handler;
  };
  addEventListener("error", ({ error, message }) => report(`${message} ${error?.stack}`));
  addEventListener("unhandledrejection", ({ reason }) => report(`Unhandled: ${reason} ${reason?.stack}`));
  addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) =>
    report(`Refused: ${violatedDirective} ${blockedURI}`),
  );
  console.error = (...told: unknown[]) => report(told.join(" "));
}

const engines = [firefox, webkit];

const opened = new AsyncDisposableStack();
afterAll(() => opened.disposeAsync());
const [port, serverPort] = await Promise.all([freePort(), freePort()]);
const proxy = opened.use(await openWatchingProxy(watch, port, serverPort));
const handbill = opened.use(
  await startHandbill({ PORT: String(serverPort), ORIGIN: `http://localhost:${port}` }),
);
const db = opened.adopt(await openDatabaseOf(handbill), (database) => database.close());
const artist = `${handbill.origin}/artist/nova`;

/** What takes a second on a free machine may take half a minute on a busy one. */
const patience = { timeout: 45_000, interval: 50 };

/** What is pressed while a track plays must find it playing on any machine: so only those that nothing is pressed in are short. */
const seconds = { "Long Way": 240, "First Light": 60, "Second Wind": 2, "Third Rail": 2 };
const onAlbum = ["First Light", "Second Wind", "Third Rail"];
beforeAll(async () => {
  const account = await newAccount(handbill, db, "nova@example.org");
  const user_id = account.id;
  await makeMusician(db, { user_id, custom_url: "nova", artist_name: "Nova" });
  await makeEvent(db, { user_id, title: "Autumn tour" });
  await makeComment(db, { musician_id: user_id, content: "What a night!" });
  for (const [title, length] of Object.entries(seconds)) {
    const about = { kind: "track", name: `${title}.wav`, type: "audio/wav" };
    const { status, text } = await upload(handbill, account, about, silence(length));
    expect(status, text).toBe(200);
  }
  const tracks = () =>
    db
      .asSystem()
      .read((tx) => tx.selectFrom("music_tracks").selectAll().where("user_id", "=", user_id).execute());
  const releases = { "Night Bus": onAlbum, "Slow Train": ["First Light", "Long Way"] };
  for (const [title, titles] of Object.entries(releases)) {
    const slug = title.toLowerCase().replace(" ", "-");
    const release = await makeRelease(db, { user_id, title, slug, kind: "album" });
    for (const each of titles) {
      const track = (await tracks()).find(({ title }) => title === each);
      await makeReleaseTrack(db, release, track?.id ?? "");
    }
  }
  // What plays is what everybody hears: the lighter copies.
  await vi.waitUntil(async () => (await tracks()).every(({ playback_url }) => playback_url), {
    timeout: 180_000,
    interval: 100,
  });
});

for (const { name, isHere, open } of engines)
  describe(name, () => {
    const isInstalled = isHere();
    if (!isInstalled) process.stdout.write(`${name} isn't installed here: nothing is shown of it.\n`);
    let browser: DrivenBrowser;
    beforeAll(async () => {
      if (isInstalled) browser = opened.use(await open());
    });

    afterEach(() => {
      expect(proxy.takeProblems()).toEqual([]);
    });

    /** Presses what has this name and lies on top, as soon as there is such an element and it stands still. */
    async function press(selector: string, name: string): Promise<void> {
      let before: Place | null = null;
      const place = await vi.waitUntil(async () => {
        const now: Place | null = await browser.run(placeOf, { selector, name });
        const stands = now?.x === before?.x && now?.y === before?.y;
        before = now;
        return stands && now;
      }, patience);
      const at = { type: "pointerMove", x: Math.round(place.x), y: Math.round(place.y) };
      await browser.act({
        type: "pointer",
        id: "mouse",
        actions: [at, { type: "pointerDown", button: 0 }, { type: "pointerUp", button: 0 }],
      });
    }

    async function type(label: string, text: string): Promise<void> {
      await press("label", label);
      const actions = [...text].flatMap((value) => [
        { type: "keyDown", value },
        { type: "keyUp", value },
      ]);
      await browser.act({ type: "key", id: "keyboard", actions });
    }

    const heading = () => browser.run(() => document.querySelector("h1")?.textContent);
    const text = () => browser.run(() => document.querySelector("main")?.innerText);
    const expectHeading = (name: string) => expect.poll(heading, patience).toBe(name);
    const player = () =>
      browser.run(() => {
        const bar = document.querySelector<HTMLElement>("#player");
        return {
          isShown: bar?.checkVisibility() ?? false,
          state: bar?.dataset.state,
          title: bar?.querySelector(".player-title")?.textContent,
          at: Number(bar?.querySelector<HTMLInputElement>("[data-seek]")?.value),
        };
      });
    const expectState = (state: string) =>
      expect.poll(async () => (await player()).state, patience).toBe(state);
    const watched = () =>
      browser.run(() => {
        const { heard, ended, pauses, sounds } = window.watched;
        return { heard, ended, pauses, sounding: sounds.filter(({ paused }) => !paused).length };
      });
    const use = (action: MediaSessionAction, seekTime?: number) =>
      browser.run(
        ({ action, seekTime }) =>
          window.watched.mediaKeys[action]?.({ action, ...(seekTime !== undefined && { seekTime }) }),
        { action, seekTime },
      );

    test.runIf(isInstalled)("an album is heard through by itself while nobody looks", async () => {
      await browser.resize(desktop);
      await browser.open(`${artist}/music/night-bus`);
      await press("button", "Play Night Bus");
      await expectState("playing");
      await browser.hide();
      await use("seekto", seconds["First Light"] - 2);
      await expect.poll(async () => (await watched()).ended, patience).toBe(3);
      const { heard } = await watched();
      expect(heard.map(({ title }) => title)).toEqual(onAlbum);
      expect(heard.map(({ sounding }) => sounding)).toEqual([1, 1, 1]);
      expect(heard.map(({ isHidden }) => isHidden).slice(1)).toEqual([true, true]);
      const session = await browser.run(() => {
        const { playbackState, metadata } = navigator.mediaSession;
        return { playbackState, metadata };
      });
      expect(session).toEqual({ playbackState: "none", metadata: null });
      await browser.show();
      expect((await player()).isShown).toBe(false);
    });

    test.runIf(isInstalled)("the system's own controls work the player", async () => {
      await browser.open(`${artist}/music/slow-train`);
      await press("button", "Play Slow Train");
      await expectState("playing");
      await use("pause");
      await expectState("paused");
      await use("nexttrack");
      await expectState("playing");
      expect((await player()).title).toBe("Long Way");
      await use("previoustrack");
      await expect.poll(async () => (await player()).title, patience).toBe("First Light");
      await use("stop");
      await expect.poll(async () => (await player()).isShown, patience).toBe(false);
      expect((await watched()).sounding).toBe(0);
    });

    test.runIf(isInstalled)("the music goes on over six pages, or waits on each where it was", async () => {
      await browser.open(artist);
      // The script that reports the view takes navigations over as well.
      await expect.poll(() => browser.run(() => window.watched.reports), patience).toBeGreaterThan(0);
      await press("button", "Play Long Way");
      await expectState("playing");
      const exchanges = await browser.run(() => "navigation" in window);
      const documentOf = () => browser.run(() => performance.timeOrigin);
      const first = await documentOf();
      let reached = 0;
      const expectPage = async (name: string, path: string) => {
        await expectHeading(name);
        expect(await browser.run(() => location.href)).toBe(artist + path);
        expect((await documentOf()) === first).toBe(exchanges);
        if (!exchanges) {
          await expectState("paused");
          expect((await watched()).sounding).toBe(0);
          await press("#player button", "Play");
        }
        await expectState("playing");
        await expect.poll(async () => (await player()).at, patience).toBeGreaterThan(reached);
        reached = (await player()).at;
        expect((await player()).title).toBe("Long Way");
        const { pauses, sounding } = await watched();
        expect({ pauses, sounding }).toEqual({ pauses: 0, sounding: 1 });
      };
      await press("#events a", "Calendar and past events");
      await expectPage("Events", "/events");
      await browser.run(() => location.assign("/artist/nova/comments"));
      await expectPage("Comments", "/comments");
      await browser.run(() => location.assign("/artist/nova/tracks/long-way"));
      await expectPage("Long Way", "/tracks/long-way");
      await browser.run(() => location.assign("/artist/nova/music/night-bus"));
      await expectPage("Night Bus", "/music/night-bus");
      await browser.step(-1);
      await expectPage("Long Way", "/tracks/long-way");
      await browser.step(1);
      await expectPage("Night Bus", "/music/night-bus");
    });

    test.runIf(isInstalled)("a fan sends a comment, and the artist answers it in the dashboard", async () => {
      await browser.open(`${artist}/comments`);
      const said = `Heard in ${name}.`;
      await type("Your name", `A fan with ${name}`);
      await type("Your comment", said);
      await press("button", "Post comment");
      await expect.poll(text, patience).toContain(said);
      await browser.open(`${handbill.origin}/signin`);
      await type("Email", "nova@example.org");
      await type("Password", password);
      await press("button", "Sign In");
      await expectHeading("Welcome back, Nova!");
      // A link that is pressed before loads a document, and cuts off what the dashboard's script is fetching.
      await expect
        .poll(
          () =>
            browser.run(() => {
              const links = [...document.querySelectorAll("main a")];
              const link = links.find(({ textContent }) => textContent.trim() === "Fan Comments");
              // The home's panels are React's later than the rest of the screen.
              const isHydrated = document.documentElement.hasAttribute("data-hydrated");
              return isHydrated && link?.closest("[data-late]") === null;
            }),
          patience,
        )
        .toBe(true);
      // By keyboard: the home's parts may still find their places.
      await browser.run(() => {
        const links = [...document.querySelectorAll<HTMLElement>("main a")];
        links.find(({ textContent }) => textContent.trim() === "Fan Comments")?.focus();
      });
      const enter = "\uE007";
      await browser.act({
        type: "key",
        id: "keyboard",
        actions: [
          { type: "keyDown", value: enter },
          { type: "keyUp", value: enter },
        ],
      });
      await expectHeading("Fan Comments");
      await press("main button", `Answer the comment by A fan with ${name}`);
      await type("Your answer", `Thank you, ${name}.`);
      await press("dialog button", "Save answer");
      await expect.poll(text, patience).toContain(`Thank you, ${name}.`);
    });
  });

interface Place {
  x: number;
  y: number;
}

/** The middle of what has this name, in the window, once nothing moves it and nothing lies over it. */
function placeOf({ selector, name }: { selector: string; name: string }): Place | null {
  const isMoving = (element: Element) =>
    document
      .getAnimations()
      .some(
        ({ effect, playState }) =>
          playState === "running" && effect instanceof KeyframeEffect && effect.target?.contains(element),
      );
  for (const element of document.querySelectorAll(selector)) {
    if ((element.ariaLabel ?? element.textContent).trim() !== name || !element.checkVisibility()) continue;
    element.scrollIntoView({ block: "center", behavior: "instant" });
    const { left, top, width, height } = element.getBoundingClientRect();
    const [x, y] = [left + width / 2, top + height / 2];
    if (!isMoving(element) && element.contains(document.elementFromPoint(x, y))) return { x, y };
  }
  return null;
}
