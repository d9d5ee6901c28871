/** The handlers of the media keys, a headset's button and the lock screen. */
type MediaKeys = [MediaSessionAction, MediaSessionActionHandler][];

/**
 * Has the system's own controls work the player. @returns how to tell them what is on; undefined where there are none
 */
export function takeMediaKeys(handlers: MediaKeys) {
  if (!("mediaSession" in navigator)) return undefined;
  const session = navigator.mediaSession;
  for (const [action, handler] of handlers) {
    try {
      session.setActionHandler(action, handler);
    } catch {
      // Not every browser knows every one of them.
    }
  }
  return {
    /** @param track its `artwork` is the address of a square picture, or several as in `srcset` */
    name({ title, artist, artwork }: { title: string; artist: string; artwork: string | undefined }): void {
      session.metadata = new MediaMetadata({ title, artist, artwork: artworkOf(artwork) });
    },
    /** @param duration 0 while it is unknown; both in seconds */
    show(state: MediaSessionPlaybackState, position: number, duration: number): void {
      session.playbackState = state;
      if (state === "none") session.metadata = null;
      else if (duration) session.setPositionState({ duration, position: Math.min(position, duration) });
    },
  };
}

/** The pictures in a `srcset`, or the single address, in the form that the system wants. */
export function artworkOf(picture: string | undefined): MediaImage[] {
  if (!picture) return [];
  return picture.split(", ").map((choice) => {
    const [src = "", descriptor = ""] = choice.split(" ");
    const width = /-(\d+)w\.webp$/.exec(src)?.[1] ?? /^(\d+)w$/.exec(descriptor)?.[1];
    return width ? { src, sizes: `${width}x${width}` } : { src };
  });
}
