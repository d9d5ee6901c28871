import { lostText } from "~/shared/connection";
import { documentFormHeader } from "~/shared/document-form";
import { announcePage } from "~/shared/page-change";
import { msg, t } from "~/shared/t";
import { showToast } from "./public-toasts.client.ts";
import { showWaiting } from "./waiting.client.ts";

// Sends the forms of Handbill's own documents without leaving them, so that what was typed stays, passwords too. The
// server answers as it does without a script: with the document again, or with where it goes on.

/** As long as a phone at the edge of its network may take. */
const patienceMs = 20_000;
const faultText = msg("This site is catching its breath. Please try again shortly.");

/** Another document is on its way, after a form that was accepted. */
let isLeaving = false;

export function startDocumentForms(): void {
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (!(form instanceof HTMLFormElement) || form.dataset.sends === undefined) return;
    event.preventDefault();
    if (form.ariaBusy !== "true") sendForm(form);
  });
  document.addEventListener("input", ({ target }) => {
    if (!(target instanceof HTMLInputElement)) return;
    forgetProblem(target);
    // Whether the two match has changed as well.
    const { confirmPassword } = controlsOf(target.form);
    if (target.name === "password" && confirmPassword) forgetProblem(confirmPassword);
  });
  addEventListener("pageshow", ({ persisted }) => {
    // Back again, as the browser kept it. After signing in the server knows better.
    if (persisted && isLeaving) location.reload();
  });
}

function leadTo(goal: string): void {
  isLeaving = true;
  location.assign(goal);
  showWaiting(new URL(goal, location.href).pathname);
}

/** Sends the form; with other fields, where they are given. */
export async function sendForm(form: HTMLFormElement, instead?: Record<string, string>): Promise<void> {
  const fields = new URLSearchParams(instead);
  if (!instead) for (const [name, value] of new FormData(form)) fields.append(name, String(value));
  const button = form.querySelector<HTMLButtonElement>("[type=submit]");
  const setBusy = (isBusy: boolean) => {
    form.ariaBusy = String(isBusy);
    if (button) setPending(button, isBusy);
    for (const other of form.querySelectorAll<HTMLButtonElement>("[data-passkey]")) other.disabled = isBusy;
  };
  setBusy(true);
  try {
    const answer = await fetch(form.action, {
      method: "POST",
      body: fields,
      headers: { [documentFormHeader]: "1" },
      signal: AbortSignal.timeout(patienceMs),
    });
    const goal = answer.headers.get("Location");
    if (goal !== null) return leadTo(goal);
    if (answer.status >= 500) throw new Refusal();
    show(new DOMParser().parseFromString(await answer.text(), "text/html"), form);
    const [, seconds, next] = /^(\d+); url=(.+)$/.exec(answer.headers.get("Refresh") ?? "") ?? [];
    if (next !== undefined) setTimeout(leadTo, Number(seconds) * 1000, next);
  } catch (error) {
    showToast("error", error instanceof Refusal ? t(faultText) : lostText());
    setBusy(false);
    button?.focus();
    announcePage();
  }
}

/** The server has answered, and with nothing to show. */
class Refusal extends Error {}

/** Disables a button while what it has started is under way, and says so on it. */
export function setPending(button: HTMLButtonElement, isPending: boolean): void {
  const words = button.querySelector("span") ?? button;
  button.disabled = isPending;
  button.ariaBusy = String(isPending);
  if (isPending) button.dataset.label = words.textContent;
  words.textContent = (isPending ? button.dataset.pending : button.dataset.label) ?? "";
}

/** Puts the answer in the place of the document's bar and content; what was typed stays in the fields that are in both. */
function show(answer: Document, sent: HTMLFormElement): void {
  const content = answer.querySelector("#content");
  if (!content) throw new Refusal();
  const typed = [...sent.elements].filter((control) => control instanceof HTMLInputElement);
  for (const { name, type, value, checked } of typed) {
    const control = type === "hidden" ? null : content.querySelector(`input[name="${CSS.escape(name)}"]`);
    if (!(control instanceof HTMLInputElement)) continue;
    if (type === "checkbox") control.checked = checked;
    else control.value = value;
  }
  document.title = answer.title;
  for (const place of ["header", "#content"]) {
    const fresh = answer.querySelector(place);
    if (fresh) document.querySelector(place)?.replaceWith(fresh);
  }
  document.querySelector<HTMLElement>("#content [autofocus]")?.focus();
  announcePage();
}

/** Says above the form's fields what is wrong, as the server's own words would stand there; undefined takes it away. */
export function showProblem(form: HTMLFormElement, text: string | undefined): void {
  const shape = form.querySelector<HTMLTemplateElement>("template[data-problem-shape]");
  const slot = form.querySelector("[data-problem]");
  if (!shape || !slot) return;
  const notice = document.importNode(shape.content, true);
  const words = notice.querySelector("p");
  if (words) words.textContent = text ?? "";
  slot.replaceChildren(...(text === undefined ? [] : [notice]));
}

/** An edited field is no longer wrong, as far as one knows. */
function forgetProblem(control: HTMLElement): void {
  control.removeAttribute("aria-invalid");
  document.getElementById(`${control.id}-error`)?.remove();
  const described = control.getAttribute("aria-describedby")?.split(" ") ?? [];
  const left = described.filter((id) => document.getElementById(id));
  if (left.length > 0) control.setAttribute("aria-describedby", left.join(" "));
  else control.removeAttribute("aria-describedby");
}

/** A form's inputs by their names. */
export function controlsOf(form: HTMLFormElement | null): Record<string, HTMLInputElement | undefined> {
  const inputs = [...(form?.elements ?? [])].filter((control) => control instanceof HTMLInputElement);
  return Object.fromEntries(inputs.map((input) => [input.name, input]));
}
