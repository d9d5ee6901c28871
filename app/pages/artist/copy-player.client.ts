import { speakDocumentsLanguage } from "~/client/translation";
import type { IconName } from "~/public-ui/icon";
import { formatDuration } from "~/shared/duration";
import { t } from "~/shared/t";

// The player of a copy of the page that is opened from a disk or served by any web host: one track after the other in the
// page's own bar. It asks no server for anything but the sound. Without script each track has the browser's own player.

speakDocumentsLanguage();
const bar = document.getElementById("player");
const rows = [...document.querySelectorAll<HTMLElement>("[data-play][data-src]")];
if (bar && rows.length > 0) start(bar);

function start(bar: HTMLElement): void {
  const audio = new Audio();
  let current = -1;
  const part = (selector: string) => bar.querySelector<HTMLElement>(selector);
  const seek = bar.querySelector<HTMLInputElement>("[data-seek]");
  const openers = [...document.querySelectorAll<HTMLElement>("[data-play-first]")];

  // They are there for those who have a player.
  for (const each of [...rows, ...openers]) each.classList.remove("needs-script");
  for (const each of document.querySelectorAll("noscript")) each.remove();
  for (const link of document.querySelectorAll<HTMLElement>(".no-script")) link.hidden = true;

  const rowOf = (at: number) => rows[at]?.closest<HTMLElement>("li") ?? rows[at];

  function play(at: number): void {
    const row = rows[at];
    if (!row) {
      stop();
      return;
    }
    if (at !== current) {
      delete rowOf(current)?.dataset.state;
      current = at;
      audio.src = row.dataset.src ?? "";
    }
    audio.play().catch(() => show("failed"));
  }

  function stop(): void {
    audio.pause();
    delete rowOf(current)?.dataset.state;
    offer(false);
    current = -1;
    if (bar) bar.hidden = true;
  }

  function toggle(): void {
    if (audio.paused) play(current);
    else audio.pause();
  }

  function show(state: "playing" | "paused" | "failed"): void {
    const row = rowOf(current);
    if (!row || !bar) return;
    row.dataset.state = state;
    bar.dataset.state = state;
    bar.hidden = false;
    write(part(".player-title"), row.querySelector(".track-title")?.textContent ?? document.title);
    write(part(".player-problem"), state === "failed" ? t("Couldn't be played.") : "");
    const cover = row.querySelector("img.track-cover")?.cloneNode();
    part(".player-cover")?.replaceChildren(...(cover ? [cover] : []));
    offer(state === "playing");
  }

  /** What each button does next. */
  function offer(isOn: boolean): void {
    const buttons = [part(".player-buttons [data-player=toggle]"), rows[current] ?? null, ...openers];
    for (const [at, row] of rows.entries()) if (at !== current) label(row, false);
    for (const button of buttons) if (button) label(button, isOn);
  }

  function showTime(): void {
    const total = audio.duration || Number(rows[current]?.dataset.seconds ?? 0);
    if (seek) {
      seek.max = `${total}`;
      seek.value = `${audio.currentTime}`;
      seek.ariaValueText = t("{position} of {duration}", {
        position: formatDuration(audio.currentTime),
        duration: formatDuration(total),
      });
      seek.parentElement?.style.setProperty("--done", `${audio.currentTime / total || 0}`);
    }
    write(part(".player-elapsed"), formatDuration(audio.currentTime));
    write(part(".player-total"), formatDuration(total));
  }

  audio.addEventListener("play", () => show("playing"));
  audio.addEventListener("pause", () => current >= 0 && show("paused"));
  audio.addEventListener("error", () => current >= 0 && show("failed"));
  audio.addEventListener("ended", () => play(current + 1));
  for (const type of ["timeupdate", "durationchange"]) audio.addEventListener(type, showTime);
  seek?.addEventListener("input", () => {
    audio.currentTime = seek.valueAsNumber;
  });

  const actions: Record<string, () => void> = {
    toggle,
    stop,
    next: () => play(current + 1),
    previous: () => play(Math.max(current - 1, 0)),
  };
  document.addEventListener("click", ({ target }) => {
    const control =
      target instanceof Element
        ? target.closest<HTMLElement>("[data-play],[data-play-first],[data-player]")
        : null;
    if (!control) return;
    const { play: id, playFirst, player } = control.dataset;
    if (player !== undefined) {
      actions[player]?.();
      return;
    }
    const wanted =
      playFirst === undefined
        ? rows.indexOf(control)
        : rows.findIndex(
            (row) => !playFirst || row.dataset.play === playFirst || row.closest("ol")?.id === playFirst,
          );
    const isOn = current >= 0 && (wanted === current || (playFirst !== undefined && id === undefined));
    if (isOn) toggle();
    else play(wanted);
  });
}

function label(button: HTMLElement, isOn: boolean): void {
  const row = button.closest("li") ?? button;
  const title = button.dataset.name ?? row.querySelector(".track-title")?.textContent;
  button.ariaLabel = title
    ? t(isOn ? "Pause {title}" : "Play {title}", { title })
    : t(isOn ? "Pause|verb" : "Play|verb");
  const icon: IconName = isOn ? "pause" : "play";
  button.querySelector("use")?.setAttribute("href", `#icon-${icon}`);
}

function write(element: HTMLElement | null, text: string): void {
  if (element) element.textContent = text;
}
