import {
  Clock,
  Download,
  Eye,
  EyeOff,
  FileText,
  ImagePlus,
  Pencil,
  Trash2,
  TriangleAlert,
} from "lucide-react";
import {
  type FormEvent,
  type KeyboardEvent,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
} from "react";
import { Link, useFetcher, useRevalidator, useSearchParams } from "react-router";
import { playableTrack } from "~/client/playable-track";
import { follow, type PlayableList, type PlayableTrack } from "~/client/player";
import { failureText, isNothingDone } from "~/shared/action-answer";
import { formatDuration } from "~/shared/duration";
import { parseForm } from "~/shared/forms";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { Checkbox } from "~/ui/checkbox";
import { DeleteDialog } from "~/ui/delete-dialog";
import { IconButton } from "~/ui/icon-button";
import { useLive } from "~/ui/live";
import { PageLinks } from "~/ui/page-links";
import { PlayButton } from "~/ui/player";
import { SortableList, SortGrip, SortMoves } from "~/ui/sortable-list";
import { useToast } from "~/ui/toasts";
import { useAnswer } from "~/ui/use-answer";
import { useReorder } from "~/ui/use-reorder";
import { Waveform } from "~/ui/waveform";
import { CoverDialog } from "./cover-dialog";
import type { loader } from "./other-tracks.route";
import type { OwnTrack, ownLibrary } from "./queries.server";
import * as texts from "./schema";

const firstAskMs = 2_000;

type OwnLibrary = Awaited<ReturnType<typeof ownLibrary>>;

/** The musician's tracks in their order, each with all that can be done with it. [2 §2] */
export function Library({
  tracks: first,
  count,
  others,
  pages,
  artistName,
  playsOn,
  page,
}: OwnLibrary & { page: number }) {
  const { tracks, isMissing, hasFailed, load } = useOtherTracks(first, others);
  const list = useRef<HTMLDivElement>(null);
  const [deleting, setDeleting] = useState<OwnTrack | null>(null);
  const [coverOf, setCoverOf] = useState<string | null>(null);
  const [ordered, reorder] = useReorder(tracks, "reorder-tracks", { failed: texts.reorderFailure });
  const playable = useMemo(
    (): PlayableList => ({
      name: `library, page ${page}`,
      tracks: ordered.map(
        ({ id, title, file_url, playback_url, duration, cover, waveform, downloads_enabled }) =>
          playableTrack({
            id,
            title,
            artist: artistName,
            fileUrl: file_url,
            playbackUrl: playback_url,
            seconds: duration,
            cover,
            waveform,
            canDownload: downloads_enabled,
          }),
      ),
    }),
    [ordered, artistName, page],
  );
  const byId = useMemo(() => new Map(playable.tracks.map((track) => [track.id, track])), [playable]);
  useEffect(() => follow(playable), [playable]);
  useLive("music");
  useAskAgain(tracks.filter(({ isUnheard }) => isUnheard).length);

  return (
    <Card title={`Your tracks (${count})`}>
      <div ref={list} tabIndex={-1} className="outline-none">
        <SortableList
          label="Your tracks"
          items={ordered}
          nameOf={({ title }) => title}
          onReorder={reorder}
          className="grid grid-cols-1 divide-y divide-line"
          itemClassName="bg-surface py-3 first:pt-0"
        >
          {(track) => (
            <TrackRow
              track={track}
              playable={byId.get(track.id)}
              list={playable}
              onCover={() => setCoverOf(track.id)}
              onDelete={() => setDeleting(track)}
            />
          )}
        </SortableList>
      </div>
      {isMissing && (
        <div className="mt-3 flex flex-wrap items-center justify-center gap-x-4 gap-y-2 text-muted text-sm">
          <p role="status">
            {hasFailed ? `${others} more could not be loaded` : `Loading ${others} more...`}
          </p>
          {hasFailed && (
            <Button variant="secondary" onClick={load}>
              Try again
            </Button>
          )}
        </div>
      )}
      {playsOn !== null && <PlayingOn playsOn={playsOn} />}
      <PageLinks page={page} pages={pages} to={(page) => `?page=${page}`} />
      <CoverDialog
        kind="track"
        covered={ordered.find(({ id }) => id === coverOf) ?? null}
        onClose={() => setCoverOf(null)}
      />
      <DeleteDialog
        id={deleting?.id ?? null}
        intent="delete-track"
        title="Delete track"
        texts={{ done: texts.deleted, failed: texts.failureTexts["delete-track"] }}
        focusAfter={list}
        onClose={() => setDeleting(null)}
      >
        <p>
          {deleting && <bdi>“{deleting.title}”</bdi>} goes from your library and from your page, its files as
          well. This cannot be undone.
        </p>
      </DeleteDialog>
    </Card>
  );
}

