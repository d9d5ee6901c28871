import { type RefObject, useEffect, useRef } from "react";

/** Gives this place the focus when `state` has changed and the focused element is gone. */
export function useFocusKept(place: RefObject<HTMLElement | null>, state: string | undefined): void {
  const before = useRef(state);
  useEffect(() => {
    if (state === before.current) return;
    before.current = state;
    const { activeElement } = document;
    if (activeElement === document.body || !activeElement?.checkVisibility()) place.current?.focus();
  }, [place, state]);
}
