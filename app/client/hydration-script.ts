import { hydratedAttribute } from "~/shared/hydrated";
import { replayChanges, replayPresses } from "./replay.ts";

// What a document of React's runs at once, as text within the page: what is pressed and filled in until React has taken
// it over isn't lost. Links lead by themselves, and a file is chosen by the browser.

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

replayPresses("form,button,[type=submit]", () => hydrated);
replayChanges(hydrated);
