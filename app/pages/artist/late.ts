import { replayPresses } from "~/client/replay";

/** Long enough for the page's own pictures and fonts to be on their way. */
const idleAfterMs = 2_000;

/**
 * Loads the extras when the browser has nothing better to do, or at the first touch of something that needs them
 * (`data-late`), whose press is held meanwhile.
 */
export function holdUntilLoaded(loadExtras: () => Promise<unknown>): void {
  const load = replayPresses("[data-late]", loadExtras);
  addEventListener("load", () => {
    if ("requestIdleCallback" in window) requestIdleCallback(load, { timeout: idleAfterMs });
    else setTimeout(load, idleAfterMs);
  });
}
