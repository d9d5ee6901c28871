// One sound at a time: whatever begins to play says so to the document and to Handbill's other tabs, and everything else
// that plays falls silent.

const name = "handbill:playing";

/** Opened by the first sound: a page with an open channel stays out of the browser's back-forward cache. */
let tabs: BroadcastChannel | undefined;

/** @param source whatever now plays; it doesn't hear itself */
export function announcePlaying(source: unknown): void {
  announce(source);
  if (!tabs) {
    tabs = new BroadcastChannel(name);
    tabs.onmessage = () => announce(tabs);
  }
  tabs.postMessage(0);
}

export function onOthersPlaying(self: unknown, stop: () => void): void {
  document.addEventListener(name, (event) => {
    if (event instanceof CustomEvent && event.detail !== self) stop();
  });
}

function announce(source: unknown): void {
  document.dispatchEvent(new CustomEvent(name, { detail: source }));
}