/** The tracks that came with the screen, and behind them the page's others as soon as they are here. */
function useOtherTracks(first: readonly OwnTrack[], others: number) {
  const { data, state, load: fetchFrom } = useFetcher<typeof loader>();
  const [params] = useSearchParams();
  const load = () => fetchFrom(`/music/other-tracks?${params}`);
  const begin = useEffectEvent(load);
  const hasOthers = others > 0;
  useEffect(() => {
    if (hasOthers) begin();
  }, [hasOthers]);
  const tracks = useMemo(() => {
    // One that has just moved may come with both.
    const known = new Set(first.map(({ id }) => id));
    return hasOthers && data ? [...first, ...data.filter(({ id }) => !known.has(id))] : first;
  }, [first, data, hasOthers]);
  return { tracks, isMissing: hasOthers && !data, hasFailed: data === null && state === "idle", load };
}

/** Asks for the tracks again while the server listens to some of them: soon at first, then ever more rarely. */
function useAskAgain(unheard: number): void {
  const { revalidate } = useRevalidator();
  const reload = useEffectEvent(() => document.visibilityState === "visible" && revalidate());
  useEffect(() => {
    if (unheard === 0) return;
    let wait = firstAskMs;
    let timer = setTimeout(function again() {
      reload();
      wait *= 1.5;
      timer = setTimeout(again, wait);
    }, wait);
    return () => clearTimeout(timer);
  }, [unheard]);
}

/**
 * Sends a row's form and shows the outcome, in the documented words. While it is under way, `wanted` is
 * the requested value.
 */
function useTrackForm(intent: texts.TrackIntent, onFailure?: () => void) {
  const fetcher = useFetcher<unknown>();
  const toast = useToast();
  const requested = useRef<Record<string, string>>({});
  useAnswer(fetcher.data, (answer) => {
    if (isNothingDone(answer)) {
      toast.error(failureText(answer, texts.failureTexts[intent]) ?? texts.failureTexts[intent]);
      onFailure?.();
    } else {
      const done = texts.doneText(intent, requested.current);
      if (done) toast.success(done);
    }
  });
  const submit = (fields: Record<string, string>) => {
    requested.current = fields;
    fetcher.submit({ ...fields, intent }, { method: "post" });
  };
  return { wanted: fetcher.formData, isBusy: fetcher.state !== "idle", submit };
}

