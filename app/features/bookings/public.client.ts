import { fetchPage, onFollow } from "~/public-ui/public-form.client";
import { onEachPage } from "~/shared/page-change";
import { t } from "~/shared/t";

/** Opens the form in a sheet. It is fetched from its own page once, and stays as it is while the sheet is closed. */
export function startBookingSheet(): void {
  onFollow("a[data-sheet]", async (link) => {
    const sheet = document.querySelector<HTMLDialogElement>(`#${link.dataset.sheet}`);
    if (!sheet?.querySelector("[data-swap]")) {
      const form = (await fetchPage(link.href)).querySelector("[data-swap]");
      if (!form) throw new Error("There is no form in the answer.");
      sheet?.append(form);
    }
    sheet?.showModal();
    link.ariaBusy = null;
  });
}

/** Lets the message say how long it is, and the calendar begin with the visitor's own today. [1 §5] */
export function startBookingForm(): void {
  document.addEventListener("input", ({ target }) => {
    if (target instanceof HTMLTextAreaElement) count(target);
  });
  document.addEventListener("focusin", ({ target }) => {
    if (!(target instanceof HTMLInputElement) || target.dataset.fromToday === undefined) return;
    // The locale whose dates have the control's own format.
    target.min = new Date().toLocaleDateString("sv-SE");
  });
  // Text that was typed before the script ran, or comes back with the page.
  onEachPage(() => {
    for (const message of document.querySelectorAll("textarea")) count(message);
  });
}

function count({ id, value, maxLength }: HTMLTextAreaElement): void {
  const counter = document.querySelector(`[data-counts="${id}"]`);
  if (counter)
    counter.textContent = t("{length}/{limit} characters", { length: value.length, limit: maxLength });
}
