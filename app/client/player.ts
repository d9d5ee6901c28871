import type { Picture } from "~/shared/picture";
import { announcePlaying, onOthersPlaying } from "~/shared/playing";
import { takeMediaKeys } from "./media-keys.ts";

/** So long a track without a file shows as playing. [1 §9, 2 §9] */
const silenceMs = 3_000;

/** How far the arrow keys move on the timeline, which is marked with `data-seek`, in seconds. */
const arrowSeconds: Record<string, number | undefined> = {
  ArrowLeft: -5,
  ArrowDown: -5,
  ArrowRight: 5,
  ArrowUp: 5,
};

/** How far the system's own controls move where they don't say it themselves, in seconds. */
const mediaKeySeconds = 10;

/** Where the space bar has a meaning of its own. A link has none: a visitor who followed one still pauses with it. */
const ownSpace = "button,input,select,textarea,summary,audio,video,iframe,dialog,[contenteditable]";

export const problemText = "Couldn't be loaded.";

/** A track as the player needs it. */
export interface PlayableTrack {
  id: string;
  title: string;
  artist: string;
  /** Null: there is nothing to hear, and it shows as playing for three seconds. */
  fileUrl: string | null;
  /** Whole seconds; null or 0 when unknown. */
  seconds: number | null;
  /** For the lock screen: the address of a square picture, or several as in `srcset`. */
  artwork: string | undefined;
  // The view's further data of a track, unless it finds them on its page.
  cover?: Picture | null;
  /** As `shared/waveform.ts` reads it. */
  waveform?: string | null;
  /** The name of the downloaded file; null where it may not be downloaded. */
  downloadName?: string | null;
}

/** Tracks that follow each other, and which list they are: only that one changes them while they play. */
export interface PlayableList {
  name: string;
  tracks: readonly PlayableTrack[];
}

export type Doing = "loading" | "playing" | "paused" | "failed";

