import type { Picture } from "~/shared/picture";
import { announcePlaying, onOthersPlaying } from "~/shared/playing";
import { msg } from "~/shared/t";
import { takeMediaKeys } from "./media-keys.ts";
import { audio, onSound, prepareSound, putOn } from "./sounds.ts";

/** So long a track without a file shows as playing [1 §9, 2 §9], and so long one whose file is gone shows that. */
const silenceMs = 3_000;

/** So long before a track's end the next one is fetched, in seconds. */
const aheadSeconds = 20;

/**
 * So much of a file is fetched before it is pressed: Chromium begins with no less of an MP3 of many bits a second, and has
 * more than a second of it then.
 */
const partBytes = 65_536;

/** Of so many files that are in sight, while nobody has pressed any. */
const mostSeen = 4;

/** So long the server may take to say whether a file is still there. */
const askMs = 10_000;

/** Where the browser keeps how loud its visitor hears music. */
const volumeKey = "handbill:volume";

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

export const problemText = msg("Couldn't be loaded.");

export const repeatTexts = {
  off: msg("Repeat: off"),
  all: msg("Repeat: all"),
  one: msg("Repeat: one"),
} as const;

declare global {
  interface Navigator {
    /** Not in every browser. */
    readonly connection?: { readonly saveData: boolean };
  }
}

/** A track as the player needs it. */
export interface PlayableTrack {
  id: string;
  title: string;
  artist: string;
  /** The file that plays. Null: there is nothing to hear, and it shows as playing for three seconds. */
  fileUrl: string | null;
  /** Whole seconds; null or 0 when unknown. */
  seconds: number | null;
  /** For the lock screen: the address of a square picture, or several as in `srcset`. */
  artwork: string | undefined;
  // The view's further data of a track.
  cover?: Picture | null;
  /** As `shared/waveform.ts` reads it. */
  waveform?: string | null;
  /** The name of the downloaded file; null where it may not be downloaded. */
  downloadName?: string | null;
  /** Where the download isn't the file that is played. */
  downloadUrl?: string;
  /** The path of the page that is about it, for sharing it. */
  page?: string;
}

/** Tracks that follow each other, and which list they are: only that one changes them while they play. */
export interface PlayableList {
  name: string;
  tracks: readonly PlayableTrack[];
  /** After each track there is silence, unless the listener has the list repeated. */
  stopsAfterEach?: boolean;
}

export type Doing = "loading" | "playing" | "paused" | "failed";

/** What comes after a track, or after the last one of its list. */
export type Repeat = "off" | "all" | "one";

export interface Playing {
  track: PlayableTrack;
  doing: Doing;
  /** Seconds. */
  position: number;
  /** Seconds; 0 while unknown. */
  duration: number;
  /** How far it is loaded, in seconds. */
  loaded: number;
  repeat: Repeat;
  isShuffled: boolean;
  isMuted: boolean;
  /** From 0 to 1. */
  volume: number;
}

/** What a listener had on, as far as it can be written down. */
export interface Place extends Pick<Playing, "position" | "repeat" | "isShuffled" | "isMuted"> {
  list: PlayableList;
  id: string;
}

/** How the player is known to everything else that plays. */
const source = "player";
const listeners = new Set<() => void>();
let isListening = false;
let mediaKeys: ReturnType<typeof takeMediaKeys>;
let list: PlayableList = { name: "", tracks: [] };
let track: PlayableTrack | null = null;
let repeat: Repeat = "off";
let isShuffled = false;
/** A shuffled list is in the order of the lots that its tracks have drawn, by their ids. */
let lots = new Map<string, number>();
/** The timer of a track without a file while it shows as playing, else 0. */
let silence = 0;
/** The timer that ends a track whose file is gone. */
let leaving = 0;
/** Does the track play because its listener pressed it, and did nothing of it sound yet? */
let isAwaited = false;
/** How many tracks have failed one after the other. */
let failures = 0;
/** Where to begin as soon as the browser knows the file, in seconds. */
let startAt = 0;
/** The track's position when its file last failed: only from further on it is tried again without a press. */
let failedAt = 0;
let shown: Playing | null = null;
/** The files of which a beginning was fetched, or is. */
const begun = new Set<string>();
/** One comes after the other, until a press begins: they take a slow connection from nothing else. */
let lastPart = Promise.resolve();
let parts = new AbortController();

/** @param listener is called after each change. @returns how to hear no more of them */
export function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The current track, another object after each change; null while there is none. */
export const playing = () => shown;

/** What is on, and where; null while nothing is. */
export const place = (): Place | null =>
  shown && { list, id: shown.track.id, position: position(), repeat, isShuffled, isMuted: audio.muted };

/**
 * Shows a track at rest where its listener left it: a press goes on from there. Not while another is on. Its file is put on
 * by the press: WebKit shows a page as loading for three seconds more for a file that it isn't to fetch.
 */
