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
  type RefObject,
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
import { listPage } from "~/shared/list-asked";
import { said } from "~/shared/said";
import { t } from "~/shared/t";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { Checkbox } from "~/ui/checkbox";
import { DeleteDialog } from "~/ui/delete-dialog";
import { IconButton } from "~/ui/icon-button";
import { ListFinder, NothingFound } from "~/ui/list-finder";
import { useLive } from "~/ui/live";
import { PageLinks } from "~/ui/page-links";
import { PlayButton } from "~/ui/player";
import { Rich } from "~/ui/rich";
import { MenuButton, menuItem, RowMenu } from "~/ui/row-menu";
import { BulkButton, SelectBox, type Selection, SelectionBar, useSelection } from "~/ui/selection";
import { SortableList, SortGrip, SortMoves } from "~/ui/sortable-list";
import { useToast } from "~/ui/toasts";
import { restoring } from "~/ui/undo";
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
  matches,
  asked,
  others,
  pages,
  artistName,
  playsOn,
  podcast,
  page,
  onDelete,
}: OwnLibrary & { page: number; asked: texts.TracksAsked; onDelete(tracks: OwnTrack[]): void }) {
  const { tracks, isMissing, hasFailed, load } = useOtherTracks(first, others);
  const [params] = useSearchParams();
  const selection = useSelection(tracks);
  const showing = useTrackForm("set-visibility");
  const [coverOf, setCoverOf] = useState<string | null>(null);
  const [ordered, reorder] = useReorder(tracks, "reorder-tracks", { failed: t(texts.reorderFailure) });
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
  const show = (isVisible: boolean) =>
    showing.submit({ id: idsOf(selection.selected), isVisible: String(isVisible) });
  useAskAgain(tracks.filter(({ isUnheard }) => isUnheard).length);

  return (
    <Card title={t("Your tracks ({count})", { count })}>
      {(count > findableFrom || !asked.isWhole) && (
        <div className="mb-4">
          <ListFinder
            name={t("Tracks")}
            label={t("Search tracks")}
            path="/music"
            search={asked.search}
            choices={[
              {
                name: "filter",
                label: t("Show|which of a list"),
                value: asked.filter,
                options: said(texts.filters),
              },
              { name: "sort", label: t("Sort by"), value: asked.order, options: said(texts.orders) },
            ]}
          />
        </div>
      )}
      <SelectionBar
        selection={selection}
        found={asked.isWhole ? undefined : t("{matches} of {total} tracks", { matches, total: count })}
      >
        <BulkButton text={t("Show|make visible")} fullText={t("Show selected")} onClick={() => show(true)} />
        <BulkButton text={t("Hide")} fullText={t("Hide selected")} onClick={() => show(false)} />
        <BulkButton
          text={t("Delete")}
          fullText={t("Delete selected")}
          onClick={() => onDelete(selection.selected)}
        />
      </SelectionBar>
      <div>
        {matches === 0 && (
          <NothingFound
            text={t("None of your tracks is like that.")}
            to="/music"
            all={t("Show all tracks")}
          />
        )}
        <SortableList
          label={t("Your tracks")}
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
              isInOrder={asked.isWhole}
              selection={selection}
              onDelete={() => onDelete([track])}
            />
          )}
        </SortableList>
      </div>
      {isMissing && (
        <div className="mt-3 flex flex-wrap items-center justify-center gap-x-4 gap-y-2 text-muted text-sm">
          <p role="status">
            {hasFailed
              ? t(
                  "{count, plural, one {# more could not be loaded} other {# more could not be loaded}}|tracks",
                  { count: others },
                )
              : t("{count, plural, one {Loading # more...} other {Loading # more...}}|tracks", {
                  count: others,
                })}
          </p>
          {hasFailed && (
            <Button variant="secondary" onClick={load}>
              {t("Try again")}
            </Button>
          )}
        </div>
      )}
      {playsOn !== null && <PlayingOn playsOn={playsOn} />}
      {podcast && <Podcast {...podcast} />}
      <PageLinks page={page} pages={pages} to={(page) => listPage(params, page)} />
      <CoverDialog
        kind="track"
        covered={ordered.find(({ id }) => id === coverOf) ?? null}
        onClose={() => setCoverOf(null)}
      />
    </Card>
  );
}

