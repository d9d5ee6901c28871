// Holds presses and input on a page before the script that needs them is loaded, and repeats them afterwards.

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

interface Content {
  value: string;
  isChecked: boolean;
}

/**
 * Has each field that was filled in, chosen or ticked before say so again, with what was in it last.
 * @param ready when React has taken the page over
 */
export function replayChanges(ready: Promise<unknown>): void {
  const changed = new Map<Field, Content>();
  let isReady = false;
  ready.then(() => {
    isReady = true;
  });
  const keep = ({ target }: Event) => {
    if (isReady || !isField(target)) return;
    const isFirst = !changed.has(target);
    const content = { value: target.value, isChecked: "checked" in target && target.checked };
    changed.set(target, content);
    if (isFirst) ready.then(() => changeAgain(target, changed.get(target) ?? content));
  };
  for (const change of ["input", "change"]) addEventListener(change, keep, true);
}

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

function isField(target: EventTarget | null): target is Field {
  return [HTMLInputElement, HTMLTextAreaElement, HTMLSelectElement].some((kind) => target instanceof kind);
}

// React puts into some fields what it has drawn, and takes what it finds in the others for that too: it would hear of no
// change. So the field is first set back as a script does it, which React sees, and then forth again as a visitor does
// it, which React doesn't.
function changeAgain(field: Field, { value, isChecked }: Content): void {
  if (/checkbox|radio/.test(field.type) && field instanceof HTMLInputElement) {
    field.checked = !isChecked;
    field.click();
    return;
  }
  if (field instanceof HTMLSelectElement) field.value = value;
  else if (field.type !== "file") {
    field.value = field.defaultValue;
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value")?.set?.call(field, value);
  }
  for (const type of ["input", "change"]) field.dispatchEvent(new Event(type, { bubbles: true }));
}
