import {
  Download,
  type LucideIcon,
  Music2,
  Pause,
  Play,
  Repeat,
  Repeat1,
  Shuffle,
  SkipBack,
  SkipForward,
  Volume2,
  VolumeX,
  X,
} from "lucide-react";
import { type MouseEvent, useEffect, useState, useSyncExternalStore } from "react";
import * as player from "~/client/player";
import { formatDuration } from "~/shared/duration";
import { type Picture, squarePlace } from "~/shared/picture";
import { t } from "~/shared/t";
import { Photo } from "./photo.tsx";
import { usePlayerBar } from "./player-wanted.ts";
import { useToast } from "./toasts.tsx";
import { Waveform } from "./waveform.tsx";

const nothing = () => null;

/** The current track; null while there is none. */
const usePlaying = () => useSyncExternalStore(player.subscribe, player.playing, nothing);

/** The player's state for this track; null while another is on, or none. */
function useDoing(id: string): player.Doing | null {
  const doing = () => {
    const now = player.playing();
    return now?.track.id === id ? now.doing : null;
  };
  return useSyncExternalStore(player.subscribe, doing, nothing);
}

/** Plays and pauses a track; its cover is its face. 56 px square. */
export function PlayButton({ track, list }: { track: player.PlayableTrack; list: player.PlayableList }) {
  usePlayerBar();
  const doing = useDoing(track.id);
  const isOn = doing === "playing" || doing === "loading";
  const Icon = isOn ? Pause : Play;
  return (
    <button
      type="button"
      aria-label={t(isOn ? "Pause {title}" : "Play {title}", { title: track.title })}
      onClick={() => player.press(track, list)}
      className="group relative grid size-14 shrink-0 place-items-center overflow-hidden rounded-box"
    >
      {track.cover ? (
        <Cover cover={track.cover} className="size-14" />
      ) : (
        <span className="size-14 bg-sunken" />
      )}
      <span
        className={`absolute grid size-9 place-items-center rounded-full transition-colors ${
          doing
            ? "bg-accent text-on-accent"
            : "bg-[#000a] text-[#fff] group-hover:bg-accent group-hover:text-on-accent"
        } ${doing === "loading" ? "animate-pulse" : ""}`}
      >
        <Icon aria-hidden="true" className="size-5 fill-current" />
      </span>
    </button>
  );
}

/** A track's cover, or a note where it has none. */
function Cover({ cover, className }: { cover: Picture | null | undefined; className: string }) {
  if (cover) {
    return (
      <Photo
        picture={cover}
        places={squarePlace(3.5)}
        alt=""
        className={`shrink-0 rounded-box object-cover ${className}`}
      />
    );
  }
  return (
    <span className={`grid shrink-0 place-items-center rounded-box bg-sunken text-muted ${className}`}>
      <Music2 aria-hidden="true" className="size-1/2" />
    </span>
  );
}

/** The track that is on, where it is and what can be done with it; nothing while there is none. Playing ends with it. */
export function PlayerBar() {
  const playing = usePlaying();
  useEffect(() => player.stop, []);
  if (!playing) return null;
  const { track, doing, repeat, isShuffled, isMuted } = playing;
  const isOn = doing === "playing" || doing === "loading";
  return (
    <>
      {/* The end of the page can be seen above the bar. */}
      <div aria-hidden="true" className="h-48 shrink-0 sm:h-36 lg:h-24" />
      <section
        aria-label={t("Player|that plays music")}
        data-state={doing}
        className="fixed inset-x-0 bottom-0 z-30 grid grid-cols-[minmax(0,1fr)_auto] items-center border-line border-t bg-surface px-4 pb-[env(safe-area-inset-bottom)] shadow-floating transition-[translate] duration-200 sm:grid-cols-[minmax(0,1fr)_auto_auto] sm:gap-x-4 lg:grid-cols-[minmax(8rem,2fr)_auto_minmax(10rem,3fr)_auto] starting:translate-y-6"
      >
        <div className="flex h-16 min-w-0 items-center gap-3 sm:h-20">
          <Cover cover={track.cover} className="size-12" />
          <div className="min-w-0">
            <p dir="auto" className="truncate font-semibold">
              {track.title}
            </p>
            <p
              dir="auto"
              role="status"
              // An error is shown in full.
              className={`text-muted text-sm ${doing === "failed" ? "leading-tight" : "truncate"}`}
            >
              {doing === "failed" ? t(player.problemText) : track.artist}
            </p>
          </div>
          {doing === "failed" && (
            <button
              type="button"
              onClick={player.play}
              className="ms-auto min-h-11 shrink-0 rounded-box border border-edge px-3 font-semibold text-sm"
            >
              {t("Try again")}
            </button>
          )}
        </div>
        <div className="order-3 col-span-2 flex items-center justify-around py-2 sm:order-none sm:col-span-1 sm:py-0">
          <BarButton
            icon={Shuffle}
            label={t("Shuffle|verb, the order of tracks")}
            isPressed={isShuffled}
            onClick={player.toggleShuffle}
          />
          <BarButton icon={SkipBack} label={t("Previous track")} onClick={() => player.skip(-1)} />
          <BarButton
            icon={isOn ? Pause : Play}
            label={t(isOn ? "Pause|verb" : "Play|verb")}
            onClick={player.toggle}
            isMain
          />
          <BarButton icon={SkipForward} label={t("Next track")} onClick={() => player.skip(1)} />
          <BarButton
            icon={repeat === "one" ? Repeat1 : Repeat}
            label={t(player.repeatTexts[repeat])}
            isMarked={repeat !== "off"}
            onClick={player.toggleRepeat}
          />
          <BarButton
            icon={isMuted ? VolumeX : Volume2}
            label={t("Mute|verb")}
            isPressed={isMuted}
            onClick={player.toggleMute}
          />
        </div>
        <Timeline key={track.id} playing={playing} />
        <div className="flex items-center justify-end">
          <input
            type="range"
            aria-label={t("Volume|of sound")}
            max={1}
            step={0.05}
            value={isMuted ? 0 : playing.volume}
            onChange={({ currentTarget }) => player.setVolume(Number(currentTarget.value))}
            className="hidden h-11 w-24 accent-primary lg:block"
          />
          {track.fileUrl && track.downloadName && (
            <DownloadLink
              href={track.downloadUrl ?? track.fileUrl}
              name={track.downloadName}
              title={track.title}
            />
          )}
          <BarButton icon={X} label={t("Stop|verb, the music")} onClick={player.stop} />
        </div>
      </section>
    </>
  );
}

