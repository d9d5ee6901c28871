import { isOffline, offlineText } from "~/shared/connection";
import { t } from "~/shared/t";
import { showToast, type ToastType } from "./public-toasts.client.ts";

// Forms that are sent without leaving the page. The server answers them as it does without a script, with the page
// again; of that answer, the form's own part replaces the current one.

/** As long as a phone at the edge of its network may take. */
const patienceMs = 20_000;

/** @param swapped called with each new part, to bring it up to date */
export function startForms(swapped: (part: Element) => void): void {
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (!(form instanceof HTMLFormElement) || form.dataset.failure === undefined) return;
    event.preventDefault();
    if (form.ariaBusy !== "true") send(form, swapped);
  });
  onFollow("a[data-swap-link]", async (link) => {
    const page = await fetchPage(link.href);
    const part = swap(link, page);
    if (!part) throw new Error("The page has no such part.");
    swapped(part);
    part.querySelector<HTMLElement>("input:not([type=hidden])")?.focus();
  });
}

/** Does something else where a link would lead away. Should that fail, the link leads there. */
export function onFollow(selector: string, follow: (link: HTMLAnchorElement) => Promise<void>): void {
  document.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>(selector) : null;
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    if (link.ariaBusy === "true") return;
    link.ariaBusy = "true";
    follow(link).catch(() => location.assign(link.href));
  });
}

/**
 * A page of ours, parsed and not run.
 * @throws when no answer comes in time, or none that was meant for a visitor
 */
export async function fetchPage(address: string, form?: URLSearchParams): Promise<Document> {
  const signal = AbortSignal.timeout(patienceMs);
  const answer = await fetch(address, form ? { method: "POST", body: form, signal } : { signal });
  if (answer.status >= 500) throw new Error(`The server answered ${answer.status}.`);
  return new DOMParser().parseFromString(await answer.text(), "text/html");
}

async function send(form: HTMLFormElement, swapped: (part: Element) => void): Promise<void> {
  const fields = new URLSearchParams();
  for (const [name, value] of new FormData(form)) fields.append(name, String(value));
  const button = form.querySelector<HTMLButtonElement>("[data-pending]");
  const label = button?.textContent ?? "";
  const setBusy = (isBusy: boolean) => {
    form.ariaBusy = String(isBusy);
    if (!button) return;
    button.disabled = isBusy;
    button.textContent = isBusy ? (button.dataset.pending ?? label) : label;
  };

  setBusy(true);
  try {
    const page = await fetchPage(form.action, fields);
    const toasts = [...page.querySelectorAll<HTMLElement>("[data-toast]")];
    for (const toast of toasts) {
      showToast(typeOf(toast), toast.textContent);
      if (toast.dataset.stays === undefined) toast.remove();
    }
    const part = swap(form, page);
    if (!part && toasts.length === 0) throw new Error("The answer is about something else.");
    if (!part) return setBusy(false);
    swapped(part);
    part.querySelector<HTMLElement>("[autofocus]")?.focus();
  } catch {
    showToast("error", isOffline() ? t(offlineText) : (form.dataset.failure ?? ""));
    setBusy(false);
    button?.focus();
  }
}

function typeOf({ dataset: { toast } }: HTMLElement): ToastType {
  return toast === "success" || toast === "error" ? toast : "info";
}

/**
 * Puts the part of the page that an element stands in as it is in another answer, and with it what is marked
 * `data-swap-too`. @returns the part, if it is there
 */
function swap(element: Element, page: Document): Element | null {
  const part = element.closest("[data-swap]");
  const fresh = part && page.getElementById(part.id);
  if (!fresh) return null;
  part.replaceWith(fresh);
  for (const other of document.querySelectorAll("[data-swap-too]")) {
    other.replaceWith(page.getElementById(other.id) ?? "");
  }
  return fresh;
}
