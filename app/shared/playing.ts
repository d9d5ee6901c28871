// One sound at a time: whatever begins to play says so to the document and to Handbill's other tabs, and everything else
// that plays falls silent.

const name = "handbill:playing";

/** Opened by the first sound: a page with an open channel isn't kept for the way back. */
let tabs: BroadcastChannel | undefined;

/** @param source whatever now plays; it doesn't hear itself */
export function announcePlaying(source: unknown): void {
  tell(source);
  if (!tabs) {
    tabs = new BroadcastChannel(name);
    tabs.onmessage = () => tell(tabs);
  }
  tabs.postMessage(0);
}

/** @returns how to listen no more */
export function onOthersPlaying(self: unknown, stop: () => void): () => void {
  const listen = (event: Event) => {
    if (event instanceof CustomEvent && event.detail !== self) stop();
  };
  document.addEventListener(name, listen);
  return () => document.removeEventListener(name, listen);
}

function tell(source: unknown): void {
  document.dispatchEvent(new CustomEvent(name, { detail: source }));
}

// What every player keeps to.

/** So long a track without a file shows as playing. [1 §9, 2 §9] */
export const silenceMs = 3_000;

/** How far the arrow keys move on the timeline, in seconds. */
export const arrowSeconds: Record<string, number | undefined> = {
  ArrowLeft: -5,
  ArrowDown: -5,
  ArrowRight: 5,
  ArrowUp: 5,
};

/** Where the space bar has a meaning of its own. A link has none: who followed one still pauses with it. */
export const ownSpace = "button,input,select,textarea,summary,audio,video,iframe,dialog,[contenteditable]";

export const playProblemText = "Couldn't be loaded.";
