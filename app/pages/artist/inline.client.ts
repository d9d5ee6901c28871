import { replayPresses } from "~/client/replay";
import { speakDocumentsLanguage } from "~/client/translation";
import { whenIdle } from "~/client/when-idle";
import { startPlayer } from "~/features/music/public.client";

// The script of a public document that runs at once, as text within the page: it answers the first touch. Everything
// else is in deferred.client.ts.

declare const __DEFERRED_SCRIPT__: string;

speakDocumentsLanguage();
startPlayer();

// The deferred script is loaded when the browser has nothing better to do, or at the first touch of an element that
// needs it (`data-deferred`), whose press is held meanwhile.
const load = replayPresses("[data-deferred]", () => import(/* @vite-ignore */ __DEFERRED_SCRIPT__));
whenIdle(load);
