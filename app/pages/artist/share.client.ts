import { showToast } from "~/public-ui/public-toasts.client";

const confirmationMs = 2_000;

/** Share, copy link and the contact card, in the header. [1 §8 Public toasts] */
export function startSharing(): void {
  document.addEventListener("click", (event) => {
    const button =
      event.target instanceof Element ? event.target.closest<HTMLElement>("[data-header-action]") : null;
    if (!button) return;
    const address = document.querySelector<HTMLLinkElement>("link[rel=canonical]")?.href ?? location.href;
    const { headerAction, artist = "" } = button.dataset;
    if (headerAction === "share") share(address, artist);
    if (headerAction === "copy") copy(address, button);
    if (headerAction === "contact") showToast("success", "Contact card downloaded!");
  });
}

async function share(url: string, artist: string): Promise<void> {
  if (!("share" in navigator)) return copy(url);
  try {
    await navigator.share({ title: artist, text: `Check out ${artist}'s music`, url });
    showToast("success", "Profile shared successfully!");
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") return;
    await copy(url);
  }
}

/** The button, if there is one, says for two seconds that it is done. */
async function copy(url: string, button?: HTMLElement): Promise<void> {
  try {
    await navigator.clipboard.writeText(url);
  } catch {
    showToast("error", "Failed to copy link");
    return;
  }
  showToast("success", "Profile link copied to clipboard!");
  if (!button) return;
  button.dataset.done = "";
  setTimeout(() => delete button.dataset.done, confirmationMs);
}
