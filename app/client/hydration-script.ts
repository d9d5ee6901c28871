import { hydratedAttribute, lateAttribute } from "~/shared/hydrated";
import { keepDroppedFiles, replayChanges, replayPresses, replaySend } from "./replay.ts";

declare global {
  interface Window {
    __zod_globalConfig: { jitless: boolean };
  }
}

// What a document of React's runs at once, as text within the page: what is pressed and filled in until React has taken
// it over isn't lost, nor is a file that is dropped. Links lead by themselves, and a file is chosen by the browser.

// Schemas would try whether they may make code of text, which our Content-Security-Policy forbids and browsers report. Zod
// looks here for its settings, so that no first screen has to load it for this alone.
window.__zod_globalConfig = { jitless: true };

const html = document.documentElement;
const hydrated = new Promise<void>((resolve) => {
  const look = () => html.hasAttribute(hydratedAttribute) && resolve();
  new MutationObserver(look).observe(html, { attributeFilter: [hydratedAttribute] });
  look();
  // React that can't be had: then a press does what it does without any script.
  const isScript = ({ target }: Event) => target instanceof HTMLScriptElement;
  addEventListener("error", (event) => isScript(event) && resolve(), true);
  addEventListener("unhandledrejection", () => resolve());
});

// In a task of its own, which a clock that stands still doesn't hold up: what one press changes is drawn before the next.
const ownTask = () =>
  new Promise<void>((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => resolve();
    port2.postMessage(0);
  });

/** Settles when the parts whose code comes later are React's too. */
const untilComplete = () =>
  new Promise<void>((resolve) => {
    const look = () => document.querySelector(`[${lateAttribute}]`) ?? resolve();
    new MutationObserver(look).observe(html, { attributeFilter: [lateAttribute], subtree: true });
    look();
  });

let wait = () => hydrated.then(ownTask);
const settle = replayPresses("form,button,[type=submit]", () => wait());
// What is pressed from now on isn't held.
hydrated.then(() => {
  wait = () => hydrated;
  replayPresses(`[${lateAttribute}] :is(form,button)`, untilComplete);
  return settle();
});
replayChanges(hydrated);
replaySend(hydrated.then(ownTask));
keepDroppedFiles(hydrated);