/** A smaller library is seen at a glance. */
const findableFrom = 8;

const idsOf = (tracks: readonly OwnTrack[]) => tracks.map(({ id }) => id).join(" ");

/** Asks before tracks are deleted. It stands outside of the library, which is gone with its last track. */
export function TracksDeletion({
  tracks: deleting,
  focusAfter,
  onClose,
}: {
  /** Those to be deleted; none while nothing is asked. */
  tracks: OwnTrack[];
  focusAfter: RefObject<HTMLElement | null>;
  onClose(): void;
}) {
  const [only] = deleting;
  return (
    <DeleteDialog
      id={deleting.length > 0 ? idsOf(deleting) : null}
      intent="delete-track"
      title={t("{count, plural, =0 {Delete track} one {Delete track} other {Delete # tracks}}", {
        count: deleting.length,
      })}
      texts={{ done: texts.deletedText(deleting.length), failed: t(texts.failureTexts["delete-track"]) }}
      undo={restoring}
      focusAfter={focusAfter}
      onClose={onClose}
    >
      {deleting.length > 1 ? (
        <p>
          {t(
            "All {count} selected tracks go from your library and from your page, their files as well. You can bring them back for 30 days.",
            { count: deleting.length },
          )}
        </p>
      ) : (
        <p>
          <Rich
            text="“{title}” goes from your library and from your page, its files as well. You can bring it back for 30 days."
            parts={{ title: <bdi>{only?.title}</bdi> }}
          />
        </p>
      )}
    </DeleteDialog>
  );
}

/** The tracks that came with the screen, and behind them the page's others as soon as they are here. */
function useOtherTracks(first: readonly OwnTrack[], others: number) {
  const [params] = useSearchParams();
  const list = `/music/other-tracks?${params}`;
  // Another list's tracks are none of this one.
  const { data, state, load: loadFrom } = useFetcher<typeof loader>({ key: list });
  const begin = useEffectEvent(loadFrom);
  const hasOthers = others > 0;
  useEffect(() => {
    if (hasOthers) begin(list);
  }, [hasOthers, list]);
  const tracks = useMemo(() => {
    // One that has just moved may come with both.
    const known = new Set(first.map(({ id }) => id));
    return hasOthers && data ? [...first, ...data.filter(({ id }) => !known.has(id))] : first;
  }, [first, data, hasOthers]);
  return {
    tracks,
    isMissing: hasOthers && !data,
    hasFailed: data === null && state === "idle",
    load: () => loadFrom(list),
  };
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
  // The row says the same by then.
  useAnswer(fetcher.state === "idle" ? fetcher.data : undefined, (answer) => {
    if (isNothingDone(answer)) {
      const failure = t(texts.failureTexts[intent]);
      toast.error(failureText(answer, failure) ?? failure);
      onFailure?.();
    } else {
      const done = texts.doneText(intent, requested.current);
      if (done) toast.success(done);
    }
  });
  const submit = (fields: Record<string, string>) => {
    requested.current = fields;
    // What was pressed shows at once, so that a second press doesn't ask for the same.
    fetcher.submit({ ...fields, intent }, { method: "post", flushSync: true });
  };
  return { wanted: fetcher.formData, isBusy: fetcher.state !== "idle", submit };
}