function TrackRow({
  track,
  playable,
  list,
  onCover,
  onDelete,
}: {
  track: OwnTrack;
  playable: PlayableTrack | undefined;
  list: PlayableList;
  onCover(): void;
  onDelete(): void;
}) {
  const { id, title, duration, waveform, is_shorter, copying, cover, isOut } = track;
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <SortGrip className="-ml-3" />
        {playable && <PlayButton track={playable} list={list} />}
        <div className="min-w-0 flex-1 basis-40 pl-1">
          <Title track={track} />
          <p className="flex flex-wrap items-center gap-x-3 text-muted text-sm tabular-nums">
            <span>{formatDuration(duration)}</span>
            {!isOut && (
              <span
                title="It is on a release that isn't out yet, and on your page once that is."
                className="inline-flex items-center gap-1"
              >
                <Clock aria-hidden="true" className="size-4" />
                Not out yet
              </span>
            )}
            {is_shorter && (
              <span
                title="Some of the sound is missing: the file may have been cut off when it was made or copied."
                className="inline-flex items-center gap-1 font-medium text-danger"
              >
                <TriangleAlert aria-hidden="true" className="size-4" />
                Shorter than its file says
              </span>
            )}
            {copying && <span>{texts.copyingText(copying)}</span>}
          </p>
        </div>
        {waveform && <Waveform waveform={waveform} className="hidden h-9 w-32 shrink-0 lg:block" />}
        <div className="ml-auto flex flex-wrap items-center justify-end">
          <VisibilityToggle track={track} />
          <DownloadsToggle track={track} />
          <IconButton
            icon={ImagePlus}
            label={`${cover ? "Change" : "Add"} cover art of ${title}`}
            onClick={onCover}
          />
          <Link
            to={`/music/tracks/${id}`}
            aria-label={`Details of ${title}`}
            title={`Details of ${title}`}
            className="grid size-11 place-items-center rounded-box hover:bg-sunken"
          >
            <FileText aria-hidden="true" className="size-5" />
          </Link>
          <SortMoves />
          <IconButton icon={Trash2} label={`Delete ${title}`} onClick={onDelete} isDangerous />
        </div>
      </div>
      {track.tag_title !== null && (
        <Offer
          track={track}
          kind="title"
          question="The file itself has another title:"
          answer={track.tag_title}
        />
      )}
      {track.has_embedded_cover && !cover && (
        <Offer track={track} kind="cover" question="The file carries a picture that can be its cover art." />
      )}
    </div>
  );
}

function VisibilityToggle({ track: { id, title, is_visible } }: { track: OwnTrack }) {
  const { wanted, submit } = useTrackForm("set-visibility");
  const isVisible = wanted ? wanted.get("isVisible") === "true" : is_visible;
  return (
    <IconButton
      icon={isVisible ? Eye : EyeOff}
      label={`Show ${title} on your page`}
      isPressed={isVisible}
      onClick={() => submit({ id, isVisible: String(!isVisible) })}
    />
  );
}

function DownloadsToggle({ track: { id, title, downloads_enabled } }: { track: OwnTrack }) {
  const { wanted, submit } = useTrackForm("set-downloads");
  const isEnabled = wanted ? wanted.get("isEnabled") === "true" : downloads_enabled;
  return (
    <IconButton
      icon={Download}
      isStruckOut={!isEnabled}
      label={`Let fans download ${title}`}
      isPressed={isEnabled}
      onClick={() => submit({ id, isEnabled: String(!isEnabled) })}
    />
  );
}

/** The artist's choice for all of their pages. */
function PlayingOn({ playsOn }: { playsOn: boolean }) {
  const { wanted, submit } = useTrackForm("set-playing-on");
  return (
    <div className="mt-3 border-line border-t pt-2">
      <Checkbox
        checked={wanted ? wanted.get("isOn") === "true" : playsOn}
        onChange={({ currentTarget }) => submit({ isOn: String(currentTarget.checked) })}
      >
        <span className="font-semibold">When a track on your page ends, the next one begins</span>
        <span className="block text-muted">
          Without it each track ends in silence, unless a listener has the list repeated.
        </span>
      </Checkbox>
    </div>
  );
}

