import * as player from "~/client/player";
import { speakDocumentsLanguage } from "~/client/translation";
import { startCounting } from "~/features/analytics/public.client";
import type { IconName } from "~/public-ui/icon";
import { formatDuration } from "~/shared/duration";
import type { HeightMessage } from "~/shared/embeds";
import { t } from "~/shared/t";

// The one script of a frame on another site: it plays, counts, and tells the host how high it is. It keeps nothing in the
// browser but how loud its visitor hears music.

speakDocumentsLanguage();
startCounting("embed");
tellHeight();
const bar = document.getElementById("player");
if (bar) startPlayer(bar);

/** The host may give the frame the height that its content has. */
function tellHeight(): void {
  const main = document.querySelector("main");
  if (!main || parent === window) return;
  const tell = () => {
    const message: HeightMessage = { handbillHeight: Math.ceil(main.getBoundingClientRect().height) };
    // Every site may embed it, and a height is no secret.
    parent.postMessage(message, "*");
  };
  new ResizeObserver(tell).observe(main);
  // Far from sight nothing is observed.
  tell();
}

/** @param bar the timeline, marked as hidden while no track is on */
function startPlayer(bar: HTMLElement): void {
  const seek = bar.querySelector<HTMLInputElement>("[data-seek]");
  const toggle = document.querySelector<HTMLElement>("[data-embed=toggle]");
  const [elapsed, total] = bar.querySelectorAll<HTMLElement>("span");
  const name = document.querySelector<HTMLElement>(".embed-now");
  const problem = document.querySelector<HTMLElement>(".embed-problem");
  if (!seek || !toggle) return;
  const buttons = [...document.querySelectorAll<HTMLElement>("[data-play]")];
  const { artist = "", artwork, stops } = bar.dataset;
  const list: player.PlayableList = {
    name: location.pathname,
    stopsAfterEach: stops !== undefined,
    tracks: buttons.map(({ dataset }) => ({
      id: dataset.play ?? "",
      fileUrl: dataset.src ?? null,
      seconds: Number(dataset.seconds ?? 0),
      title: dataset.title ?? "",
      artist,
      artwork: dataset.artwork ?? artwork,
    })),
  };
  let isDragged = false;

  function press(id = player.playing()?.track.id): void {
    const track = list.tracks.find((one) => one.id === id) ?? list.tracks[0];
    if (track) player.press(track, list);
  }

  function showTime(now: player.Playing, at = now.position): void {
    if (!seek) return;
    const text = formatDuration(at);
    const all = formatDuration(now.duration);
    seek.max = `${now.duration}`;
    seek.valueAsNumber = at;
    seek.style.setProperty("--done", `${at / now.duration || 0}`);
    // Not every second, over the music.
    if (isDragged || !seek.matches(":focus"))
      seek.ariaValueText = t("{time} of {duration}", { time: text, duration: all });
    write(elapsed, text);
    write(total, all);
  }

  player.subscribe(() => {
    const now = player.playing();
    const isOn = now?.doing === "playing" || now?.doing === "loading";
    if (!now && bar.matches(":focus-within")) toggle.focus({ preventScroll: true });
    bar.hidden = !now;
    seek.disabled = !now?.duration || !now.track.fileUrl;
    if (now) {
      bar.dataset.track = now.track.id;
      // What counts observes it.
      if (bar.dataset.state !== now.doing) bar.dataset.state = now.doing;
      write(name, now.track.title);
      if (!isDragged) showTime(now);
    }
    write(problem, now?.doing === "failed" ? t(player.problemText) : "");
    offer(toggle, isOn);
    for (const button of buttons) {
      const isThis = button.dataset.play === now?.track.id;
      button.toggleAttribute("data-on", isThis);
      offer(button, isThis && isOn);
    }
  });

  document.addEventListener("click", ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLElement>("[data-play],[data-embed]") : null;
    const { play, embed } = button?.dataset ?? {};
    if (play || embed === "toggle") press(play);
    else if (embed && !player.playing()) press();
    else if (embed) player.skip(embed === "next" ? 1 : -1);
  });
  seek.addEventListener("input", () => {
    isDragged = true;
    const now = player.playing();
    if (now) showTime(now, seek.valueAsNumber);
  });
  seek.addEventListener("change", () => {
    isDragged = false;
    player.dropAt(seek.valueAsNumber);
  });
  // What else is fetched before a press would be at the cost of the site around it.
  document.addEventListener("pointerdown", ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLElement>("[data-play],[data-embed]") : null;
    const url = button && (button.dataset.src ?? list.tracks[0]?.fileUrl);
    if (url) player.prepare(url, "touched");
  });
}

/** Several times a second nothing has changed, and nothing shall be laid out anew. */
function write(element: HTMLElement | null | undefined, text: string): void {
  if (element && element.textContent !== text) element.textContent = text;
}

/** Shows the button's next action, to screen readers too. */
function offer(button: HTMLElement, isOn: boolean): void {
  const icon: IconName = isOn ? "pause" : "play";
  const { title = "" } = button.dataset;
  const label = t(isOn ? "Pause {title}" : "Play {title}", { title });
  if (button.ariaLabel === label) return;
  button.ariaLabel = label;
  button.querySelector("use")?.setAttribute("href", `#icon-${icon}`);
}
