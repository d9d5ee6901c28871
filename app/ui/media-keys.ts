/** What the media keys, a headset's button and the lock screen may ask for. */
interface PlayerActions {
  play(): void;
  pause(): void;
  stop(): void;
  /** To the next track or the one before. */
  skip(tracks: 1 | -1): void;
  seekTo(seconds: number): void;
  seekBy(seconds: number): void;
}

/** How far one press moves where the system doesn't say, in seconds. */
const pressSeconds = 10;

/**
 * Has the system's own controls work the player. @returns how to tell them what is on; undefined where there are none
 */
export function takeMediaKeys({ play, pause, stop, skip, seekTo, seekBy }: PlayerActions) {
  if (!("mediaSession" in navigator)) return undefined;
  const session = navigator.mediaSession;
  const handlers: [MediaSessionAction, MediaSessionActionHandler][] = [
    ["play", play],
    ["pause", pause],
    ["stop", stop],
    ["previoustrack", () => skip(-1)],
    ["nexttrack", () => skip(1)],
    ["seekto", ({ seekTime = 0 }) => seekTo(seekTime)],
    ["seekbackward", ({ seekOffset = pressSeconds }) => seekBy(-seekOffset)],
    ["seekforward", ({ seekOffset = pressSeconds }) => seekBy(seekOffset)],
  ];
  for (const [action, handler] of handlers) {
    try {
      session.setActionHandler(action, handler);
    } catch {
      // Not every browser knows every one of them.
    }
  }
  return {
    /** @param picture the address of a square picture, or several as in `srcset`; "" if there is none */
    name(title: string, artist: string, picture: string): void {
      session.metadata = new MediaMetadata({ title, artist, artwork: artworkOf(picture) });
    },
    /** @param duration 0 while it is unknown; both in seconds */
    show(state: MediaSessionPlaybackState, position: number, duration: number): void {
      session.playbackState = state;
      if (state === "none") session.metadata = null;
      else if (duration) session.setPositionState({ duration, position: Math.min(position, duration) });
    },
  };
}

/** The pictures in a `srcset`, or the one whose address stands alone, as the system wants them told. */
export function artworkOf(picture: string): MediaImage[] {
  if (!picture) return [];
  return picture.split(", ").map((choice) => {
    const [src = "", descriptor = ""] = choice.split(" ");
    const width = /-(\d+)w\.webp$/.exec(src)?.[1] ?? /^(\d+)w$/.exec(descriptor)?.[1];
    return width ? { src, sizes: `${width}x${width}` } : { src };
  });
}
