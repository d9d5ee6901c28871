import { useEffect, useEffectEvent, useLayoutEffect } from "react";
import { flushSync } from "react-dom";
import { createPath, useLocation } from "react-router";

// Back closes the dialog on top before it leaves the screen. While dialogs are open, as many copies of the screen's
// history entry lie under the current one; Back reaches the topmost copy, and the router never hears of it. An entry
// isn't taken away when its dialog is closed otherwise, because a navigation that comes at the same time would be undone
// by that. It is used for the next dialog, or stepped over by the Back that finds no dialog open.

/** The open dialogs, the one on top last. */
const dialogs: { close(): void }[] = [];
/** The number of copies directly under the current entry, as far as this document has made them. */
let copies = 0;
/** The current entry: the router's state in it, and its address. */
let entry: { state: EntryState; address: string } = { state: null, address: "" };

/** `idx` is the router's count of screens; copies have the one of their screen. */
type EntryState = { idx?: number; isCopy?: boolean } | null;

/** Has Back close a dialog that is open. It may stay open, to ask something first. */
export function useBackCloses(isOpen: boolean, onClose: () => void): void {
  const close = useEffectEvent(onClose);
  useLayoutEffect(() => {
    if (!isOpen) return;
    const dialog = { close: () => close() };
    dialogs.push(dialog);
    layCopies();
    return () => {
      dialogs.splice(dialogs.indexOf(dialog), 1);
    };
  }, [isOpen]);
}

/** Listens to Back before the router. Call it before the router begins to listen: only the order of calls counts. */
export function listenForBack(): void {
  addEventListener("popstate", handlePop);
}

/** Knows when another screen is there. To be rendered once, inside of the router. */
export function ScreenEntries(): null {
  const screen = useLocation();
  // By then the router has written the entry.
  useEffect(() => arrive(createPath(screen)), [screen]);
  return null;
}

function arrive(address = location.href): void {
  const state: EntryState = history.state;
  if (state?.idx !== entry.state?.idx) copies = 0;
  entry = { state, address };
}

function layCopies(): void {
  arrive();
  for (; copies < dialogs.length; copies += 1) {
    const { isCopy: _, ...state } = entry.state ?? {};
    history.replaceState({ ...state, isCopy: true }, "");
    history.pushState(state, "");
  }
}

function handlePop(event: PopStateEvent): void {
  const state: EntryState = event.state;
  if (!state?.isCopy || state.idx !== entry.state?.idx) {
    // Another screen's entry; or, before React has drawn the next screen, the one that the user has just left.
    arrive();
    return;
  }
  // The screen stays the same.
  event.stopImmediatePropagation();
  reachCopy();
}

function reachCopy(): void {
  copies = Math.max(0, copies - 1);
  const top = dialogs.at(-1);
  if (!top) {
    history.back();
    return;
  }
  // The router may have changed the screen's address since the copy was made.
  history.replaceState({ ...entry.state, isCopy: true }, "", entry.address);
  // Whether the dialog is still open must be known before the next Back comes.
  flushSync(() => top.close());
  layCopies();
}