function TrackRow({
  track,
  playable,
  list,
  isInOrder,
  selection,
  onCover,
  onDelete,
}: {
  track: OwnTrack;
  playable: PlayableTrack | undefined;
  list: PlayableList;
  /** The list is whole and in its artist's order, so that a track can be moved. */
  isInOrder: boolean;
  selection: Selection<OwnTrack>;
  onCover(): void;
  onDelete(): void;
}) {
  const { id, title, duration, waveform, is_shorter, copying, cover, isOut, downloads_enabled } = track;
  const menu = useRef<HTMLButtonElement>(null);
  const [draft, setDraft] = useState<string | null>(null);
  const downloads = useTrackForm("set-downloads");
  const isEnabled = downloads.wanted ? downloads.wanted.get("isEnabled") === "true" : downloads_enabled;
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        {selection.isOn ? (
          <SelectBox selection={selection} id={id} name={title} />
        ) : (
          isInOrder && <SortGrip className="-ms-3" />
        )}
        {playable && <PlayButton track={playable} list={list} />}
        <div className="min-w-0 flex-1 basis-24 ps-1">
          <Title track={track} draft={draft} onDraft={setDraft} onClose={() => menu.current?.focus()} />
          <p className="flex flex-wrap items-center gap-x-3 text-muted text-sm tabular-nums">
            <span>{formatDuration(duration)}</span>
            {!isOut && (
              <span
                title={t("It is on a release that isn't out yet, and on your page once that is.")}
                className="inline-flex items-center gap-1"
              >
                <Clock aria-hidden="true" className="size-4" />
                {t("Not out yet")}
              </span>
            )}
            {is_shorter && (
              <span
                title={t(
                  "Some of the sound is missing: the file may have been cut off when it was made or copied.",
                )}
                className="inline-flex items-center gap-1 font-medium text-danger"
              >
                <TriangleAlert aria-hidden="true" className="size-4" />
                {t("Shorter than its file says")}
              </span>
            )}
            {!isEnabled && <span>{t("Not for download")}</span>}
            {copying && <span>{texts.copyingText(copying)}</span>}
          </p>
        </div>
        {waveform && <Waveform waveform={waveform} className="hidden h-9 w-32 shrink-0 lg:block" />}
        <div className="ms-auto flex items-center justify-end">
          <VisibilityToggle track={track} />
          <Link
            to={`/music/tracks/${id}`}
            aria-label={t("Details of {title}", { title })}
            className="hidden min-h-11 items-center px-3 text-link noscript:inline-flex"
          >
            {t("Details")}
          </Link>
          <RowMenu label={t("Actions for {name}", { name: title })} ref={menu}>
            <MenuButton
              icon={Pencil}
              text={t("Rename")}
              label={t("Rename {title}", { title })}
              onClick={() => setDraft(title)}
            />
            <Link
              to={`/music/tracks/${id}`}
              aria-label={t("Details of {title}", { title })}
              className={menuItem}
            >
              <FileText aria-hidden="true" className="size-5 shrink-0" />
              {t("Details")}
            </Link>
            <MenuButton
              icon={ImagePlus}
              text={t(cover ? "Change cover art" : "Add cover art")}
              label={t(cover ? "Change cover art of {title}" : "Add cover art of {title}", { title })}
              onClick={onCover}
            />
            <MenuButton
              icon={Download}
              text={t("Let fans download")}
              label={t("Let fans download {title}", { title })}
              isPressed={isEnabled}
              onClick={() => downloads.submit({ id, isEnabled: String(!isEnabled) })}
            />
            {isInOrder && (
              <div className="flex items-center justify-between ps-3 font-medium text-sm">
                <span aria-hidden="true">{t("Move")}</span>
                <SortMoves />
              </div>
            )}
            <MenuButton
              icon={Trash2}
              text={t("Delete")}
              label={t("Delete {name}", { name: title })}
              onClick={onDelete}
              isDangerous
            />
          </RowMenu>
        </div>
      </div>
      <Offer
        track={track}
        kind="title"
        isOpen={track.tag_title !== null}
        question={t("The file itself has another title:")}
        answer={track.tag_title ?? undefined}
      />
      <Offer
        track={track}
        kind="cover"
        isOpen={track.has_embedded_cover && !cover}
        question={t("The file carries a picture that can be its cover art.")}
      />
    </div>
  );
}