/** The title, which a press makes a field. Enter and leaving it save, Escape takes back. */
function Title({ track: { id, title, is_visible } }: { track: OwnTrack }) {
  const field = useRef<HTMLInputElement>(null);
  const pencil = useRef<HTMLButtonElement>(null);
  const [draft, setDraft] = useState<string | null>(null);
  const [problem, setProblem] = useState<string>();
  const lastDraft = useRef("");
  // The typed title is there again when it couldn't be saved.
  const { wanted, submit } = useTrackForm("rename-track", () => setDraft(lastDraft.current));
  const shown = wanted ? String(wanted.get("title")) : title;

  useEffect(() => {
    if (draft === null) return;
    const isNew = document.activeElement !== field.current;
    if (isNew) field.current?.select();
  }, [draft]);

  const close = () => {
    setDraft(null);
    setProblem(undefined);
    requestAnimationFrame(() => pencil.current?.focus());
  };
  const save = (isLeaving: boolean) => {
    const form = new FormData();
    for (const [name, value] of Object.entries({ intent: "rename-track", id, title: draft ?? "" })) {
      form.set(name, value);
    }
    const parsed = parseForm(texts.trackActionSchema, form);
    if (!parsed.ok) return setProblem(parsed.errors.title);
    if (isLeaving) setDraft(null);
    else close();
    setProblem(undefined);
    lastDraft.current = draft ?? "";
    if (draft?.trim() !== title) submit({ id, title: draft ?? "" });
  };
  const saveForm = (event: FormEvent) => {
    event.preventDefault();
    save(false);
  };
  const handleKey = (event: KeyboardEvent) => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    close();
  };

  if (draft === null) {
    return (
      <div className="flex min-w-0 items-center">
        <h3
          dir="auto"
          className={`wrap-anywhere min-w-0 font-semibold leading-tight ${is_visible ? "" : "text-muted"}`}
        >
          {shown}
        </h3>
        <button
          ref={pencil}
          type="button"
          aria-label={`Rename ${title}`}
          onClick={() => setDraft(shown)}
          className="-my-2 grid size-11 shrink-0 place-items-center rounded-box text-muted hover:text-foreground"
        >
          <Pencil aria-hidden="true" className="size-4" />
        </button>
      </div>
    );
  }
  return (
    <form onSubmit={saveForm} className="py-1">
      <input
        ref={field}
        aria-label="Track title"
        dir="auto"
        value={draft}
        maxLength={texts.titleLimit}
        aria-invalid={problem ? true : undefined}
        aria-describedby={problem ? `${id}-problem` : undefined}
        onChange={(event) => {
          setProblem(undefined);
          setDraft(event.currentTarget.value);
        }}
        onBlur={() => save(true)}
        onKeyDown={handleKey}
        className={`min-h-11 w-full rounded-box border bg-surface px-3 font-semibold ${problem ? "border-danger" : "border-edge"}`}
      />
      {problem && (
        <p id={`${id}-problem`} role="alert" className="font-medium text-danger text-sm">
          {problem}
        </p>
      )}
    </form>
  );
}

/** Something in the file that the track could have, but need not. */
function Offer({
  track: { id, title },
  kind,
  question,
  answer,
}: {
  track: Pick<OwnTrack, "id" | "title">;
  kind: "title" | "cover";
  question: string;
  answer?: string;
}) {
  const taking = useTrackForm(`take-${kind}`);
  const dismissing = useTrackForm(`dismiss-${kind}`);
  const isBusy = taking.isBusy || dismissing.isBusy;
  return (
    <div className="flex flex-wrap items-center gap-x-3 rounded-box bg-sunken py-1 pr-1 pl-4 text-sm">
      <p className="min-w-0 flex-1 basis-48 py-1.5">
        {question} {answer && <bdi className="wrap-anywhere font-semibold">{answer}</bdi>}
      </p>
      <div className="ml-auto flex">
        <Button
          variant="quiet"
          pending={taking.isBusy}
          disabled={isBusy}
          aria-label={`Use this ${kind} for ${title}`}
          onClick={() => taking.submit({ id })}
        >
          Use
        </Button>
        <Button
          variant="quiet"
          disabled={isBusy}
          aria-label={`Dismiss this ${kind} for ${title}`}
          onClick={() => dismissing.submit({ id })}
        >
          Dismiss
        </Button>
      </div>
    </div>
  );
}
