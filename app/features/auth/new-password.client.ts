import { controlsOf } from "~/public-ui/document-form.client";
import { onEachPage } from "~/shared/page-change";
import { t } from "~/shared/t";
import { strengthOf } from "./strength.ts";

/** Has a document's forms show the strength of a new password, whether it was repeated rightly, and whatever is typed. */
export function startPasswords(): void {
  document.addEventListener("click", ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLElement>("[data-shows]") : null;
    const input = document.getElementById(button?.dataset.shows ?? "");
    if (!button || !(input instanceof HTMLInputElement)) return;
    const isShown = button.toggleAttribute("data-shown");
    input.type = isShown ? "text" : "password";
    const { otherLabel = "" } = button.dataset;
    button.dataset.otherLabel = button.ariaLabel ?? "";
    button.ariaLabel = otherLabel;
  });
  document.addEventListener("input", ({ target }) => target instanceof HTMLInputElement && look(target.form));
  // Something may have been typed, or filled in by the browser, before this script ran.
  onEachPage(() => {
    for (const form of document.forms) look(form);
  });
}

function look(form: HTMLFormElement | null): void {
  const { password, confirmPassword } = controlsOf(form);
  if (!form || !password || !confirmPassword) return;
  const meter = form.querySelector<HTMLElement>("[data-strength]");
  if (meter) showStrength(meter, password.value);
  const match = form.querySelector<HTMLElement>("[data-match]");
  if (match) {
    match.hidden = confirmPassword.value === "" || confirmPassword.ariaInvalid === "true";
    const matches = match.toggleAttribute("data-matches", password.value === confirmPassword.value);
    const text = t(matches ? "Passwords match" : "Passwords do not match");
    setText(match.querySelector("span"), match.hidden ? "" : text);
  }
  const button = form.querySelector<HTMLButtonElement>("[type=submit]");
  if (button && form.dataset.needsAll !== undefined && form.ariaBusy !== "true") {
    button.disabled = password.value === "" || confirmPassword.value === "";
  }
}

function showStrength(meter: HTMLElement, password: string): void {
  const { score, label, color } = strengthOf(password);
  meter.hidden = password === "";
  meter.dataset.color = color;
  meter.querySelector<HTMLElement>("[data-bar]")?.style.setProperty("width", `${score * 20}%`);
  setText(meter.querySelector("strong"), label);
}

/** Only where it changes: a screen reader reads it out each time. */
function setText(element: Element | null, text: string): void {
  if (element && element.textContent !== text) element.textContent = text;
}
