import { whenIdle } from "~/client/when-idle";

/** Lays out what the document left out at first (layouts/bill.css): section by section, each when the browser is idle. */
export function layOutTheRest(): void {
  const sections = [...document.querySelectorAll<HTMLElement>("main section[id]")];
  const layOutNext = () => {
    const section = sections.shift();
    if (!section) {
      document.documentElement.classList.remove("later-layout");
      return;
    }
    section.style.contentVisibility = "visible";
    // At once, or all of them would be laid out together.
    section.getBoundingClientRect();
    whenIdle(layOutNext);
  };
  whenIdle(layOutNext);
}
