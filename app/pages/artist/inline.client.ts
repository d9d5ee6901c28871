import { replayPresses } from "~/client/replay";
import { startPlayer } from "~/features/music/public.client";

// The script of a public document that runs at once, as text within the page: it answers the first touch. Everything
// else is in deferred.client.ts.

declare const __DEFERRED_SCRIPT__: string;

/** Long enough for the page's own pictures and fonts to be on their way. */
const idleAfterMs = 2_000;

startPlayer();

// The deferred script is loaded when the browser has nothing better to do, or at the first touch of an element that
// needs it (`data-deferred`), whose press is held meanwhile.
const load = replayPresses("[data-deferred]", () => import(/* @vite-ignore */ __DEFERRED_SCRIPT__));
addEventListener("load", () => {
  if ("requestIdleCallback" in window) requestIdleCallback(load, { timeout: idleAfterMs });
  else setTimeout(load, idleAfterMs);
});
