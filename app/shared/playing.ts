// One sound at a time: whatever begins to play says so to the document, and everything else that plays falls silent.

const eventName = "handbill:playing";

/** @param source whatever now plays; it doesn't hear itself */
export function announcePlaying(source: unknown): void {
  document.dispatchEvent(new CustomEvent(eventName, { detail: source }));
}

export function onOthersPlaying(self: unknown, stop: () => void): void {
  document.addEventListener(eventName, (event) => {
    if (event instanceof CustomEvent && event.detail !== self) stop();
  });
}