function VisibilityToggle({ track: { id, title, is_visible } }: { track: OwnTrack }) {
  const { wanted, submit } = useTrackForm("set-visibility");
  const isVisible = wanted ? wanted.get("isVisible") === "true" : is_visible;
  return (
    <IconButton
      icon={isVisible ? Eye : EyeOff}
      label={t("Show {title} on your page", { title })}
      isPressed={isVisible}
      onClick={() => submit({ id, isVisible: String(!isVisible) })}
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
        <span className="font-semibold">{t("When a track on your page ends, the next one begins")}</span>
        <span className="block text-muted">
          {t("Without it each track ends in silence, unless a listener has the list repeated.")}
        </span>
      </Checkbox>
    </div>
  );
}

/** Offers the tracks to podcast apps, at an address to give to them. */
function Podcast({ isOn, path }: { isOn: boolean; path: string }) {
  const { wanted, submit } = useTrackForm("set-podcast");
  const isShown = wanted ? wanted.get("isOn") === "true" : isOn;
  return (
    <div className="mt-2 border-line border-t pt-2">
      <Checkbox
        checked={isShown}
        onChange={({ currentTarget }) => submit({ isOn: String(currentTarget.checked) })}
      >
        <span className="font-semibold">{t("Podcast apps can follow your tracks")}</span>
        <span className="block text-muted">
          {t("They fetch the files to play them without a connection, also of tracks without a download.")}
        </span>
      </Checkbox>
      {isShown && (
        <a
          href={path}
          className="ms-8 inline-flex min-h-11 items-center wrap-anywhere font-semibold text-sm underline"
        >
          {t("The podcast's address")}
        </a>
      )}
    </div>
  );
}

/** The title, and a field for it while it is changed. Enter and leaving it save, Escape takes back. */
function Title({
  track: { id, title, is_visible },
  draft,
  onDraft: setDraft,
  onClose,
}: {
  track: OwnTrack;
  /** What is typed; null while it isn't changed. */
  draft: string | null;
  onDraft(draft: string | null): void;
  /** It is saved or taken back by a key, so that the focus needs another place. */
  onClose(): void;
}) {
  const field = useRef<HTMLInputElement>(null);
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
    requestAnimationFrame(onClose);
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
      <h3
        dir="auto"
        className={`wrap-anywhere min-w-0 font-semibold leading-tight ${is_visible ? "" : "text-muted"}`}
      >
        {shown}
      </h3>
    );
  }
  return (
    <form onSubmit={saveForm} className="py-1">
      <input
        ref={field}
        aria-label={t("Track title")}
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
  isOpen,
  question,
  answer,
}: {
  track: Pick<OwnTrack, "id" | "title">;
  kind: "title" | "cover";
  /** Once it isn't any more, it still says how it went. */
  isOpen: boolean;
  question: string;
  answer?: string;
}) {
  const taking = useTrackForm(`take-${kind}`);
  const dismissing = useTrackForm(`dismiss-${kind}`);
  const isBusy = taking.isBusy || dismissing.isBusy;
  if (!isOpen) return null;
  return (
    <div className="flex flex-wrap items-center gap-x-3 rounded-box bg-sunken py-1 ps-4 pe-1 text-sm">
      <p className="min-w-0 flex-1 basis-48 py-1.5">
        {question} {answer && <bdi className="wrap-anywhere font-semibold">{answer}</bdi>}
      </p>
      <div className="ms-auto flex">
        <Button
          variant="quiet"
          pending={taking.isBusy}
          disabled={isBusy}
          aria-label={t(kind === "title" ? "Use this title for {title}" : "Use this cover for {title}", {
            title,
          })}
          onClick={() => taking.submit({ id })}
        >
          {t("Use")}
        </Button>
        <Button
          variant="quiet"
          disabled={isBusy}
          aria-label={t(
            kind === "title" ? "Dismiss this title for {title}" : "Dismiss this cover for {title}",
            { title },
          )}
          onClick={() => dismissing.submit({ id })}
        >
          {t("Dismiss")}
        </Button>
      </div>
    </div>
  );
}
