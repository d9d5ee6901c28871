import { formatDuration } from "~/shared/duration";
import {
  announcePlaying,
  arrowSeconds,
  onOthersPlaying,
  ownSpace,
  playProblemText,
  silenceMs,
} from "~/shared/playing";
import { waveformOutline } from "~/shared/waveform";
import type { IconName } from "~/ui/icon";
import { takeMediaKeys } from "~/ui/media-keys";

interface State {
  /** The play button of the track that is on; none while the bar is away. */
  button?: HTMLElement;
  /** The timer of a track without a file while it shows as playing, else 0. */
  silence: number;
  /** Where to begin as soon as the browser knows the file, in seconds. */
  startAt: number;
  /** How far the track had come when its file last failed: only from further on it is tried again unasked. */
  failedAt: number;
  /** While the timeline is dragged, it shows where it would go instead of where the track is. */
  isDragged: boolean;
}

const atRest: State = { silence: 0, startAt: 0, failedAt: 0, isDragged: false };

/**
 * Plays the page's tracks in the bar at its foot, one at a time. [1 §4 Track playback] A press is answered within its
 * own click handler: the sound asked for and the bar shown, whatever else is still on its way.
 */
export function startPlayer(): void {
  const bar = document.getElementById("player");
  if (bar) runPlayer(bar);
}

function runPlayer(bar: HTMLElement): void {
  const seek = partOf(bar, HTMLInputElement, ".player-seek");
  const volume = partOf(bar, HTMLInputElement, ".player-volume input");
  const wave = partOf(bar, HTMLElement, ".player-wave");
  const elapsed = partOf(bar, HTMLElement, ".player-elapsed");
  const total = partOf(bar, HTMLElement, ".player-total");
  const problem = partOf(bar, HTMLElement, ".player-problem");
  const muteButton = partOf(bar, HTMLElement, "[data-player=mute]");
  const repeatButton = partOf(bar, HTMLElement, "[data-player=repeat]");
  const playButton = partOf(bar, HTMLElement, ".player-buttons [data-player=toggle]");
  /** In the page's header: begins with the first track, then follows whichever is on. */
  const opener = document.querySelector<HTMLElement>("[data-play-first]");

  const audio = new Audio();
  let state: State = { ...atRest };

  const position = () => (audio.readyState ? audio.currentTime : state.startAt);
  // What the page says comes first: a file may be wrong about itself.
  const duration = () =>
    Number(state.button?.dataset.seconds) || (Number.isFinite(audio.duration) ? audio.duration : 0);
  const isPlaying = () => state.silence > 0 || !(audio.paused || audio.error);

  function start(button: HTMLElement): void {
    leave();
    state = { ...atRest, button };
    if (button.dataset.src) audio.src = button.dataset.src;
    else emptyAudio();
    play();
    bar.hidden = false;
    introduce(button);
  }

  function leave(): void {
    const { button, silence } = state;
    clearTimeout(silence);
    state = { ...atRest };
    if (button) {
      for (const each of [button, opener]) if (each) offer(each, "Play");
      delete rowOf(button).dataset.state;
    }
  }

  function emptyAudio(): void {
    if (!audio.hasAttribute("src")) return;
    audio.removeAttribute("src");
    audio.load();
  }

  function play(): void {
    const { button } = state;
    if (!button) return;
    if (!button.dataset.src) {
      clearTimeout(state.silence);
      state.silence = window.setTimeout(stop, silenceMs);
    } else {
      if (audio.error) {
        state.startAt = position();
        audio.load();
      }
      // Refused, or overtaken by another press: what came of it shows.
      audio.play().catch(show);
    }
    announcePlaying(audio);
    show();
  }

  function pause(): void {
    clearTimeout(state.silence);
    state.silence = 0;
    audio.pause();
    show();
  }

  const toggle = () => (isPlaying() ? pause() : play());

  /** Back to where the page was before anything was played; so is the end of a track. */
  function stop(): void {
    const { button } = state;
    const hadFocus = bar.contains(document.activeElement);
    leave();
    emptyAudio();
    bar.hidden = true;
    mediaKeys?.show("none", 0, 0);
    if (hadFocus) button?.focus({ preventScroll: true });
  }

  function skip(tracks: 1 | -1): void {
    const buttons = [...document.querySelectorAll<HTMLElement>("[data-play]")];
    const next = state.button && buttons.at((buttons.indexOf(state.button) + tracks) % buttons.length);
    if (next) start(next);
  }

  function seekTo(seconds: number): void {
    const to = Math.max(0, Math.min(seconds, duration()));
    if (audio.readyState) audio.currentTime = to;
    else state.startAt = to;
    showTime(to, true);
  }

  const seekBy = (seconds: number) => seekTo(position() + seconds);

  /** Which track it is. */
  function introduce(button: HTMLElement): void {
    const row = rowOf(button);
    const title = row.querySelector(".track-title")?.textContent ?? "";
    const artist = partOf(bar, HTMLElement, ".player-artist").textContent;
    const cover = row.querySelector(".track-cover");
    partOf(bar, HTMLElement, ".player-title").textContent = title;
    partOf(bar, HTMLElement, ".player-cover").replaceChildren(...copies(cover));
    partOf(bar, HTMLElement, ".player-download").replaceChildren(...copies(row.querySelector("[download]")));
    const { waveform } = button.dataset;
    wave.hidden = !waveform;
    if (waveform) wave.style.clipPath = waveformOutline(waveform);
    const picture = cover instanceof HTMLImageElement ? cover.srcset || cover.src : bar.dataset.artwork;
    mediaKeys?.name(title, artist, picture ?? "");
  }

  /** What it is doing. */
  function show(): void {
    const { button, silence } = state;
    if (!button) return;
    const isOn = isPlaying();
    const isComing = isOn && !silence && audio.readyState < HTMLMediaElement.HAVE_FUTURE_DATA;
    const doing = audio.error ? "failed" : isComing ? "loading" : isOn ? "playing" : "paused";
    for (const element of [bar, rowOf(button)]) element.dataset.state = doing;
    for (const each of [button, playButton, opener]) if (each) offer(each, isOn ? "Pause" : "Play");
    write(problem, audio.error ? playProblemText : "");
    showTime();
    mediaKeys?.show(isOn ? "playing" : "paused", position(), duration());
  }

  /** @param isAsked by whoever moves the timeline: otherwise it isn't said aloud, every second, over the music */
  function showTime(at = position(), isAsked = false): void {
    if (state.isDragged && !isAsked) return;
    const all = duration();
    const text = formatDuration(at);
    const { buffered } = audio;
    seek.max = String(all);
    seek.value = String(at);
    seek.disabled = !all || !audio.hasAttribute("src");
    fill(seek, at / all, buffered.length ? buffered.end(buffered.length - 1) / all : 0);
    if (isAsked || document.activeElement !== seek) seek.ariaValueText = `${text} of ${formatDuration(all)}`;
    write(elapsed, text);
    write(total, formatDuration(all));
  }

  function showVolume(): void {
    const { muted } = audio;
    volume.value = String(muted ? 0 : audio.volume);
    fill(volume, Number(volume.value));
    muteButton.ariaPressed = String(muted);
    setIcon(muteButton, muted ? "muted" : "volume");
  }

  const actions: Record<string, () => void> = {
    toggle,
    stop,
    previous: () => skip(-1),
    next: () => skip(1),
    repeat() {
      audio.loop = !audio.loop;
      repeatButton.ariaPressed = String(audio.loop);
    },
    mute() {
      audio.muted = !audio.muted;
    },
  };
  const mediaKeys = takeMediaKeys({ play, pause, stop, skip, seekTo, seekBy });
  onOthersPlaying(audio, pause);

  document.addEventListener("click", ({ target }) => {
    const control =
      target instanceof Element && target.closest<HTMLElement>("[data-play],[data-player],[data-play-first]");
    if (!control) return;
    const action = control.dataset.player;
    const track =
      control === opener ? (state.button ?? document.querySelector<HTMLElement>("[data-play]")) : control;
    if (action) actions[action]?.();
    else if (track === state.button) toggle();
    else if (track) start(track);
  });
  bar.addEventListener("input", ({ target }) => {
    if (target === seek) {
      state.isDragged = true;
      showTime(Number(seek.value), true);
    } else {
      audio.muted = false;
      audio.volume = Number(volume.value);
    }
  });
  seek.addEventListener("change", () => {
    state.isDragged = false;
    const to = Number(seek.value);
    // At its very end a track is over, and the bar would go from under the hand that moves it: there it waits.
    const isLast = to >= duration() && !audio.loop;
    if (isLast) pause();
    seekTo(isLast ? to - 0.1 : to);
  });
  // Let go of where it was, it doesn't change.
  for (const end of ["pointerup", "pointercancel"]) {
    addEventListener(end, () => {
      state.isDragged = false;
    });
  }
  document.addEventListener("keydown", (event) => {
    const { key, target, repeat } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const by = target === seek && arrowSeconds[key];
    if (by) seekBy(by);
    else if (key === " " && state.button && !(target instanceof Element && target.closest(ownSpace))) {
      if (!repeat) toggle();
    } else return;
    event.preventDefault();
  });

  for (const change of ["play", "playing", "pause", "waiting", "canplay", "seeked"]) {
    audio.addEventListener(change, show);
  }
  for (const step of ["timeupdate", "progress"]) {
    audio.addEventListener(step, () => showTime());
  }
  audio.addEventListener("loadedmetadata", () => {
    if (state.startAt) audio.currentTime = state.startAt;
    show();
  });
  audio.addEventListener("ended", stop);
  audio.addEventListener("volumechange", showVolume);
  audio.addEventListener("error", () => {
    const at = position();
    if (audio.paused || at <= state.failedAt) return show();
    state.failedAt = at;
    play();
  });
  addEventListener("online", () => {
    if (audio.error && !audio.paused) play();
  });
}

