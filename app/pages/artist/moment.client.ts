import { onEachPage } from "~/shared/page-change";
import { t } from "~/shared/t";

/** Offers the second where the player stands for a comment on it, while the player has that comment's track on. */
export function startMoments(): void {
  const observer = new MutationObserver(offerMoment);
  onEachPage(() => {
    const bar = document.getElementById("player");
    if (bar) observer.observe(bar, { subtree: true, childList: true, attributeFilter: ["hidden"] });
    offerMoment();
  });
  document.addEventListener("click", ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLElement>("[data-pin]") : null;
    const field = button?.closest("form")?.querySelector<HTMLInputElement>("[name=at]");
    if (!button || !field) return;
    field.value = /[\d:]+/.exec(button.textContent)?.[0] ?? "";
    field.focus();
  });
}

/** To be called when the form has been replaced, too. */
export function offerMoment(): void {
  const button = document.querySelector<HTMLElement>("[data-pin]");
  const bar = document.getElementById("player");
  if (!button || !bar) return;
  button.hidden = bar.hidden || bar.dataset.track !== button.dataset.pin;
  const text = t("At {time}|a moment", {
    time: bar.querySelector(".player-elapsed")?.textContent ?? "",
  });
  if (button.textContent !== text) button.textContent = text;
}
