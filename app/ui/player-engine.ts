import type { Picture } from "~/shared/picture";
import { srcSet } from "~/shared/picture";
import { announcePlaying, onOthersPlaying, ownSpace, silenceMs } from "~/shared/playing";
import { takeMediaKeys } from "./media-keys.ts";

/** A track as the player needs it. */
export interface PlayableTrack {
  id: string;
  title: string;
  artist: string;
  /** Null: there is nothing to hear, and it shows as playing for three seconds. */
  fileUrl: string | null;
  /** Whole seconds; null when unknown. */
  seconds: number | null;
  cover: Picture | null;
  waveform: string | null;
  /** What the downloaded file is called; null where it may not be downloaded. */
  downloadName: string | null;
}

/** Tracks that follow each other, and which list they are: only that one changes them while they play. */
export interface PlayableList {
  name: string;
  tracks: readonly PlayableTrack[];
}

export type Doing = "loading" | "playing" | "paused" | "failed";

export interface PlayerState {
  /** None while the player is away. */
  track: PlayableTrack | null;
  doing: Doing;
  /** Seconds. */
  position: number;
  /** Seconds; 0 while unknown. */
  duration: number;
  /** How far it is loaded, in seconds. */
  loaded: number;
  isRepeating: boolean;
  isMuted: boolean;
  /** From 0 to 1. */
  volume: number;
}

const atRest: PlayerState = {
  track: null,
  doing: "paused",
  position: 0,
  duration: 0,
  loaded: 0,
  isRepeating: false,
  isMuted: false,
  volume: 1,
};

export type Player = ReturnType<typeof createPlayer>;

/**
 * Plays tracks one at a time, whichever screen is open. [2 §4 Playback] It does nothing before `connect`, and makes
 * its audio element when something is played first.
 */