export interface Playing {
  track: PlayableTrack;
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

// A server that draws a screen with the player on it has none, and plays nothing.
const audio = globalThis.Audio && new Audio();
const listeners = new Set<() => void>();
let isListening = false;
let mediaKeys: ReturnType<typeof takeMediaKeys>;
let list: PlayableList = { name: "", tracks: [] };
let track: PlayableTrack | null = null;
/** The timer of a track without a file while it shows as playing, else 0. */
let silence = 0;
/** Where to begin as soon as the browser knows the file, in seconds. */
let startAt = 0;
/** The track's position when its file last failed: only from further on it is tried again without a press. */
let failedAt = 0;
let shown: Playing | null = null;

/** @param listener is called after each change. @returns how to hear no more of them */
export function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The current track, another object after each change; null while there is none. */
export const playing = () => shown;

/** Begins with the track, or where it is on already, plays or pauses it. */
export function press(pressed: PlayableTrack, from: PlayableList): void {
  if (pressed.id === track?.id && from.name === list.name) toggle();
  else start(pressed, from);
}

/**
 * The list has changed: the current track goes on in its new place, under its new name, unless it has left the list.
 */
export function follow(changed: PlayableList): void {
  if (!track || changed.name !== list.name) return;
  list = changed;
  const found = changed.tracks.find(({ id }) => id === track?.id);
  if (!found) stop();
  else if (found !== track) {
    track = found;
    mediaKeys?.name(found);
    change();
  }
}

export function play(): void {
  if (!track) return;
  endSilence();
  if (!track.fileUrl) silence = window.setTimeout(stop, silenceMs);
  else {
    if (audio.error) {
      startAt = position();
      audio.load();
    }
    // Refused, or overtaken by another press: the state shows which.
    audio.play().catch(change);
  }
  announcePlaying(audio);
  change();
}

export const toggle = () => (isOn() ? pause() : play());

/** So is the end of a track: nothing is on any more. */
export function stop(): void {
  load(null);
  change();
}

/** To the next track or the one before; from the last to the first, and back. */
export function skip(by: 1 | -1): void {
  const { tracks } = list;
  const next = tracks.at((tracks.findIndex(({ id }) => id === track?.id) + by) % tracks.length);
  if (next) start(next, list);
}

/** By so many seconds, forwards or back, as far as the track goes. */
const seekBy = (seconds: number) => seekTo(position() + seconds);

/** The timeline was let go there. */
export function dropAt(seconds: number): void {
  // At its very end a track is over, and the bar would go from under the hand that moves it: there it waits.
  const isLast = seconds >= duration() && !audio.loop;
  if (isLast) pause();
  seekTo(isLast ? seconds - 0.1 : seconds);
}

export function toggleRepeat(): void {
  audio.loop = !audio.loop;
  change();
}

export function toggleMute(): void {
  audio.muted = !audio.muted;
}

/** @param volume from 0 to 1; sets an end to silence */
export function setVolume(volume: number): void {
  audio.muted = false;
  audio.volume = volume;
}

const position = () => (audio.readyState ? audio.currentTime : startAt);
// The page's length comes first: a file may be wrong about itself.
const duration = () => track?.seconds || (Number.isFinite(audio.duration) ? audio.duration : 0);
const isOn = () => silence > 0 || !(audio.paused || audio.error);

/** Calls the subscribers with the current state. */
function change(): void {
  const { buffered, error, loop, muted, volume } = audio;
  const on = isOn();
  const isComing = !silence && audio.readyState < audio.HAVE_FUTURE_DATA;
  shown = track && {
    track,
    doing: error ? "failed" : !on ? "paused" : isComing ? "loading" : "playing",
    position: position(),
    duration: duration(),
    loaded: buffered.length && buffered.end(buffered.length - 1),
    isRepeating: loop,
    isMuted: muted,
    volume,
  };
  for (const listener of listeners) listener();
  mediaKeys?.show(!track ? "none" : on ? "playing" : "paused", position(), duration());
}

/** @param next none: playing ends and the player is hidden */
function load(next: PlayableTrack | null): void {
  endSilence();
  track = next;
  startAt = failedAt = 0;
  if (next?.fileUrl) audio.src = next.fileUrl;
  else if (audio.hasAttribute("src")) {
    audio.removeAttribute("src");
    audio.load();
  }
}

function start(next: PlayableTrack, from: PlayableList): void {
  listen();
  list = from;
  load(next);
  play();
  mediaKeys?.name(next);
}

function endSilence(): void {
  clearTimeout(silence);
  silence = 0;
}

function pause(): void {
  endSilence();
  audio.pause();
  change();
}

function seekTo(seconds: number): void {
  const to = Math.max(0, Math.min(seconds, duration()));
  if (audio.readyState) audio.currentTime = to;
  else startAt = to;
  change();
}

/** Listens to the audio element, the keyboard, the system's controls and other players: from the first track on. */
function listen(): void {
  if (isListening) return;
  isListening = true;
  mediaKeys = takeMediaKeys([
    ["play", play],
    ["pause", pause],
    ["stop", stop],
    ["previoustrack", () => skip(-1)],
    ["nexttrack", () => skip(1)],
    ["seekto", ({ seekTime = 0 }) => seekTo(seekTime)],
    ["seekbackward", ({ seekOffset = mediaKeySeconds }) => seekBy(-seekOffset)],
    ["seekforward", ({ seekOffset = mediaKeySeconds }) => seekBy(seekOffset)],
  ]);
  onOthersPlaying(audio, pause);
  document.addEventListener("keydown", handleKey);
  const changes = "play playing pause waiting canplay seeked timeupdate progress volumechange";
  for (const type of changes.split(" ")) audio.addEventListener(type, change);
  audio.addEventListener("loadedmetadata", () => {
    if (startAt) audio.currentTime = startAt;
    change();
  });
  audio.addEventListener("ended", stop);
  audio.addEventListener("error", () => {
    const at = position();
    if (audio.paused || at <= failedAt) return change();
    failedAt = at;
    play();
  });
  addEventListener("online", () => {
    if (audio.error && !audio.paused) play();
  });
}

function handleKey(event: KeyboardEvent): void {
  const { key, target, repeat } = event;
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.defaultPrevented) return;
  if (!track || !(target instanceof Element)) return;
  const seconds = target.closest("[data-seek]") && arrowSeconds[key];
  if (seconds) seekBy(seconds);
  else if (key !== " " || target.closest(ownSpace)) return;
  else if (!repeat) toggle();
  event.preventDefault();
}
