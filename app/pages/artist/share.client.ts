import { showToast } from "~/public-ui/public-toasts.client";
import { t } from "~/shared/t";

const confirmationMs = 2_000;

/** Share, copy link and the contact card. [1 §8 Public toasts] The button has the texts. */
export function startSharing(): void {
  document.addEventListener("click", (event) => {
    const button =
      event.target instanceof Element ? event.target.closest<HTMLElement>("[data-header-action]") : null;
    if (!button) return;
    const { headerAction, title = "", text = "" } = button.dataset;
    if (headerAction === "share") share({ title, text, url: addressOf(button) }, button);
    if (headerAction === "copy") copy(addressOf(button), button);
    if (headerAction === "contact") showToast("success", t("Contact card downloaded!"));
  });
}

/** Of the page, or of the track: with the second that it has reached, while it is on. */
function addressOf({ dataset: { path, track } }: HTMLElement): string {
  const canonical = document.querySelector<HTMLLinkElement>("link[rel=canonical]")?.href ?? location.href;
  const url = new URL(path ?? canonical, canonical);
  const bar = document.querySelector<HTMLElement>("#player:not([hidden])");
  const second = Math.floor(bar?.querySelector<HTMLInputElement>("[data-seek]")?.valueAsNumber ?? 0);
  if (track && track === bar?.dataset.track && second) url.searchParams.set("t", `${second}`);
  return url.href;
}

async function share(shared: ShareData & { url: string }, button: HTMLElement): Promise<void> {
  if (!("share" in navigator)) return copy(shared.url, button);
  try {
    await navigator.share(shared);
    showToast("success", button.dataset.shared ?? "");
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") return;
    await copy(shared.url, button);
  }
}

/** The button, if it is for that, says for two seconds that it is done. */
async function copy(url: string, button: HTMLElement): Promise<void> {
  try {
    await navigator.clipboard.writeText(url);
  } catch {
    showToast("error", t("Failed to copy link"));
    return;
  }
  showToast("success", button.dataset.copied ?? "");
  button.dataset.done = "";
  setTimeout(() => delete button.dataset.done, confirmationMs);
}
