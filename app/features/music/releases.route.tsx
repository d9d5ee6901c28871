import { Disc3, Plus, RotateCcw, Trash2 } from "lucide-react";
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from "react";
import { Link, redirect, useFetcher, useNavigate, useSearchParams } from "react-router";
import { ownerAction } from "~/forms.server";
import { loadOrNull } from "~/loaders.server";
import { servicesContext } from "~/services.server";
import { answerOrFailed, failureText, isNothingDone } from "~/shared/action-answer";
import { squarePlace } from "~/shared/picture";
import { t } from "~/shared/t";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { DeleteDialog } from "~/ui/delete-dialog";
import { EmptyState } from "~/ui/empty-state";
import { Field, FieldFrame } from "~/ui/field";
import { FormDialog } from "~/ui/form-dialog";
import { useOwnFormats } from "~/ui/formats";
import { IconButton } from "~/ui/icon-button";
import { LoadFailure } from "~/ui/load-failure";
import { Photo } from "~/ui/photo";
import { Rich } from "~/ui/rich";
import { useToast } from "~/ui/toasts";
import { ToolPage } from "~/ui/tool-page";
import { useAnswer } from "~/ui/use-answer";
import { requireViewer } from "~/viewer.server";
import type { Route } from "./+types/releases.route";
import { MusicTabs } from "./music-tabs";
import { StateText } from "./release-state";
import { releaseKinds } from "./releases";
import { addRelease, executeReleasesAction } from "./releases-commands.server";
import { type ListedRelease, ownReleases } from "./releases-queries.server";
import * as texts from "./releases-schema";

export { unlessFailed as shouldRevalidate } from "~/shared/action-answer";

/** Long enough to read it and reach the button. */
const undoMs = 15_000;

export async function loader({ context }: Route.LoaderArgs) {
  const { db, log } = context.get(servicesContext);
  const { userId } = requireViewer(context);
  const own = await loadOrNull(
    "the releases",
    { log, userId },
    db.asMusician(userId).read((tx) => ownReleases(tx, userId)),
  );
  return { own };
}

export const action = ownerAction(texts.releasesActionSchema, async (services, userId, form) => {
  if (form.intent === "new-release") {
    const id = await addRelease(services, userId, form);
    throw redirect(`/music/releases/${id}`, 303);
  }
  await executeReleasesAction(services, userId, form);
  return { done: form.intent };
});

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return answerOrFailed(serverAction);
}

/** Singles, EPs and albums: drafts, announced ones and those that are out. */
export default function Releases({ loaderData: { own } }: Route.ComponentProps) {
  const add = useRef<HTMLButtonElement>(null);
  const [isAdding, setIsAdding] = useState(false);
  const restore = useRestore();
  useUndo(own?.deleted ?? [], restore);
  const newButton = (
    <Button ref={add} onClick={() => setIsAdding(true)}>
      <Plus aria-hidden="true" className="size-5" />
      {t("New release")}
    </Button>
  );
  return (
    <ToolPage
      preview={own && { section: "latest" }}
      title={t("Releases")}
      intro={t("Singles, EPs and albums, each with a page and an address of its own.")}
    >
      <div className="grid max-w-4xl grid-cols-1 gap-6">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <MusicTabs />
          {own && own.releases.length > 0 && newButton}
        </div>
        {!own && <LoadFailure text={t(texts.releasesFailure)} />}
        {own?.releases.length === 0 && (
          <EmptyState
            icon={Disc3}
            title={t("No releases yet")}
            text={t(
              "Put tracks together, announce the day, and share one address: before it is out, on the day and long after.",
            )}
            action={newButton}
          />
        )}
        {own && own.releases.length > 0 && (
          <Card title={t("Your releases ({count})", { count: own.releases.length })}>
            <ul aria-label={t("Your releases")} className="grid grid-cols-1 divide-y divide-line">
              {own.releases.map((release) => (
                <li key={release.id} className={own.releases.length < 100 ? "" : "lazy-row"}>
                  <ReleaseRow release={release} />
                </li>
              ))}
            </ul>
          </Card>
        )}
        {own && <RecentlyDeleted releases={own.deleted} onRestore={restore} focusAfter={add} />}
      </div>
      <FormDialog
        open={isAdding}
        onClose={() => setIsAdding(false)}
        title={t("New release")}
        schema={texts.newReleaseSchema}
        hidden={{ intent: "new-release" }}
        submitText={t("Begin draft")}
        texts={{ done: t("Draft begun"), failed: t(texts.releaseSaveFailure) }}
      >
        {({ errors }) => (
          <>
            <Field
              label={t("Title")}
              name="title"
              error={errors.title}
              maxLength={texts.textLimits.title}
              required
              dir="auto"
              autoComplete="off"
            />
            <FieldFrame label={t("Kind")} error={errors.kind}>
              {(props) => (
                <select {...props} name="kind" className={`min-h-12 ${props.className}`}>
                  {Object.entries(releaseKinds).map(([kind, name]) => (
                    <option key={kind} value={kind}>
                      {t(name)}
                    </option>
                  ))}
                </select>
              )}
            </FieldFrame>
          </>
        )}
      </FormDialog>
    </ToolPage>
  );
}

