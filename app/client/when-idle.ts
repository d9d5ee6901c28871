/** Long enough for the page's own pictures and fonts to be on their way. */
const idleAfterMs = 2_000;

/** Calls it once the page is loaded and the browser has nothing better to do. */
export function whenIdle(work: () => void): void {
  const wait = () => {
    if ("requestIdleCallback" in window) requestIdleCallback(work, { timeout: idleAfterMs });
    else setTimeout(work, idleAfterMs);
  };
  if (document.readyState === "complete") wait();
  else addEventListener("load", wait);
}
