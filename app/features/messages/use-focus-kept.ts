import { type RefObject, useEffect, useRef } from "react";

/** When `state` has changed and whatever had the focus is gone with what it was before, this place has it. */
export function useFocusKept(place: RefObject<HTMLElement | null>, state: string | undefined): void {
  const before = useRef(state);
  useEffect(() => {
    if (state === before.current) return;
    before.current = state;
    const { activeElement } = document;
    if (activeElement === document.body || !activeElement?.checkVisibility()) place.current?.focus();
  }, [place, state]);
}
