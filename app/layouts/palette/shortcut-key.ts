const storageKey = "handbill:shortcut-key";

/** Whether '?' alone opens the list of shortcuts: a single key can be in the way of those who dictate. */
export function isKeyOn(): boolean {
  try {
    return localStorage.getItem(storageKey) !== "off";
  } catch {
    return true;
  }
}

/** Where the browser keeps nothing for us it holds for this screen at most. */
export function setKeyOn(isOn: boolean): void {
  try {
    if (isOn) localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, "off");
  } catch {
    // As before, then.
  }
}
