import { onEachPage } from "~/shared/page-change";
import { counterPath } from "~/shared/server-paths";
import { playSeconds, trackParts, visitField } from "./kinds.ts";
import type { Report } from "./schema.ts";

declare global {
  interface Navigator {
    readonly globalPrivacyControl?: boolean;
  }
}

type Happened = Report["events"][number];

/**
 * How often the player's position is read while it plays, and the longest step that counts as listening, not seeking.
 */
const lookEveryMs = 500;
const longestStepSeconds = 2.5;

/**
 * Reports a visit to the artist of the page: that each page was seen, what is played and how far, downloaded,
 * and followed. Sends nothing for visitors who ask not to be tracked, and for automated browsers. Sets no cookie
 * and stores nothing.
 * @param source where all its visitors come from; else as their address or their browser says
 */
export function startCounting(source?: string): void {
  const page = document.querySelector<HTMLMetaElement>("meta[name='handbill:counts-for']");
  const artist = page?.content;
  const { doNotTrack, globalPrivacyControl, webdriver } = navigator;
  if (!artist || doNotTrack === "1" || globalPrivacyControl || webdriver) return;

  const visit = { from: "", tag: "", touch: navigator.maxTouchPoints > 1 };
  let isListening = false;
  let before = document.referrer;
  const report = (...event: Happened) => {
    const sentReport: Report = { artist, link: page.dataset.link, ...visit, events: [event] };
    navigator.sendBeacon(counterPath, JSON.stringify(sentReport));
  };

  // A page in a tab that is never looked at was not viewed.
  const view = () => {
    if (document.visibilityState !== "visible") return;
    document.removeEventListener("visibilitychange", view);
    report("views");
  };
  onEachPage(() => {
    visit.from = before.slice(0, 2048);
    visit.tag = (source ?? new URLSearchParams(location.search).get("utm_source") ?? "").slice(0, 200);
    before = location.href;
    document.addEventListener("visibilitychange", view);
    view();
    if (!isListening) isListening = countListening(report);
  });
  countLinks(report);
  // A form's event is counted where the form arrives.
  addEventListener("formdata", ({ formData }) => formData.set(visitField, JSON.stringify(visit)));
}

function countLinks(report: (...event: Happened) => void): void {
  const count = (event: Event) => {
    // An event that a script has taken over comes again afterwards.
    if (event.defaultPrevented) return;
    const link = event.target instanceof Element ? event.target.closest<HTMLElement>("a[href]") : null;
    // As the artist wrote it.
    const address = link?.getAttribute("href") ?? "";
    if (address.length > 2048) return;
    if (/^https?:/.test(address)) report("clicks", link?.dataset.link ?? address);
    else if (link?.hasAttribute("download") && address.startsWith("/uploads/")) report("downloads", address);
  };
  addEventListener("click", count);
  // The middle button opens a link in a tab of its own.
  addEventListener("auxclick", (event) => event.button === 1 && count(event));
}

interface Play {
  track: string;
  /** The position at the last look, and the seconds that were played in all. */
  at: number;
  seconds: number;
  isCounted: boolean;
  /** The parts that were played, and those of them that were not reported yet. */
  heard: Set<number>;
  unsaid: Set<number>;
}

/** Observes the player from outside: its track, and its position. @returns false while there is none */
function countListening(report: (...event: Happened) => void): boolean {
  const bar = document.getElementById("player");
  const timeline = bar?.querySelector<HTMLInputElement>(".player-seek");
  if (!bar || !timeline) return false;
  let play: Play | undefined;
  let timer = 0;

  function look(): void {
    const { track, state } = bar?.dataset ?? {};
    const [at, end] = [Number(timeline?.value), Number(timeline?.max)];
    if (!track || state !== "playing" || !end) return;
    const begins = play?.track !== track || (at < longestStepSeconds && play.at > end - longestStepSeconds);
    if (begins) {
      finish(track === play?.track ? end : 0);
      play = {
        track,
        at: Math.min(at, lookEveryMs / 1000),
        seconds: 0,
        isCounted: false,
        heard: new Set(),
        unsaid: new Set(),
      };
    }
    if (play) hear(play, at, end);
  }

  function hear(current: Play, at: number, end: number): void {
    const step = at - current.at;
    if (step > 0 && step < longestStepSeconds) {
      current.seconds += step;
      const last = Math.min(trackParts - 1, Math.floor((at / end) * trackParts));
      for (let part = Math.floor((current.at / end) * trackParts); part <= last; part++) {
        if (!current.heard.has(part)) current.unsaid.add(part);
        current.heard.add(part);
      }
    }
    current.at = at;
    if (!current.isCounted && current.seconds >= Math.min(playSeconds, end / 2)) {
      current.isCounted = true;
      report("plays", current.track);
    }
  }

  function reportListening(): void {
    if (!play?.isCounted || play.unsaid.size === 0) return;
    report("heard", play.track, [...play.unsaid]);
    play.unsaid.clear();
  }

  /** @param end where the track ends, if it has got there */
  function finish(end: number): void {
    if (play && end) hear(play, end, end);
    reportListening();
    play = undefined;
  }

  new MutationObserver(() => {
    clearInterval(timer);
    if (bar.hidden) {
      const end = Number(timeline.max);
      finish(play && end - play.at < longestStepSeconds / 2 ? end : 0);
    } else if (bar.dataset.state === "playing") timer = window.setInterval(look, lookEveryMs);
    else if (bar.dataset.state === "paused") reportListening();
  }).observe(bar, { attributeFilter: ["hidden", "data-state"] });
  addEventListener(
    "visibilitychange",
    () => document.visibilityState === "hidden" && reportListening(),
    true,
  );
  if (bar.dataset.state === "playing") timer = window.setInterval(look, lookEveryMs);
  return true;
}
