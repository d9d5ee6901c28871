import { isProtected } from "~/shared/protected-paths";
import { t } from "~/shared/t";

// The screen that says what is on its way, once that takes longer than a blink. [1 §2]

/** Shows it while another document of ours comes in the place of this one. */
export function showWaiting(path: string): void {
  const screen = document.querySelector<HTMLElement>("#waiting");
  const text = screen?.querySelector("p");
  const what = textFor(path);
  if (!screen || !text || !what) return;
  text.textContent = what;
  screen.hidden = false;
}

/** Shows it after a press on a link, until the page is there or is back again. */
export function startWaiting(): void {
  addEventListener("pageshow", () => {
    document.querySelector("#waiting")?.toggleAttribute("hidden", true);
  });
  document.addEventListener("click", ({ target, defaultPrevented, ctrlKey, metaKey, shiftKey }) => {
    const link = target instanceof Element ? target.closest("a") : null;
    if (!link || link.target || defaultPrevented || ctrlKey || metaKey || shiftKey) return;
    if (link.origin === location.origin && !link.hasAttribute("download")) showWaiting(link.pathname);
  });
}

function textFor(path: string): string | undefined {
  if (path === "/sample-bio") return t("Loading sample bio...");
  if (path.startsWith("/artist/")) return t("Loading artist profile...");
  return isProtected(path) ? t("Loading your account...") : undefined;
}
