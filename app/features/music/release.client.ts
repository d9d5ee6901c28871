import { onEachPage } from "~/shared/page-change";
import { t } from "~/shared/t";

/** A page that waits for its release asks so often, and so long apart that thousands don't ask at once. */
const spreadMs = 5_000;
const patienceMs = 10_000;
/** Timers take no more than some weeks. */
const longestMs = 86_400_000;

/** Where the browser keeps which service its visitor has chosen; the page's first script reads it too. */
const serviceKey = "handbill:service";

/** The service links remember what was chosen, and a page that announces a release changes when that is out. */
export function startReleases(): void {
  const remember = ({ target, button }: MouseEvent) => {
    const link = target instanceof Element ? target.closest<HTMLElement>("[data-service]") : null;
    if (!link || button > 1) return;
    try {
      localStorage.setItem(serviceKey, link.dataset.service ?? "");
    } catch {
      // A browser may keep nothing.
    }
  };
  addEventListener("click", remember);
  addEventListener("auxclick", remember);
  let timer = 0;
  onEachPage(() => {
    try {
      document.documentElement.dataset.chosen = localStorage.getItem(serviceKey) ?? "";
    } catch {
      // As above.
    }
    clearTimeout(timer);
    const day = document.querySelector<HTMLElement>("[data-until]");
    if (day)
      waitFor(day, (then, afterMs) => {
        timer = window.setTimeout(then, afterMs);
      });
  });
}

/** Counts the time to the release, and has the page change when it is out. */
function waitFor(day: HTMLElement, after: (then: () => void, ms: number) => void): void {
  const { until = "" } = day.dataset;
  const countdown = day.querySelector("[data-countdown]");
  /** How much the server's clock is ahead of the visitor's. */
  let ahead = 0;

  function count(): void {
    const left = Date.parse(until) - ahead - Date.now();
    if (countdown) countdown.textContent = left > 0 ? leftInWords(left) : t("Any moment now");
    if (left > 0) after(count, Math.min(countdown ? left % 1000 || 1000 : left, longestMs));
    else after(look, Math.random() * spreadMs);
  }

  async function look(): Promise<void> {
    try {
      const answer = await fetch(location.pathname, { signal: AbortSignal.timeout(patienceMs) });
      const isSame = (await answer.text()).includes(until);
      // Not a reload: another page of the artist takes this one's place without ending the music.
      if (answer.ok && !isSame && day.isConnected) return location.replace(location.pathname);
      ahead = Date.parse(answer.headers.get("Date") ?? "") - Date.now() || 0;
    } catch {
      // There is no network at the moment.
    }
    after(count, spreadMs);
  }

  count();
}

/** 5 h 07 min 09 s */
export function leftInWords(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  const two = (value: number) => String(Math.floor(value) % 60).padStart(2, "0");
  return t("{hours} h {minutes} min {seconds} s", {
    ...{ hours: Math.floor(seconds / 3600), minutes: two(seconds / 60), seconds: two(seconds) },
  });
}
