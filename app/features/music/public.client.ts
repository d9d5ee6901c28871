import * as player from "~/client/player";
import { whenIdle } from "~/client/when-idle";
import type { IconName } from "~/public-ui/icon";
import { formatDuration } from "~/shared/duration";
import { onEachPage } from "~/shared/page-change";
import { t } from "~/shared/t";
import { waveformOutline } from "~/shared/waveform";
import { isNewVisit, keepPlace, takeUpPlace } from "./place.client.ts";

/** So long a pointer rests on a track, or the focus, before its beginning is fetched. */
const dwellMs = 80;

/** The one picture of a cover that is for a locked phone: far larger than the bar needs. */
const forLockScreen = /, \S+ [\d.]{3,}x$/;

/**
 * Plays the page's tracks in the bar at its foot, one at a time. [1 §4 Track playback] A press is answered within its
 * own click handler: the sound asked for and the bar shown, whatever else is still on its way. The bar and what plays
 * stay when another page takes this one's place; that page's rows are read then.
 */
export function startPlayer(): void {
  let isRunning = false;
  onEachPage(() => {
    const bar = !isRunning && document.getElementById("player");
    if (!bar) return;
    isRunning = true;
    runPlayer(bar);
  });
}

function runPlayer(bar: HTMLElement): void {
  function part(selector: string): HTMLElement;
  function part<Part extends HTMLElement>(selector: string, type: new () => Part): Part;
  function part(selector: string, type = HTMLElement): HTMLElement {
    const found = bar.querySelector(selector);
    if (found instanceof type) return found;
    throw new TypeError(`No ${selector}.`);
  }
  const seek = part("[data-seek]", HTMLInputElement);
  const volume = part(".player-volume input", HTMLInputElement);
  const wave = part(".player-wave");
  const cover = part(".player-cover");
  const download = part(".player-download", HTMLAnchorElement);
  const elapsed = part(".player-elapsed");
  const total = part(".player-total");
  const problem = part(".player-problem");
  const muteButton = part("[data-player=mute]");
  const repeatButton = part("[data-player=repeat]");
  const shuffleButton = part("[data-player=shuffle]");
  const playButton = part(".player-buttons [data-player=toggle]");
  const share = part(".player-share");
  /** Each begins with the first track of the page, or of its own list, then follows the one that is on. */
  let openers: HTMLElement[] = [];
  let buttons: HTMLElement[] = [];
  /** The shapes of tracks on the page. */
  let waves: HTMLElement[] = [];
  /** Read from the page when they are needed first, by their names. */
  let lists = new Map<string, player.PlayableList>();
  /** Where the page's address says that its first track begins, in seconds: at its first press. */
  let startAt = 0;
  let shown: player.Playing | null = null;
  /** While the timeline is dragged, it shows where it would go instead of where the track is. */
  let isDragged = false;

  function trackOf(button: HTMLElement): player.PlayableTrack {
    const { play: id = "", src: fileUrl = null, seconds = 0, waveform } = button.dataset;
    const row = rowOf(button);
    const picture = row.querySelector<HTMLImageElement>("img.track-cover");
    const link = row.querySelector<HTMLAnchorElement>("[download]");
    return {
      id,
      fileUrl,
      seconds: Number(seconds),
      waveform,
      title: row.querySelector(".track-title")?.textContent ?? "",
      artist: part(".player-artist").textContent,
      artwork: picture ? picture.srcset || picture.src : bar.dataset.artwork,
      downloadName: link?.download,
      downloadUrl: link?.getAttribute("href") ?? undefined,
      page: row.querySelector<HTMLAnchorElement>(".track-page")?.pathname ?? location.pathname,
    };
  }

  /** The page's list that this row is in, named by its address: on another page of the artist it is still known. */
  function listOf(button: HTMLElement | undefined): player.PlayableList {
    const id = button?.closest("ol")?.id ?? "";
    const name = id ? `${location.pathname}#${id}` : location.pathname;
    const stopsAfterEach = !!document.querySelector("[data-stops-after-each]");
    const list = lists.get(name) ?? { name, tracks: buttonsIn(id).map(trackOf), stopsAfterEach };
    lists.set(name, list);
    return list;
  }

  /** The rows' buttons of one of the page's lists, or of one track. @param id empty for the list without one */
  const buttonsIn = (id: string) =>
    buttons.filter((button) => button.closest("ol")?.id === id || button.dataset.play === id);

  /** An opener is for the track that is on, or the first. */
  function rowButton(control: HTMLElement): HTMLElement {
    const { playFirst } = control.dataset;
    if (playFirst === undefined) return control;
    const all = playFirst ? buttonsIn(playFirst) : buttons;
    return all.find((button) => button.dataset.play === shown?.track.id) ?? all[0] ?? control;
  }

  /** @param from where the track begins, in seconds; else where the page's address says that its first one does */
  function press(control: HTMLElement, from?: number): void {
    const button = rowButton(control);
    const list = listOf(button);
    const track = list.tracks.find(({ id }) => id === button.dataset.play);
    if (!track) return;
    const isStart = button === buttons[0] && startAt < Number(track.seconds);
    player.press(track, list, from ?? (isStart ? startAt : 0));
    if (isStart) startAt = 0;
  }

  /** The shape of a track was pressed: it goes on, or begins, from there. */
  function pressWave(wave: HTMLElement, x: number): void {
    const { left, width } = wave.getBoundingClientRect();
    const share = (x - left) / width;
    const button = buttons.find(({ dataset }) => dataset.play === wave.dataset.wave);
    if (shown && shown.track.id === wave.dataset.wave) player.dropAt(share * shown.duration);
    else if (button) press(button, share * Number(button.dataset.seconds ?? 0));
  }

  /** A link to a moment of a track. @returns whether it is played: it is on, or stands on this page */
  function pressMoment({ dataset: { moment, at } }: HTMLElement): boolean {
    const button = buttons.find(({ dataset }) => dataset.play === moment);
    if (shown?.track.id === moment) {
      player.dropAt(Number(at));
      player.play();
    } else if (button) press(button, Number(at));
    else return false;
    return true;
  }

  const buttonOf = (on: player.Playing | null) =>
    buttons.find((button) => button.dataset.play === on?.track.id);

  function show(): void {
    const before = shown;
    const now = player.playing();
    shown = now;
    const isOther = now?.track.id !== before?.track.id;
    if (isOther || now?.doing !== before?.doing) showDoing(before, now);
    if (now) {
      if (isOther) introduce(now.track);
      if (!isDragged) showTime(now, !seek.matches(":focus"));
      showModes(now);
    } else {
      const hadFocus = bar.matches(":focus-within");
      bar.hidden = true;
      // A row that is folded away takes no focus.
      const row = buttonOf(before);
      if (hadFocus) (row?.checkVisibility() ? row : openers[0])?.focus({ preventScroll: true });
    }
  }

  /** Which track it is. */
  function introduce(track: player.PlayableTrack): void {
    const { title, artwork, waveform, downloadName } = track;
    bar.dataset.track = track.id;
    bar.hidden = false;
    part(".player-title").textContent = title;
    const hasCover = artwork && artwork !== bar.dataset.artwork;
    const picture = hasCover
      ? Object.assign(new Image(), {
          alt: "",
          width: 56,
          height: 56,
          sizes: "3.5rem",
          srcset: artwork.replace(forLockScreen, ""),
        })
      : document.createElement("span");
    picture.className = "track-cover";
    cover.replaceChildren(picture);
    download.hidden = !downloadName;
    download.href = track.downloadUrl ?? "";
    download.download = downloadName ?? "";
    download.ariaLabel = t("Download {title}", { title });
    share.hidden = !track.page;
    Object.assign(share.dataset, { path: track.page, title, track: track.id });
    wave.hidden = !waveform;
    if (waveform) wave.style.clipPath = waveformOutline(waveform);
  }

  /** In the bar, in the header and in the track's own row, where the page has one. */
  function showDoing(before: player.Playing | null, now: player.Playing | null): void {
    const left = buttonOf(before);
    const button = buttonOf(now);
    if (left && left !== button) {
      delete rowOf(left).dataset.state;
      offer(left, false);
    }
    if (now) bar.dataset.state = now.doing;
    if (now && button) rowOf(button).dataset.state = now.doing;
    const isOn = now?.doing === "playing" || now?.doing === "loading";
    for (const each of [button, playButton]) if (each) offer(each, isOn);
    for (const opener of openers) offer(opener, isOn && rowButton(opener) === button);
    write(problem, now?.doing === "failed" ? t(player.problemText) : "");
  }

  /** A page that is shown again may still say what was on when it was left. */
  function readPage(): void {
    const all = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)];
    openers = all("[data-play-first]");
    buttons = all("[data-play]");
    waves = all("[data-wave]");
    lists = new Map();
    startAt = Number.parseInt(new URLSearchParams(location.search).get("t") ?? "", 10) || 0;
    for (const button of buttons) {
      const { dataset } = rowOf(button);
      if (!dataset.state) continue;
      delete dataset.state;
      offer(button, false);
    }
    showDoing(null, shown);
    prepareSeen();
  }

  /** The page's tracks whose buttons come in sight, once the browser has nothing better to do. */
  function prepareSeen(): void {
    const sight = new IntersectionObserver((changes) => {
      for (const { isIntersecting, target } of changes) {
        if (isIntersecting && target instanceof HTMLElement) prepare(target, "seen");
      }
    });
    whenIdle(() => {
      for (const control of [...openers, ...buttons]) sight.observe(control);
    });
  }

  function prepare(control: HTMLElement, sign: Parameters<typeof player.prepare>[1]): void {
    const { src } = rowButton(control).dataset;
    if (src) player.prepare(src, sign);
  }

  /** @param isSaid aloud too: not every second, over the music, while the slider has the focus */
  function showTime(
    { track, position, duration, loaded }: player.Playing,
    isSaid: boolean,
    at = position,
  ): void {
    const text = formatDuration(at);
    const all = formatDuration(duration);
    seek.max = `${duration}`;
    seek.valueAsNumber = at;
    seek.disabled = !duration || !track.fileUrl;
    fill(seek, at / duration, loaded / duration);
    for (const wave of waves) {
      if (wave.dataset.wave === track.id) wave.style.setProperty("--done", `${at / duration}`);
    }
    if (isSaid) seek.ariaValueText = t("{position} of {duration}", { position: text, duration: all });
    write(elapsed, text);
    write(total, all);
  }

  /** Where the timeline is has been asked for. */
  function showPosition(at?: number): void {
    if (shown) showTime(shown, true, at);
  }

  function showModes({ repeat, isShuffled, isMuted, volume: loudness }: player.Playing): void {
    shuffleButton.ariaPressed = `${isShuffled}`;
    repeatButton.ariaLabel = t(player.repeatTexts[repeat]);
    repeatButton.dataset.repeat = repeat;
    setIcon(repeatButton, repeat === "one" ? "repeatOne" : "repeat");
    muteButton.ariaPressed = `${isMuted}`;
    setIcon(muteButton, isMuted ? "muted" : "volume");
    volume.valueAsNumber = isMuted ? 0 : loudness;
    fill(volume, volume.valueAsNumber);
  }

  const actions: Record<string, () => void> = {
    toggle: player.toggle,
    stop: player.stop,
    previous: () => player.skip(-1),
    next: () => player.skip(1),
    repeat: player.toggleRepeat,
    shuffle: player.toggleShuffle,
    mute: player.toggleMute,
  };
  player.subscribe(show);
  onEachPage(readPage);
  keepPlace();
  // Who followed a link to a second of the first track wants that.
  if (!startAt || !isNewVisit()) {
    takeUpPlace((name) => buttons.map(listOf).find((list) => list.name === name));
  }

  const on = (target: EventTarget, types: string, handle: (event: Event) => void) => {
    for (const type of types.split(" ")) target.addEventListener(type, handle);
  };
  const nearest = ({ target }: Event, selector: string) =>
    target instanceof Element ? target.closest<HTMLElement>(selector) : null;
  on(document, "click", (event) => {
    if (!(event instanceof MouseEvent)) return;
    const wave = nearest(event, "[data-wave]");
    if (wave) return pressWave(wave, event.clientX);
    const moment = nearest(event, "[data-moment]");
    const isElsewhere = event.ctrlKey || event.metaKey || event.shiftKey;
    if (moment && !isElsewhere && pressMoment(moment)) return event.preventDefault();
    const control = nearest(event, "[data-play],[data-player],[data-play-first]");
    const action = control?.dataset.player;
    if (action) actions[action]?.();
    else if (control) press(control);
  });
  on(bar, "input", ({ target }) => {
    if (target === volume) player.setVolume(volume.valueAsNumber);
    else {
      isDragged = true;
      showPosition(seek.valueAsNumber);
    }
  });
  on(seek, "change", () => {
    isDragged = false;
    player.dropAt(seek.valueAsNumber);
    showPosition();
  });
  on(seek, "keyup", () => showPosition());
  // Let go of where it was, it doesn't change.
  on(window, "pointerup pointercancel", () => {
    isDragged = false;
  });

  // At a touch no timer is waited for: Chromium lets none run until it knows what the finger does.
  let dwelling = 0;
  on(document, "pointerover focusin pointerdown", (event) => {
    clearTimeout(dwelling);
    const control = nearest(event, "[data-play],[data-play-first]");
    if (!control) return;
    if (event.type === "pointerdown") prepare(control, "touched");
    else dwelling = window.setTimeout(prepare, dwellMs, control, "near");
  });
}

function rowOf(button: HTMLElement): HTMLElement {
  return button.closest("li") ?? button;
}

/** Several times a second nothing has changed, and nothing shall be laid out anew. */
function write(element: HTMLElement, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}

/** Shows the button's next action, to screen readers too. */
function offer(button: HTMLElement, isOn: boolean): void {
  const title = button.dataset.name ?? rowOf(button).querySelector(".track-title")?.textContent;
  button.ariaLabel = title
    ? t(isOn ? "Pause {title}" : "Play {title}", { title })
    : t(isOn ? "Pause|verb" : "Play|verb");
  setIcon(button, isOn ? "pause" : "play");
}

function setIcon(button: HTMLElement, name: IconName): void {
  button.querySelector("use")?.setAttribute("href", `#icon-${name}`);
}

/** The coloured and the loaded part of a slider and of its picture beneath, from 0 to 1. */
function fill({ parentElement }: HTMLElement, done: number, ready = 0): void {
  const set = (name: string, share: number) =>
    parentElement?.style.setProperty(name, `${Math.min(share, 1) || 0}`);
  set("--done", done);
  set("--ready", ready);
}
