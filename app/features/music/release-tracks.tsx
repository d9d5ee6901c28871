import { EyeOff, FileText, ListPlus, X } from "lucide-react";
import { useRef, useState } from "react";
import { Link } from "react-router";
import { formatDuration } from "~/shared/duration";
import { searchable } from "~/shared/search-words";
import { t } from "~/shared/t";
import { Button, LinkButton } from "~/ui/button";
import { Card } from "~/ui/card";
import { CancelButton, Dialog, DialogFoot } from "~/ui/dialog";
import { Field } from "~/ui/field";
import { IconButton } from "~/ui/icon-button";
import { SortableList, SortGrip, SortMoves } from "~/ui/sortable-list";
import { useReorder } from "~/ui/use-reorder";
import type { OwnRelease, ReleaseTrack } from "./releases-queries.server";
import * as texts from "./releases-schema";
import { useReleaseAction } from "./use-release-action";

/** A release's tracks in their order, each saved as soon as it is added, moved or taken off. */
export function ReleaseTracks({ release }: { release: OwnRelease }) {
  const { id, tracks, library, state } = release;
  const list = useRef<HTMLDivElement>(null);
  const [isAdding, setIsAdding] = useState(false);
  const [ordered, reorder] = useReorder(
    tracks,
    "reorder-release",
    { failed: t(texts.tracksReorderFailure) },
    { id },
  );
  // Here and not in the row, which is gone when the answer comes.
  const removing = useReleaseAction(id, () => list.current?.focus());
  const places = new Map(ordered.map((track, at) => [track.id, at + 1]));
  const seconds = tracks.reduce((sum, { duration }) => sum + (duration ?? 0), 0);
  const addButton = (
    <Button variant={tracks.length === 0 ? "primary" : "secondary"} onClick={() => setIsAdding(true)}>
      <ListPlus aria-hidden="true" className="size-5" />
      {t("Add tracks")}
    </Button>
  );
  return (
    <Card title={t("Tracks ({count})", { count: tracks.length })}>
      <div ref={list} tabIndex={-1} className="grid grid-cols-1 gap-4 outline-none">
        {tracks.length === 0 && (
          <p className="text-muted">
            {t("No tracks yet. Choose them from your library; new ones are uploaded on the page Tracks.")}
          </p>
        )}
        {tracks.length > 0 && (
          <p className="-mt-3 text-muted text-sm">
            {t(
              state === "out"
                ? "{duration} in all."
                : "{duration} in all. Until it is out they leave your page, except those that play before the release once it is announced.",
              { duration: formatDuration(seconds) },
            )}
          </p>
        )}
        {tracks.length > 0 && (
          <SortableList
            label={t("Tracks of the release")}
            items={ordered}
            nameOf={({ title }) => title}
            onReorder={reorder}
            className="grid grid-cols-1 divide-y divide-line"
            itemClassName="bg-surface py-2"
          >
            {(track) => (
              <TrackRow
                release={release}
                track={track}
                place={places.get(track.id) ?? 0}
                onRemove={
                  removing.isBusy ? undefined : () => removing.submit("remove-track", { track: track.id })
                }
              />
            )}
          </SortableList>
        )}
        <div>{addButton}</div>
      </div>
      <Dialog wide open={isAdding} title={t("Add tracks")} onClose={() => setIsAdding(false)}>
        <AddTracks id={id} library={library} onDone={() => setIsAdding(false)} />
      </Dialog>
    </Card>
  );
}