export function createPlayer() {
  const listeners = new Set<() => void>();
  let state = atRest;
  let list: PlayableList = { name: "", tracks: [] };
  let audio: HTMLAudioElement | undefined;
  let mediaKeys: ReturnType<typeof takeMediaKeys>;
  /** The timer of a track without a file while it shows as playing. */
  let silence: ReturnType<typeof setTimeout> | undefined;
  /** Where to begin as soon as the browser knows the file, in seconds. */
  let startAt = 0;
  /** How far the track had come when its file last failed: only from further on it is tried again unasked. */
  let failedAt = 0;

  function change(next: Partial<PlayerState>): void {
    state = { ...state, ...next };
    for (const listener of listeners) listener();
  }

  const position = () => (audio?.readyState ? audio.currentTime : startAt);
  // What the page says comes first: a file may be wrong about itself.
  const duration = () =>
    state.track?.seconds || (audio && Number.isFinite(audio.duration) ? audio.duration : 0);
  const isOn = () => silence !== undefined || !(!audio || audio.paused || audio.error);

  /** What it is doing. */
  function show(): void {
    if (!state.track || !audio) return;
    const isComing = silence === undefined && audio.readyState < HTMLMediaElement.HAVE_FUTURE_DATA;
    const doing: Doing = audio.error ? "failed" : !isOn() ? "paused" : isComing ? "loading" : "playing";
    const { buffered } = audio;
    change({
      doing,
      position: position(),
      duration: duration(),
      loaded: buffered.length ? buffered.end(buffered.length - 1) : 0,
    });
    mediaKeys?.show(isOn() ? "playing" : "paused", state.position, state.duration);
  }

  function start(track: PlayableTrack, from: PlayableList): void {
    list = from;
    clearTimeout(silence);
    silence = undefined;
    startAt = 0;
    failedAt = 0;
    audio ??= listenedTo(new Audio());
    if (track.fileUrl) audio.src = track.fileUrl;
    else empty();
    change({ track, position: 0, duration: track.seconds ?? 0, loaded: 0 });
    introduce(track);
    play();
  }

  function introduce({ title, artist, cover }: PlayableTrack): void {
    mediaKeys?.name(title, artist, cover ? (srcSet(cover) ?? cover.src) : "");
  }

  function play(): void {
    if (!state.track || !audio) return;
    if (!state.track.fileUrl) {
      clearTimeout(silence);
      silence = setTimeout(stop, silenceMs);
    } else {
      if (audio.error) {
        startAt = state.position;
        audio.load();
      }
      // Refused, or overtaken by another press: what came of it shows.
      audio.play().catch(show);
    }
    announcePlaying(player);
    show();
  }

  function pause(): void {
    clearTimeout(silence);
    silence = undefined;
    audio?.pause();
    show();
  }

  /** The end of a track is the end of the player. */
  function stop(): void {
    clearTimeout(silence);
    silence = undefined;
    empty();
    change({ track: null, doing: "paused" });
    mediaKeys?.show("none", 0, 0);
  }

  function empty(): void {
    if (!audio?.hasAttribute("src")) return;
    audio.removeAttribute("src");
    audio.load();
  }

  const toggle = () => (isOn() ? pause() : play());

  /** To the next track or the one before; from the last to the first, and back. */
  function skip(by: 1 | -1): void {
    const { tracks } = list;
    const at = tracks.findIndex(({ id }) => id === state.track?.id);
    const next = tracks.at((at + by) % tracks.length);
    if (next) start(next, list);
  }

  function seekTo(seconds: number): void {
    const to = Math.max(0, Math.min(seconds, duration()));
    if (audio?.readyState) audio.currentTime = to;
    else startAt = to;
    change({ position: to });
  }

  const seekBy = (seconds: number) => seekTo(position() + seconds);

  function listenedTo(made: HTMLAudioElement): HTMLAudioElement {
    made.loop = state.isRepeating;
    made.muted = state.isMuted;
    made.volume = state.volume;
    for (const event of [
      "play",
      "playing",
      "pause",
      "waiting",
      "canplay",
      "seeked",
      "timeupdate",
      "progress",
    ]) {
      made.addEventListener(event, show);
    }
    made.addEventListener("loadedmetadata", () => {
      if (startAt) made.currentTime = startAt;
      show();
    });
    made.addEventListener("ended", stop);
    made.addEventListener("volumechange", () => change({ isMuted: made.muted, volume: made.volume }));
    made.addEventListener("error", () => {
      if (!made.hasAttribute("src")) return;
      const at = state.position;
      if (made.paused || at <= failedAt) return show();
      failedAt = at;
      play();
    });
    return made;
  }

  function handleKey(event: KeyboardEvent): void {
    const { key, target, repeat } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.defaultPrevented) return;
    if (key !== " " || !state.track || (target instanceof Element && target.closest(ownSpace))) return;
    event.preventDefault();
    if (!repeat) toggle();
  }

  function tryAgain(): void {
    if (audio?.error && !audio.paused) play();
  }

  const player = {
    /** Takes the keys, and gives way to whatever else plays. @returns how to fall silent and give all back */
    connect(): () => void {
      mediaKeys = takeMediaKeys({ play, pause, stop, skip, seekTo, seekBy });
      const stopListening = onOthersPlaying(player, pause);
      document.addEventListener("keydown", handleKey);
      addEventListener("online", tryAgain);
      return () => {
        stop();
        stopListening();
        document.removeEventListener("keydown", handleKey);
        removeEventListener("online", tryAgain);
      };
    },
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    state: () => state,
    /** Begins with the track, or where it is on already, plays or pauses it. */
    press(track: PlayableTrack, from: PlayableList): void {
      if (track.id === state.track?.id && from.name === list.name) toggle();
      else start(track, from);
    },
    /** The list has changed: what plays goes on in its new place, under its new name, unless it has left the list. */
    follow(changed: PlayableList): void {
      if (!state.track || changed.name !== list.name) return;
      list = changed;
      const track = changed.tracks.find(({ id }) => id === state.track?.id);
      if (!track) stop();
      else if (track !== state.track) {
        change({ track });
        introduce(track);
      }
    },
    play,
    pause,
    toggle,
    stop,
    skip,
    seekTo,
    seekBy,
    repeat(): void {
      if (audio) audio.loop = !state.isRepeating;
      change({ isRepeating: !state.isRepeating });
    },
    mute(): void {
      if (audio) audio.muted = !state.isMuted;
    },
    setVolume(volume: number): void {
      if (!audio) return;
      audio.muted = false;
      audio.volume = volume;
    },
  };
  return player;
}