export function rest(left: Place): void {
  const found = left.list.tracks.find(({ id }) => id === left.id);
  if (track || !found) return;
  listen();
  ({ list, isShuffled } = left);
  setRepeat(left.repeat);
  audio.muted = left.isMuted;
  drawLots(found);
  track = found;
  startAt = left.position;
  mediaKeys?.name(found);
  change();
}

/**
 * Begins with the track, or where it is on already, plays or pauses it. What follows comes from the list it was pressed in.
 * @param at where it begins, in seconds
 */
export function press(pressed: PlayableTrack, from: PlayableList, at = 0): void {
  listen();
  list = from;
  if (pressed.id === track?.id) toggle();
  else {
    drawLots(pressed);
    start(pressed, at);
    isAwaited = true;
  }
}

/**
 * A file may be pressed: so its beginning is fetched, where its listener doesn't save data.
 * @param sign its button is in sight, a pointer rests on it or it has the focus, or the press has begun
 */
export function prepare(fileUrl: string, sign: "seen" | "near" | "touched"): void {
  if (fileUrl === track?.fileUrl || isNearEnd() || savesData()) return;
  if (sign === "touched") {
    // What else is fetched would take a slow connection from it.
    parts.abort();
    prepareSound(fileUrl, "metadata");
  } else if (!begun.has(fileUrl) && (sign === "near" || (!track && begun.size < mostSeen))) {
    if (parts.signal.aborted) parts = new AbortController();
    const { signal } = parts;
    lastPart = lastPart
      .then(() => fetchPart(fileUrl, signal))
      .catch(() => {
        begun.delete(fileUrl);
      });
  }
  begun.add(fileUrl);
}

/**
 * Chromium, which alone tells of the connection, has an element ready with a part in its cache; without that it may fetch a
 * whole song over a fast connection. Other browsers keep no parts, and know to stop.
 */
async function fetchPart(fileUrl: string, signal: AbortSignal): Promise<void> {
  if (navigator.connection) {
    const headers = { Range: `bytes=0-${partBytes - 1}` };
    const ends = AbortSignal.any([signal, AbortSignal.timeout(askMs)]);
    await (await fetch(fileUrl, { headers, priority: "low", signal: ends })).arrayBuffer();
  }
  if (!signal.aborted) prepareSound(fileUrl, "metadata");
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
  if (!track.fileUrl) {
    silence = window.setTimeout(playOn, silenceMs);
    fetchAhead();
  } else {
    if (!audio.hasAttribute("src")) putOn(track.fileUrl);
    if (audio.error) reload();
    // Refused, or overtaken by another press: the state shows which.
    audio.play().catch(change);
  }
  announcePlaying(source);
  change();
}

export const toggle = () => (isOn() ? pause() : play());

/** Nothing is on any more. */
export function stop(): void {
  load(null);
  change();
}

/** To the next track or the one before; from the last to the first, and back. */
export function skip(by: 1 | -1): void {
  const next = neighbour(by, true);
  if (next) start(next);
}

/** A track is over. */
function playOn(): void {
  const next = following();
  if (next) start(next);
  else stop();
}

/** The track that begins by itself when this one is over. */
function following(): PlayableTrack | null | undefined {
  if (repeat === "one" && track?.fileUrl) return track;
  return list.stopsAfterEach && repeat !== "all" ? null : neighbour(1, repeat === "all");
}

/** @param goesRound from the last to the first, and back */
function neighbour(by: 1 | -1, goesRound: boolean): PlayableTrack | undefined {
  const tracks = isShuffled ? [...list.tracks].sort((one, other) => lotOf(one) - lotOf(other)) : list.tracks;
  const to = tracks.findIndex(({ id }) => id === track?.id) + by;
  return goesRound ? tracks.at(to % tracks.length) : tracks[to];
}

/** Shuffles the list anew, from that track on. */
function drawLots({ id }: PlayableTrack): void {
  lots = new Map([[id, -1]]);
}

function lotOf({ id }: PlayableTrack): number {
  const lot = lots.get(id) ?? Math.random();
  lots.set(id, lot);
  return lot;
}

/** By so many seconds, forwards or back, as far as the track goes. */
const seekBy = (seconds: number) => seekTo(position() + seconds);

/** The timeline was let go there. */
export function dropAt(seconds: number): void {
  // At its very end a track is over, and the bar would go from under the hand that moves it: there it waits.
  if (seconds >= duration() && !audio.loop) pause();
  seekTo(seconds);
}

/** From off to all, to one, to off. */
export function toggleRepeat(): void {
  setRepeat(repeat === "off" ? "all" : repeat === "all" ? "one" : "off");
  change();
}

function setRepeat(to: Repeat): void {
  repeat = to;
  audio.loop = to === "one";
}

export function toggleShuffle(): void {
  isShuffled = !isShuffled;
  if (track) drawLots(track);
  change();
}