function TrackRow({
  release,
  track,
  place,
  onRemove,
}: {
  release: OwnRelease;
  track: ReleaseTrack;
  place: number;
  /** Undefined while another is being taken off. */
  onRemove: (() => void) | undefined;
}) {
  const { title, duration, is_visible, is_early } = track;
  const { submit, isBusy, wanted } = useReleaseAction(release.id);
  const isEarly = wanted?.get("intent") === "set-early" ? wanted.get("isEarly") === "true" : is_early;
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <SortGrip className="-ms-3" />
      <span className="w-6 shrink-0 text-end text-muted text-sm tabular-nums">{place}</span>
      <div className="min-w-0 flex-1 basis-40 ps-1">
        <p dir="auto" className="wrap-anywhere font-semibold leading-tight">
          {title}
        </p>
        <p className="flex flex-wrap items-center gap-x-3 text-muted text-sm tabular-nums">
          <span>{formatDuration(duration)}</span>
          {!is_visible && (
            <span className="inline-flex items-center gap-1">
              <EyeOff aria-hidden="true" className="size-4" />
              {t("Hidden|a track")}
              <button
                type="button"
                disabled={isBusy}
                aria-label={t("Show {title}|make visible", { title })}
                onClick={() => submit("show-track", { track: track.id })}
                className="-my-2 min-h-11 px-2 text-link"
              >
                {t("Show|make visible")}
              </button>
            </span>
          )}
        </p>
      </div>
      {release.state !== "out" && (
        <label className="inline-flex min-h-11 cursor-pointer items-center gap-2 text-sm">
          <input
            type="checkbox"
            checked={isEarly}
            aria-label={t("{title} plays before the release", { title })}
            onChange={(event) =>
              submit("set-early", { track: track.id, isEarly: String(event.currentTarget.checked) })
            }
            className="size-5 cursor-pointer accent-primary"
          />
          {t("Plays before the release")}
        </label>
      )}
      <div className="ms-auto flex items-center">
        <Link
          to={`/music/tracks/${track.id}`}
          aria-label={t("Details of {title}", { title })}
          title={t("Details of {title}", { title })}
          className="grid size-11 place-items-center rounded-box hover:bg-sunken"
        >
          <FileText aria-hidden="true" className="size-5" />
        </Link>
        <SortMoves />
        <IconButton
          icon={X}
          label={t("Take {title} off the release", { title })}
          disabled={!onRemove}
          onClick={() => onRemove?.()}
        />
      </div>
    </div>
  );
}

function AddTracks({ id, library, onDone }: { id: string; library: OwnRelease["library"]; onDone(): void }) {
  const { submit, isBusy } = useReleaseAction(id, onDone);
  const [words, setWords] = useState("");
  // In the order in which they were ticked: the one in which they are added.
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const wanted = searchable(words.trim());
  const shown = library.filter(({ title }) => searchable(title).includes(wanted));
  // One that was deleted meanwhile can't be added.
  const present = new Set(library.map((track) => track.id));
  const added = chosen.filter((track) => present.has(track));

  if (library.length === 0) {
    return (
      <div className="grid grid-cols-1 gap-4">
        <p>{t("Every track of your library is on this release.")}</p>
        <div className="flex flex-wrap justify-end gap-3">
          <CancelButton disabled={false} />
          <LinkButton to="/music">{t("Upload tracks")}</LinkButton>
        </div>
      </div>
    );
  }
  return (
    <div className="flex flex-col gap-5">
      <Field
        label={t("Search your library")}
        type="search"
        value={words}
        onChange={(event) => setWords(event.currentTarget.value)}
        autoComplete="off"
        dir="auto"
      />
      <ul aria-label={t("Tracks of your library")} className="-mx-2 grid grid-cols-1 content-start">
        {shown.map((track) => (
          <li key={track.id} className={library.length < 100 ? "" : "lazy-row"}>
            <label className="flex min-h-11 cursor-pointer items-center gap-3 rounded-box px-2 py-1.5 hover:bg-sunken">
              <input
                type="checkbox"
                checked={chosen.includes(track.id)}
                onChange={(event) =>
                  setChosen(
                    event.currentTarget.checked
                      ? [...chosen, track.id]
                      : chosen.filter((other) => other !== track.id),
                  )
                }
                className="size-5 shrink-0 cursor-pointer accent-primary"
              />
              <span className="min-w-0 grow">
                <bdi className="wrap-anywhere">{track.title}</bdi>
                {track.isElsewhere && (
                  <span className="text-muted text-sm"> {t("· on another release")}</span>
                )}
              </span>
              <span className="shrink-0 text-muted text-sm tabular-nums">
                {formatDuration(track.duration)}
              </span>
            </label>
          </li>
        ))}
      </ul>
      {shown.length === 0 && <p className="text-muted">{t("No track of your library has these words.")}</p>}
      <DialogFoot>
        <CancelButton disabled={isBusy} />
        <Button
          disabled={added.length === 0}
          pending={isBusy}
          pendingText={t("Adding...")}
          onClick={() => submit("add-tracks", { tracks: added.join(" ") })}
        >
          {added.length > 0
            ? t("{count, plural, one {Add # track} other {Add # tracks}}", { count: added.length })
            : t("Add tracks")}
        </Button>
      </DialogFoot>
    </div>
  );
}
