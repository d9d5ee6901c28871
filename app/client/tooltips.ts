/** Has Escape close the tooltip of the element that is focused or pointed at, until it is left. (WCAG 1.4.13) */
export function startTooltips(): void {
  const tooltipOf = (target: EventTarget | null) =>
    target instanceof Element ? target.parentElement?.querySelector<HTMLElement>("[role=tooltip]") : null;
  document.addEventListener("keydown", ({ key }) => {
    if (key !== "Escape") return;
    for (const tooltip of document.querySelectorAll<HTMLElement>(
      ":is(:focus-within, :hover) > [role=tooltip]",
    )) {
      tooltip.hidden = true;
    }
  });
  const bringBack = ({ target }: Event) => {
    const tooltip = tooltipOf(target);
    if (tooltip) tooltip.hidden = false;
  };
  document.addEventListener("pointerout", bringBack);
  document.addEventListener("focusout", bringBack);
}