function partOf<Part extends Element>(bar: HTMLElement, type: new () => Part, selector: string): Part {
  const found = bar.querySelector(selector);
  if (found instanceof type) return found;
  throw new TypeError(`The player has no ${selector}.`);
}

function rowOf(button: HTMLElement): HTMLElement {
  return button.closest("li") ?? button;
}

function copies(node: Node | null): Node[] {
  return node ? [node.cloneNode(true)] : [];
}

/** Several times a second nothing has changed, and nothing shall be laid out anew. */
function write(element: HTMLElement, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}

/** What a press will do, for the eye and the ear. */
function offer(button: HTMLElement, verb: "Play" | "Pause"): void {
  button.ariaLabel = `${button.ariaLabel}`.replace(/^\w+/, verb);
  setIcon(button, verb === "Play" ? "play" : "pause");
}

function setIcon(button: HTMLElement, name: IconName): void {
  button.querySelector("use")?.setAttribute("href", `#icon-${name}`);
}

/** How much of a slider, and of what is drawn beneath it, is coloured and how much is ready, from 0 to 1. */
function fill({ parentElement }: HTMLElement, done: number, ready = 0): void {
  parentElement?.style.setProperty("--done", String(Math.min(done, 1) || 0));
  parentElement?.style.setProperty("--ready", String(Math.min(ready, 1) || 0));
}
