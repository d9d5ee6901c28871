/** Long enough for the page's own pictures and fonts to be on their way. */
const idleAfterMs = 2_000;

/**
 * Loads the extras when the browser has nothing better to do, or at the first touch of something that needs them
 * (`data-late`). Such a press is held meanwhile and repeated once they are there; should they never come, the link
 * leads and the form posts as without any script.
 */
export function holdUntilLoaded(loadExtras: () => Promise<unknown>): void {
  let loading: Promise<void> | undefined;
  let settled = false;
  const load = () => {
    loading ??= loadExtras().then(
      () => {
        settled = true;
      },
      () => {
        settled = true;
      },
    );
    return loading;
  };

  const held = (event: Event) => {
    const late = event.target instanceof Element ? event.target.closest("[data-late]") : null;
    return late instanceof HTMLElement && !settled ? late : null;
  };
  addEventListener(
    "click",
    (event) => {
      const element = held(event);
      const opensElsewhere = event.ctrlKey || event.metaKey || event.shiftKey;
      if (!element || element instanceof HTMLFormElement || opensElsewhere) return;
      event.preventDefault();
      event.stopPropagation();
      load().then(() => element.click());
    },
    true,
  );
  addEventListener(
    "submit",
    (event) => {
      const form = held(event);
      if (!(form instanceof HTMLFormElement)) return;
      event.preventDefault();
      event.stopPropagation();
      load().then(() => form.requestSubmit(event.submitter));
    },
    true,
  );
  for (const touch of ["pointerdown", "focusin"]) {
    addEventListener(touch, (event) => held(event) && load(), { capture: true, passive: true });
  }

  const whenIdle = () => {
    if ("requestIdleCallback" in window) requestIdleCallback(load, { timeout: idleAfterMs });
    else setTimeout(load, idleAfterMs);
  };
  if (document.readyState === "complete") whenIdle();
  else addEventListener("load", whenIdle, { once: true });
}