/** Sends the wish to bring a release back, and says how it went. */
function useRestore(): (id: string) => void {
  const fetcher = useFetcher<unknown>();
  const toast = useToast();
  useAnswer(fetcher.state === "idle" ? fetcher.data : undefined, (answer) => {
    const failure = t("Failed to bring the release back");
    if (isNothingDone(answer)) toast.error(failureText(answer, failure) ?? failure);
    else toast.success(t("The release is back"));
  });
  return (id) => fetcher.submit({ intent: "restore-release", id }, { method: "post" });
}

/** After a release's own screen has deleted it, which leads here: the toast that can take it back. */
function useUndo(deleted: readonly { id: string; title: string }[], restore: (id: string) => void): void {
  const toast = useToast();
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const id = params.get("deleted");
  const told = useRef<string>(null);
  const tell = useEffectEvent((id: string) => {
    const release = deleted.find((each) => each.id === id);
    if (release && told.current !== id) {
      toast.show({
        type: "success",
        message: t(
          params.has("hidden")
            ? "“{title}” was deleted, and its tracks that weren't out are hidden"
            : "“{title}” was deleted",
          { title: release.title },
        ),
        duration: undoMs,
        action: { text: t("Undo"), onPress: () => restore(id) },
      });
    }
    told.current = id;
    // Else a reload would say it once more.
    navigate("/music/releases", { replace: true, preventScrollReset: true });
  });
  useEffect(() => {
    if (id) tell(id);
  }, [id]);
}

function ReleaseRow({ release }: { release: ListedRelease }) {
  const { id, title, kind, tracks, cover, state } = release;
  return (
    <Link to={`/music/releases/${id}`} className="group flex items-center gap-4 rounded-box py-3">
      <Cover picture={cover} />
      <span className="flex min-w-0 grow flex-wrap items-center gap-x-4 gap-y-2">
        <span className="min-w-0 grow basis-52">
          <bdi className="wrap-anywhere block font-semibold leading-tight group-hover:underline">{title}</bdi>
          <span className="mt-0.5 block text-muted text-sm">
            {t(releaseKinds[kind])} ·{" "}
            {t("{count, plural, one {# track} other {# tracks}}", { count: tracks })}
          </span>
        </span>
        <span
          className={`rounded-full px-3 py-1 text-sm ${state === "out" ? "bg-sunken" : "border border-edge"}`}
        >
          <StateText release={release} />
        </span>
      </span>
    </Link>
  );
}

function Cover({ picture }: { picture: ListedRelease["cover"] }): ReactNode {
  if (picture) {
    return (
      <Photo
        picture={picture}
        places={squarePlace(3.5)}
        alt=""
        className="size-14 shrink-0 rounded-box object-cover"
      />
    );
  }
  return (
    <span className="grid size-14 shrink-0 place-items-center rounded-box bg-sunken text-muted">
      <Disc3 aria-hidden="true" className="size-6" />
    </span>
  );
}

type Deleted = Awaited<ReturnType<typeof ownReleases>>["deleted"][number];

function RecentlyDeleted({
  releases,
  onRestore,
  focusAfter,
}: {
  releases: Deleted[];
  onRestore(id: string): void;
  focusAfter: React.RefObject<HTMLElement | null>;
}) {
  const { date } = useOwnFormats();
  const [purging, setPurging] = useState<Deleted | null>(null);
  // The dialog stays when its last release goes, and says so.
  return (
    <>
      {releases.length > 0 && (
        <Card title={t("Recently deleted ({count})", { count: releases.length })}>
          <p className="-mt-3 mb-3 text-muted text-sm">
            {t("Nobody sees them any more. You can bring each back for {days} days.", {
              days: texts.keptDays,
            })}
          </p>
          <ul aria-label={t("Recently deleted")} className="grid grid-cols-1 divide-y divide-line">
            {releases.map((release) => (
              <li key={release.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2">
                <div className="min-w-0 flex-1 basis-48">
                  <p dir="auto" className="wrap-anywhere font-semibold leading-tight">
                    {release.title}
                  </p>
                  <p className="text-muted text-sm">
                    {t("Goes for good on {day}", { day: date(release.goesAt, "medium") })}
                  </p>
                </div>
                <div className="ms-auto flex items-center">
                  <Button
                    variant="secondary"
                    aria-label={t("Bring back {title}", { title: release.title })}
                    onClick={() => onRestore(release.id)}
                  >
                    <RotateCcw aria-hidden="true" className="size-4" />
                    {t("Bring back")}
                  </Button>
                  <IconButton
                    icon={Trash2}
                    label={t("Delete {title} for good", { title: release.title })}
                    onClick={() => setPurging(release)}
                    isDangerous
                  />
                </div>
              </li>
            ))}
          </ul>
        </Card>
      )}
      <DeleteDialog
        id={purging?.id ?? null}
        intent="purge-release"
        title={t("Delete for good")}
        texts={{ done: t("Deleted for good"), failed: t("Failed to delete the release") }}
        focusAfter={focusAfter}
        onClose={() => setPurging(null)}
      >
        <p>
          <Rich
            text="“{title}” goes with its texts and its cover. Its tracks stay in your library. This cannot be undone."
            parts={{ title: <bdi>{purging?.title}</bdi> }}
          />
        </p>
      </DeleteDialog>
    </>
  );
}
