import * as player from "~/client/player";
import type { IconName } from "~/public-ui/icon";
import { formatDuration } from "~/shared/duration";
import { onEachPage } from "~/shared/page-change";
import { waveformOutline } from "~/shared/waveform";

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
  const elapsed = part(".player-elapsed");
  const total = part(".player-total");
  const problem = part(".player-problem");
  const muteButton = part("[data-player=mute]");
  const repeatButton = part("[data-player=repeat]");
  const playButton = part(".player-buttons [data-player=toggle]");
  /** In the page's header: begins with the first track, then follows the one that is on. */
  let opener: HTMLElement | null;
  let buttons: HTMLElement[];
  /** Read from the page at the first press. */
  let list: player.PlayableList | undefined;
  /** The rows of the tracks that may be on, by the track's id, also where their page has gone. */
  const rows = new Map<string, HTMLElement>();
  let shown = player.playing();
  /** While the timeline is dragged, it shows where it would go instead of where the track is. */
  let isDragged = false;

  function trackOf(button: HTMLElement): player.PlayableTrack {
    const { play: id = "", src: fileUrl = null, seconds = 0 } = button.dataset;
    const row = rowOf(button);
    rows.set(id, row);
    const cover = row.querySelector(".track-cover");
    const artwork = cover instanceof HTMLImageElement ? cover.srcset || cover.src : bar.dataset.artwork;
    return {
      id,
      fileUrl,
      seconds: Number(seconds),
      title: row.querySelector(".track-title")?.textContent ?? "",
      artist: part(".player-artist").textContent,
      artwork,
    };
  }

  function press(button: HTMLElement | undefined): void {
    list ??= { name: "", tracks: buttons.map(trackOf) };
    const track = button && list.tracks[buttons.indexOf(button)];
    if (track) player.press(track, list);
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
      showVolume(now);
    } else {
      const hadFocus = bar.matches(":focus-within");
      bar.hidden = true;
      if (hadFocus) buttonOf(before)?.focus({ preventScroll: true });
    }
  }

  /** Which track it is. */
  function introduce({ id, title }: player.PlayableTrack): void {
    const row = rows.get(id);
    const waveform = row?.querySelector<HTMLElement>("[data-play]")?.dataset.waveform;
    bar.dataset.track = id;
    bar.hidden = false;
    part(".player-title").textContent = title;
    part(".player-cover").replaceChildren(...copies(row?.querySelector(".track-cover")));
    part(".player-download").replaceChildren(...copies(row?.querySelector("[download]")));
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
    if (opener) offer(opener, isOn && button !== undefined);
    write(problem, now?.doing === "failed" ? player.problemText : "");
  }

  /** A page that is shown again may still say what was on when it was left. */
  function readPage(): void {
    opener = document.querySelector("[data-play-first]");
    buttons = [...document.querySelectorAll<HTMLElement>("[data-play]")];
    list = undefined;
    for (const button of buttons) {
      const { dataset } = rowOf(button);
      if (!dataset.state) continue;
      delete dataset.state;
      offer(button, false);
    }
    showDoing(null, shown);
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
    if (isSaid) seek.ariaValueText = `${text} of ${all}`;
    write(elapsed, text);
    write(total, all);
  }

  /** Where the timeline is has been asked for. */
  function showPosition(at?: number): void {
    if (shown) showTime(shown, true, at);
  }

  function showVolume({ isRepeating, isMuted, volume: loudness }: player.Playing): void {
    repeatButton.ariaPressed = `${isRepeating}`;
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
    mute: player.toggleMute,
  };
  player.subscribe(show);
  onEachPage(readPage);

  document.addEventListener("click", ({ target }) => {
    const control =
      target instanceof Element && target.closest<HTMLElement>("[data-play],[data-player],[data-play-first]");
    if (!control) return;
    const action = control.dataset.player;
    if (action) actions[action]?.();
    else press(control === opener ? (buttonOf(shown) ?? buttons[0]) : control);
  });
  bar.addEventListener("input", ({ target }) => {
    if (target === volume) player.setVolume(volume.valueAsNumber);
    else {
      isDragged = true;
      showPosition(seek.valueAsNumber);
    }
  });
  seek.addEventListener("change", () => {
    isDragged = false;
    player.dropAt(seek.valueAsNumber);
    showPosition();
  });
  seek.addEventListener("keyup", () => showPosition());
  // Let go of where it was, it doesn't change.
  for (const end of ["pointerup", "pointercancel"]) {
    addEventListener(end, () => {
      isDragged = false;
    });
  }
}

function rowOf(button: HTMLElement): HTMLElement {
  return button.closest("li") ?? button;
}

function copies(node: Node | null | undefined): Node[] {
  return node ? [node.cloneNode(true)] : [];
}

/** Several times a second nothing has changed, and nothing shall be laid out anew. */
function write(element: HTMLElement, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}

/** Shows the button's next action, to screen readers too. */
function offer(button: HTMLElement, isOn: boolean): void {
  button.ariaLabel = `${button.ariaLabel}`.replace(/^\w+/, isOn ? "Pause" : "Play");
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
