/**
 * Holds presses on elements that need a script which is still loading, and repeats each of them once, in their order,
 * when it is there. Should it never come, they are repeated all the same: the link leads and the form posts as without
 * any script.
 * @param selector the elements that need the script: forms by being sent, all others by being pressed
 * @param load asked at the first touch and at every further one
 * @returns asks for the script; settles when nothing is held any more
 */
export function replayPresses(selector: string, load: () => Promise<unknown>): () => Promise<void> {
  const held = new Set<Element>();
  let isSettled = false;
  const settle = () => {
    isSettled = true;
  };
  const settled = () => load().then(settle, settle);

  const touched = ({ target }: Event) =>
    !isSettled && target instanceof Element ? target.closest<HTMLElement>(selector) : null;
  const hold = (event: Event) => {
    const element = touched(event);
    const isForm = element instanceof HTMLFormElement;
    const submitter = event instanceof SubmitEvent ? event.submitter : undefined;
    const opensElsewhere = event instanceof MouseEvent && (event.ctrlKey || event.metaKey || event.shiftKey);
    if (!element || opensElsewhere || isForm === (submitter === undefined)) return;
    event.preventDefault();
    event.stopPropagation();
    if (held.has(element)) return;
    held.add(element);
    settled().then(() => (isForm ? element.requestSubmit(submitter) : element.click()));
  };
  for (const press of ["click", "submit"]) addEventListener(press, hold, true);
  for (const touch of ["pointerdown", "focusin"]) {
    addEventListener(touch, (event) => touched(event) && settled(), true);
  }
  return settled;
}
