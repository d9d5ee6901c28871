import { type RefObject, useEffect, useRef } from "react";

/** Gives the focus to an element where it is nowhere. A user who has gone on meanwhile keeps theirs. */
export function focusUnlessElsewhere(element: HTMLElement | null): void {
  if (document.activeElement === document.body) element?.focus();
}

/**
 * Gives the focus to an element of the page when a dialog has closed and the button that opened it is gone meanwhile,
 * be it by this dialog or by another user's change: the browser would leave it nowhere.
 */
export function useFocusAfter(isOpen: boolean, element: RefObject<HTMLElement | null>): void {
  const wasOpen = useRef(false);
  useEffect(() => {
    if (isOpen === wasOpen.current) return;
    wasOpen.current = isOpen;
    if (!isOpen) focusUnlessElsewhere(element.current);
  }, [isOpen, element]);
}
