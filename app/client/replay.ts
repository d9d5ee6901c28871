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
    !isSettled && target instanceof Element && target.closest<HTMLElement>(selector);
  const hold = (event: MouseEvent | SubmitEvent) => {
    const element = touched(event);
    const isForm = element instanceof HTMLFormElement;
    const isSubmit = event instanceof SubmitEvent;
    const opensElsewhere = !isSubmit && (event.ctrlKey || event.metaKey || event.shiftKey);
    if (!element || opensElsewhere || isForm !== isSubmit) return;
    event.preventDefault();
    event.stopPropagation();
    if (held.has(element)) return;
    held.add(element);
    settled().then(() => {
      if (isForm && isSubmit) element.requestSubmit(event.submitter);
      else element.dispatchEvent(new MouseEvent("click", event));
    });
  };
  for (const press of ["click", "submit"] as const) addEventListener(press, hold, true);
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

/**
 * Has Enter pressed again in a field that it sends, where it was the last key pressed before: until then it begins a line.
 * @param ready when React has taken the page over and knows of the text
 */
export function replaySend(ready: Promise<unknown>): void {
  let last: KeyboardEvent | undefined;
  const keys = new AbortController();
  const keep = (event: KeyboardEvent) => {
    last = event;
  };
  addEventListener("keydown", keep, keys);
  ready.then(() => {
    keys.abort();
    // React may have answered the last one already.
    if (last?.key !== "Enter" || last.defaultPrevented) return;
    const { target } = last;
    const isSent = target instanceof HTMLTextAreaElement && target.enterKeyHint === "send";
    if (isSent) target.dispatchEvent(new KeyboardEvent("keydown", last));
  });
}

/**
 * Has files that are dropped on a file field's label before chosen in it, and those that are dropped beside it not opened
 * in place of the page.
 * @param ready when React has taken the page over
 */
export function keepDroppedFiles(ready: Promise<unknown>): void {
  const drops = new AbortController();
  ready.then(() => drops.abort());
  const keep = (event: DragEvent) => {
    if (event.defaultPrevented || !event.dataTransfer?.types.includes("Files")) return;
    event.preventDefault();
    const label = event.type === "drop" && event.target instanceof Element && event.target.closest("label");
    if (!label || !(label.control instanceof HTMLInputElement) || label.control.disabled) return;
    label.control.files = event.dataTransfer.files;
    label.control.dispatchEvent(new Event("change", { bubbles: true }));
  };
  addEventListener("dragover", keep, drops);
  addEventListener("drop", keep, drops);
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
    const { selectionStart: start, selectionEnd: end } = field;
    field.value = field.defaultValue;
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value")?.set?.call(field, value);
    // Some browsers focus a field whose selection is set, and not every type has one.
    if (start !== null && field.matches(":focus")) field.setSelectionRange(start, end);
  }
  for (const type of ["input", "change"]) field.dispatchEvent(new Event(type, { bubbles: true }));
}
