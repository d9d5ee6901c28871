import { msg, t } from "./t.ts";

/** Shown instead of another text about a lost connection, where the browser itself knows that it is offline. */
export const offlineText = msg("You are offline. Please try again once you are connected.");

/** [1 §8, with the decisions' word for the service] */
export const networkText = msg(
  "Network connection failed. Please check your internet connection and server configuration.",
);

/** The text when no answer has come. */
export function lostText(): string {
  return t(isOffline() ? offlineText : networkText);
}

/** Does the browser know that it has no connection? That it has one, it never knows. */
export function isOffline(): boolean {
  return navigator.onLine === false;
}

/**
 * Offline, keeps the current document instead of the browser's error page, and says why a download doesn't begin. Only
 * where the browser announces navigations.
 * @param onStay shows why nothing happens
 * @param options may hold the signal that ends it
 */
export function stayWhenOffline(onStay: () => void, options?: AddEventListenerOptions): void {
  window.navigation?.addEventListener(
    "navigate",
    (event) => {
      if (!isOffline() || !asksServer(event)) return;
      event.preventDefault();
      onStay();
    },
    options,
  );
}

/** Will the browser ask a server for a document or a file? And can it be kept from that? */
export function asksServer({ cancelable, destination }: NavigateEvent): boolean {
  return cancelable && !destination.sameDocument && destination.url.startsWith("http");
}

const firstMs = 5_000;
const longestMs = 120_000;
/** Some ten minutes in all. Afterwards only the browser's word that it is online again helps. */
const mostTries = 8;

export interface Retrying {
  /** The load has failed for lack of a connection: it is tried again when there may be one. */
  later(): void;
  /** The load has worked, or there is nothing to try any more. */
  settle(): void;
}

/**
 * Tries something again that has failed for lack of a connection: as soon as the browser is online again, and after
 * pauses that grow from 5 s to 2 minutes.
 * @param again what is tried; it calls `later` or `settle` when it knows
 */
export function retrying(again: () => void): Retrying {
  let tries = 0;
  let isWaiting = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const go = () => {
    if (!isWaiting) return;
    isWaiting = false;
    clearTimeout(timer);
    again();
  };
  const hurry = () => {
    tries = 0;
    go();
  };

  return {
    later() {
      if (isWaiting) return;
      isWaiting = true;
      addEventListener("online", hurry);
      if (tries < mostTries) timer = setTimeout(go, Math.min(longestMs, firstMs * 2 ** tries));
      tries += 1;
    },
    settle() {
      isWaiting = false;
      tries = 0;
      clearTimeout(timer);
      removeEventListener("online", hurry);
    },
  };
}
