import { useEffect, useRef } from "react";
import { useLocation } from "react-router";

/**
 * Gives the focus to the heading of a screen that one has just come to, where what led there is gone with the last screen or
 * stands in the bar: the next Tab goes on in the screen, and a screen reader reads what it is. To be rendered after the
 * screens, whose own choice of a focus comes first.
 */
export function FocusOnArrival(): null {
  const { pathname } = useLocation();
  const before = useRef(pathname);
  useEffect(() => {
    if (before.current === pathname) return;
    before.current = pathname;
    const { activeElement } = document;
    const isInBar = activeElement?.closest("header") && !activeElement.closest("#content");
    // A press on an empty place of the content gives it the focus, which nobody chose.
    if (activeElement !== document.body && activeElement?.id !== "content" && !isInBar) return;
    const heading = document.querySelector<HTMLElement>("#content h1");
    if (!heading) return;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  }, [pathname]);
  return null;
}