function BarButton({
  icon: Icon,
  label,
  isPressed,
  isMarked = isPressed,
  isMain = false,
  onClick,
}: {
  icon: LucideIcon;
  label: string;
  /** Whether a toggle button is pressed. */
  isPressed?: boolean;
  /** Whether it looks pressed. */
  isMarked?: boolean;
  isMain?: boolean;
  onClick(): void;
}) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-pressed={isPressed}
      onClick={onClick}
      className={`grid shrink-0 place-items-center rounded-full ${
        isMain
          ? "size-12 bg-primary text-on-primary enabled-hover:bg-primary-hover"
          : `size-11 ${isMarked ? "bg-accent text-on-accent" : "enabled-hover:bg-sunken"}`
      }`}
    >
      <Icon aria-hidden="true" className={`size-5 ${isMain ? "fill-current" : ""}`} />
    </button>
  );
}

/** Where the track is, and the way to elsewhere in it: over its shape, or a plain rail where it has none yet. */
function Timeline({ playing: { track, position, duration, loaded } }: { playing: player.Playing }) {
  /** While it is dragged, it shows where it would go instead of where the track is. */
  const [dragged, setDragged] = useState<number | null>(null);
  /** The slider's spoken value: fixed while it has the focus, so that it isn't read out every second over the music. */
  const [spokenText, setSpokenText] = useState<string | null>(null);
  const at = dragged ?? position;
  const textAt = (seconds = 0) =>
    t("{position} of {duration}", {
      position: formatDuration(seconds),
      duration: formatDuration(duration),
    });
  const done = duration ? Math.min(1, at / duration) : 0;
  const drop = () => {
    if (dragged !== null) player.dropAt(dragged);
    setDragged(null);
  };
  return (
    <div className="order-2 col-span-2 grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-3 text-muted text-sm tabular-nums sm:order-last sm:col-span-3 lg:order-none lg:col-span-1">
      <span className="min-w-9">{formatDuration(at)}</span>
      <div className="relative grid h-11 items-center">
        {track.waveform ? (
          <Waveform waveform={track.waveform} done={done} className="h-9 forced-colors:hidden" />
        ) : (
          <span
            style={{ "--done": `${done * 100}%`, "--loaded": `${duration ? (loaded / duration) * 100 : 0}%` }}
            className="h-1.5 rounded-full bg-linear-[to_right,var(--color-primary)_var(--done),var(--color-edge)_0_var(--loaded),var(--color-line)_0] forced-colors:hidden"
          />
        )}
        <input
          type="range"
          aria-label={t("Seek|verb, a place in a track")}
          data-seek
          aria-valuetext={spokenText ?? textAt(at)}
          min={0}
          max={duration}
          step="any"
          value={at}
          disabled={!duration || !track.fileUrl}
          onChange={({ currentTarget }) => {
            setDragged(Number(currentTarget.value));
            setSpokenText(textAt(Number(currentTarget.value)));
          }}
          onFocus={() => setSpokenText(textAt(at))}
          onPointerUp={drop}
          onPointerCancel={() => setDragged(null)}
          onKeyUp={() => {
            drop();
            setSpokenText(textAt(player.playing()?.position));
          }}
          onBlur={() => {
            drop();
            setSpokenText(null);
          }}
          className="range playhead-11 absolute inset-0 h-11 w-full text-primary"
        />
      </div>
      <span className="min-w-9 text-end">{formatDuration(duration)}</span>
    </div>
  );
}

/** Makes sure that there is a file, and leaves the rest to the browser. [2 §7 Audio download, §8] */
export function DownloadLink({ href, name, title }: { href: string; name: string; title: string }) {
  const toast = useToast();
  const download = async (event: MouseEvent<HTMLAnchorElement>) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const isThere = await fetch(href, { method: "HEAD" }).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isThere) Object.assign(document.createElement("a"), { href, download: name }).click();
    else toast.error(t("Download failed. Please try again."));
  };
  return (
    <a
      href={href}
      download={name}
      onClick={download}
      aria-label={t("Download {title}", { title })}
      className="grid size-11 shrink-0 place-items-center rounded-full hover:bg-sunken"
    >
      <Download aria-hidden="true" className="size-5" />
    </a>
  );
}
