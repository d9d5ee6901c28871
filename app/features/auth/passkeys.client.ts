import type * as Passkeys from "~/client/passkeys";
import { controlsOf, sendForm, setPending, showProblem } from "~/public-ui/document-form.client";
import { onEachPage } from "~/shared/page-change";
import { canUsePasskeys } from "~/shared/passkeys";

// Passkeys in the forms of documents: by a button, and on /signin from the suggestions of the address field as well.

/** The address of `client/passkeys.ts`, which is loaded where a passkey may be used. */
declare const __PASSKEYS_SCRIPT__: string;

const load = (): Promise<typeof Passkeys> => import(/* @vite-ignore */ __PASSKEYS_SCRIPT__);

/** Sooner than the server forgets what it has asked. */
const renewAfterMs = 4 * 60_000;
const lookEveryMs = 15_000;

/** A button's question is open, or the answer is on its way. */
let isAsking = false;
/** Ends the question that waits in the suggestions. */
let stopOffer = () => {};
/** When that question was asked last. */
let offeredAt = 0;

export function startPasskeys(): void {
  onEachPage(() => {
    for (const button of document.querySelectorAll<HTMLElement>("[data-passkey]")) {
      button.hidden = !canUsePasskeys();
    }
    isAsking = false;
    offeredAt = 0;
    renew();
  });
  document.addEventListener("click", ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLButtonElement>("[data-passkey]") : null;
    if (button?.form) ask(button, button.form);
  });
  // A password is on its way.
  document.addEventListener("submit", () => stopOffer());
  setInterval(renew, lookEveryMs);
  document.addEventListener("visibilitychange", renew);
}

async function ask(button: HTMLButtonElement, form: HTMLFormElement): Promise<void> {
  isAsking = true;
  setPending(button, true);
  showProblem(form, undefined);
  const { askForPasskey, passkeyProblem } = await load();
  const purpose = button.dataset.passkey === "sign-in" ? "sign-in" : "second-step";
  try {
    send(form, await askForPasskey(purpose), button.dataset.passkeyField);
  } catch (error) {
    isAsking = false;
    showProblem(form, passkeyProblem(error));
    offeredAt = 0;
    renew();
  } finally {
    setPending(button, false);
    button.disabled = form.ariaBusy === "true";
  }
}

/** @param field the form's own field, with which the browser itself sends the form */
function send(form: HTMLFormElement, response: string, field?: string): void {
  const controls = controlsOf(form);
  const own = field === undefined ? undefined : controls[field];
  if (own) {
    own.value = response;
    // The code, which is required otherwise, may stay empty.
    form.submit();
    return;
  }
  sendForm(form, {
    intent: "use-passkey",
    response,
    ...(controls.remember?.checked && { remember: "on" }),
  });
}

/** Offers the passkeys where the address is typed. Nobody has pressed anything: where it fails, nothing is said. */
function renew(): void {
  const form = document.querySelector<HTMLButtonElement>("[data-passkey=sign-in]:not([hidden])")?.form;
  if (!form || isAsking || document.hidden || Date.now() - offeredAt < renewAfterMs) return;
  offer(form).catch(() => {});
}

async function offer(form: HTMLFormElement): Promise<void> {
  const mine = Date.now();
  offeredAt = mine;
  const { canAutofill, askForPasskey, stopAsking } = await load();
  if (!(await canAutofill()) || isAsking || offeredAt !== mine) return;
  stopOffer = () => {
    stopOffer = () => {};
    stopAsking();
  };
  const response = await askForPasskey("sign-in", { isAutofill: true });
  if (form.isConnected && !isAsking) {
    isAsking = true;
    send(form, response);
  }
}