export function toggleMute(): void {
  audio.muted = !audio.muted;
}

/** @param volume from 0 to 1; sets an end to silence */
export function setVolume(volume: number): void {
  audio.muted = false;
  audio.volume = volume;
  // None at all is for now: who comes back shall hear something.
  if (volume > 0) keepVolume(volume);
}

function keepVolume(volume: number): void {
  try {
    localStorage.setItem(volumeKey, `${volume}`);
  } catch {
    // A browser may keep nothing.
  }
}

function keptVolume(): number {
  try {
    return Number(localStorage.getItem(volumeKey)) || 1;
  } catch {
    return 1;
  }
}

const savesData = () => navigator.connection?.saveData;
const position = () => (audio.readyState ? audio.currentTime : startAt);
// The page's length comes first: a file may be wrong about itself.
const duration = () => track?.seconds || (Number.isFinite(audio.duration) ? audio.duration : 0);
// At its end a track is paused for a moment, which isn't worth showing.
const isOn = () => silence > 0 || !(audio.error || (audio.paused && !audio.ended));
const loaded = () => (audio.buffered.length ? audio.buffered.end(audio.buffered.length - 1) : 0);
const isComing = () => audio.readyState < audio.HAVE_FUTURE_DATA;
const isNearEnd = () => isOn() && (silence > 0 || duration() - position() < aheadSeconds);

/** Calls the subscribers with the current state. */
function change(): void {
  const { error, muted, volume } = audio;
  const on = isOn();
  shown = track && {
    track,
    doing: error ? "failed" : !on ? "paused" : isComing() && !silence ? "loading" : "playing",
    position: position(),
    duration: duration(),
    loaded: loaded(),
    repeat,
    isShuffled,
    isMuted: muted,
    volume,
  };
  for (const listener of listeners) listener();
  mediaKeys?.show(!track ? "none" : on ? "playing" : "paused", position(), duration());
}

/**
 * @param next null: playing ends and the player is hidden
 * @param at where it begins, in seconds
 */
function load(next: PlayableTrack | null, at = 0): void {
  endSilence();
  track = next;
  startAt = at;
  failedAt = 0;
  isAwaited = false;
  putOn(next?.fileUrl ?? null);
  seekToStart();
}

function start(next: PlayableTrack, at = 0): void {
  load(next, at);
  play();
  mediaKeys?.name(next);
}

function endSilence(): void {
  clearTimeout(silence);
  clearTimeout(leaving);
  silence = 0;
}

function pause(): void {
  endSilence();
  audio.pause();
  change();
}

/** Where the track begins, as soon as the browser knows its file. */
function seekToStart(): void {
  if (startAt && audio.readyState) audio.currentTime = startAt;
}

function seekTo(seconds: number): void {
  // What is paused isn't over.
  const end = duration() - (isOn() ? 0 : 0.1);
  const to = Math.max(0, Math.min(seconds, end));
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
  onOthersPlaying(source, pause);
  document.addEventListener("keydown", handleKey);
  onSound("play playing pause waiting canplay seeked timeupdate progress volumechange", change);
  onSound("loadedmetadata", () => {
    seekToStart();
    change();
  });
  onSound("playing", () => {
    isAwaited = false;
    failures = 0;
  });
  onSound("timeupdate", fetchAhead);
  onSound("ended", playOn);
  onSound("error", fail);
  onSound("stalled", wake);
  addEventListener("online", () => {
    if (audio.error && !audio.paused) play();
  });
  audio.volume = keptVolume();
}

/** The next track's file, so that no silence is between the two. */
function fetchAhead(): void {
  const url = isNearEnd() && following()?.fileUrl;
  if (url && !audio.loop) prepareSound(url, savesData() ? "metadata" : "auto");
}

/** WebKitGTK may wait for ever for a file that is here as a whole. It plays one that is loaded anew. */
function wake(): void {
  if (audio.paused || !isComing() || !(loaded() > audio.duration * 0.99)) return;
  reload();
  play();
}

function reload(): void {
  startAt = position();
  audio.load();
}

function fail(): void {
  const at = position();
  if (!audio.paused && at > failedAt) {
    failedAt = at;
    play();
  } else {
    change();
    if (!audio.paused && !isAwaited) leaveIfGone();
  }
}

/**
 * A track that can't be played doesn't end the list: once its problem has been shown, the next one begins. While the
 * server can't be reached, it waits.
 */
async function leaveIfGone(): Promise<void> {
  const failed = track;
  const signal = AbortSignal.timeout(askMs);
  const answer = await fetch(failed?.fileUrl ?? "", { method: "HEAD", signal }).catch(() => null);
  const next = following();
  if (track !== failed || !audio.error || !answer || answer.status >= 500 || !next || next === failed) return;
  failures += 1;
  // Each has failed once.
  if (failures >= list.tracks.length) return;
  leaving = window.setTimeout(playOn, document.hidden ? 0 : silenceMs);
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
