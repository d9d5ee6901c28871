import { Film, Image as ImageIcon, ImageOff, Pencil, Trash2 } from "lucide-react";
import { type ReactNode, useRef, useState } from "react";
import { useFetcher, useRevalidator } from "react-router";
import { loadOrNull } from "~/loaders.server";
import { servicesContext } from "~/services.server";
import { answerOrFailed, failureText, isNothingDone } from "~/shared/action-answer";
import { choicesFor, type Picture, type Place } from "~/shared/picture";
import { t } from "~/shared/t";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { DeleteDialog } from "~/ui/delete-dialog";
import { Dialog } from "~/ui/dialog";
import { DropZone } from "~/ui/drop-zone";
import { EmptyState } from "~/ui/empty-state";
import { LoadFailure } from "~/ui/load-failure";
import { Rich } from "~/ui/rich";
import { useToast } from "~/ui/toasts";
import { UploadList, useUploads } from "~/ui/uploads";
import { useAnswer } from "~/ui/use-answer";
import type { Route } from "./+types/backgrounds.route";
import { adminAction, requireAdmin } from "./actor.server";
import { AdminTabs } from "./admin-tabs.tsx";
import { BackgroundFields } from "./background-form.tsx";
import * as texts from "./background-schema.ts";
import { allBackgrounds, type Background, executeBackgroundAction } from "./backgrounds.server";
import { openReports } from "./reports.server";

export { unlessFailed as shouldRevalidate } from "~/shared/action-answer";

export async function loader({ context }: Route.LoaderArgs) {
  const { db, log } = context.get(servicesContext);
  const { userId } = requireAdmin(context);
  const [backgrounds, reports] = await Promise.all([
    loadOrNull("the backgrounds", { log, userId }, allBackgrounds({ db }, userId)),
    openReports({ db }, userId).catch(() => 0),
  ]);
  return { backgrounds, reports };
}

export const action = adminAction(texts.backgroundActionSchema, executeBackgroundAction);

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return answerOrFailed(serverAction);
}

/** [1 §2 Admin dashboard] Background Manager */
export default function BackgroundManager({ loaderData: { backgrounds, reports } }: Route.ComponentProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const [editing, setEditing] = useState<Background | null>(null);
  const [deleting, setDeleting] = useState<Background | null>(null);
  return (
    <AdminTabs open="backgrounds" reports={reports}>
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(18rem,24rem)_1fr]">
        <AddCard />
        <section aria-labelledby="backgrounds-there" className="grid grid-cols-1 gap-4">
          <h2 id="backgrounds-there" ref={heading} tabIndex={-1} className="font-semibold text-lg">
            {t("Backgrounds")}
            {backgrounds && ` (${backgrounds.length})`}
          </h2>
          {!backgrounds && <LoadFailure text={t(texts.loadFailure)} />}
          {backgrounds?.length === 0 && (
            <EmptyState
              icon={ImageIcon}
              title={t("No backgrounds yet")}
              text={t("What you add here, musicians can choose to stand behind their page.")}
            />
          )}
          {backgrounds && backgrounds.length > 0 && (
            <ul aria-label={t("Backgrounds")} className="grid gap-4 sm:grid-cols-2">
              {backgrounds.map((background) => (
                <BackgroundCard
                  key={background.id}
                  background={background}
                  onEdit={() => setEditing(background)}
                  onDelete={() => setDeleting(background)}
                />
              ))}
            </ul>
          )}
        </section>
      </div>
      <Dialog open={editing !== null} onClose={() => setEditing(null)} title={t("Edit background")}>
        {editing && <BackgroundFields background={editing} onSaved={() => setEditing(null)} />}
      </Dialog>
      <DeleteDialog
        id={deleting?.id ?? null}
        intent="delete-background"
        title={t("Delete background")}
        texts={{ done: t(texts.deleted), failed: t(texts.deleteFailure) }}
        focusAfter={heading}
        onClose={() => setDeleting(null)}
      >
        <p>
          <Rich
            text="{name} goes for good. This cannot be undone."
            parts={{ name: <bdi className="wrap-anywhere font-semibold">{deleting?.name}</bdi> }}
          />
        </p>
        <p className="mt-3 text-muted">{usedText(deleting?.artists ?? 0)}</p>
      </DeleteDialog>
    </AdminTabs>
  );
}

function usedText(artists: number): string {
  return t(
    "{artists, plural, =0 {No artist uses it.} one {# artist uses it, whose page will have no background then.} other {# artists use it, whose pages will have no background then.}}",
    { artists },
  );
}

/** By address, or by a file. [1 §5 Background form] */
function AddCard() {
  return (
    <Card title={t("Add a background")}>
      <BackgroundFields />
      <Upload />
    </Card>
  );
}

function Upload() {
  const uploads = useUploads("background");
  const { revalidate } = useRevalidator();
  const toast = useToast();
  const send = (files: File[]) => {
    for (const problem of files.map(texts.fileProblem)) if (problem) toast.error(t(problem));
    uploads.add(
      files.filter((file) => !texts.fileProblem(file)),
      {
        async done() {
          await revalidate();
          toast.success(t(texts.added));
        },
        failed: (_, reason) => toast.error(reason || t(texts.saveFailure)),
      },
    );
  };
  return (
    <div className="mt-6 grid grid-cols-1 gap-3 border-line border-t pt-6">
      <DropZone
        title={t("Or choose files, or drop them here")}
        hint={t("Pictures smaller than 10MB, MP4 smaller than 50MB. Each is named after its file.")}
        accept="image/jpeg,image/png,image/webp,image/gif,video/mp4,.mp4"
        multiple
        onFiles={send}
      />
      <UploadList kind="background" onArrived={revalidate} />
    </div>
  );
}

function BackgroundCard({
  background: { id, name, type, url, thumbnail_url, is_active, artists, stored },
  onEdit,
  onDelete,
}: {
  background: Background;
  onEdit(): void;
  onDelete(): void;
}) {
  const fetcher = useFetcher<{ done: string }>();
  const toast = useToast();
  const wanted = fetcher.formData?.get("isOn");
  const isActive = wanted ? wanted === "true" : is_active;
  // The toast comes with the answer: a deleted background leaves the list at once.
  useAnswer(fetcher.data, (answer) => {
    const failure = t(texts.statusFailure);
    if (isNothingDone(answer)) toast.error(failureText(answer, failure) ?? failure);
    else toast.success(answer.done);
  });
  return (
    <li className="flex flex-col overflow-hidden rounded-box border border-line bg-surface">
      <Preview type={type} url={url} thumbnail={thumbnail_url} stored={stored} />
      <div className="flex grow flex-col gap-1 p-4">
        <p dir="auto" className="wrap-anywhere font-semibold">
          {name}
        </p>
        <p className="text-muted text-sm">
          {type === "video" ? t("Video") : t("Picture")} · {isActive ? t("Active") : t("Inactive")}
          {artists > 0 &&
            ` · ${t("{artists, plural, one {used by # artist} other {used by # artists}}", { artists })}`}
        </p>
        <div className="mt-auto flex flex-wrap items-center gap-1 pt-2">
          <Button
            variant="secondary"
            onClick={() =>
              // One request at a time, and the next one as soon as the first is answered.
              fetcher.state !== "submitting" &&
              fetcher.submit({ intent: "set-active", id, isOn: String(!isActive) }, { method: "post" })
            }
            aria-label={isActive ? t("Deactivate {name}", { name }) : t("Activate {name}", { name })}
          >
            {isActive ? t("Deactivate") : t("Activate")}
          </Button>
          <IconButton label={t("Edit {name}", { name })} onPress={onEdit}>
            <Pencil aria-hidden="true" className="size-5" />
          </IconButton>
          <IconButton label={t("Delete {name}", { name })} onPress={onDelete}>
            <Trash2 aria-hidden="true" className="size-5" />
          </IconButton>
        </div>
      </div>
    </li>
  );
}

function IconButton({ label, onPress, children }: { label: string; onPress(): void; children: ReactNode }) {
  return (
    <button
      type="button"
      aria-label={label}
      onClick={onPress}
      className="inline-flex size-11 items-center justify-center rounded-box hover:bg-sunken"
    >
      {children}
    </button>
  );
}

/** In the two columns beside the form, in two columns under it, in one. */
const cardPlaces: Place[] = [
  { from: 82, ofScreen: 0, rem: 26.13, height: "16:9" },
  { from: 64, ofScreen: 0.5, rem: -14.88, height: "16:9" },
  { from: 40, ofScreen: 0.5, rem: -2.13, height: "16:9" },
  { from: 0, ofScreen: 1, rem: -2.13, height: "16:9" },
];

/** The background's picture: its thumbnail, else itself; a video shows its first frame. */
function Preview({
  type,
  url,
  thumbnail,
  stored,
}: {
  type: Background["type"];
  url: string;
  thumbnail: string | null;
  /** The metadata of the picture that it is itself. */
  stored: Picture | null;
}) {
  const picture = thumbnail ?? (type === "image" ? url : null);
  const source = picture ?? url;
  const [broken, setBroken] = useState<string>();
  const isBroken = broken === source;
  // It may have failed before the page woke up.
  const look = (element: HTMLImageElement | HTMLVideoElement | null) => {
    const hasFailed =
      element instanceof HTMLImageElement
        ? element.complete && element.naturalWidth === 0
        : element?.error != null;
    if (hasFailed) setBroken(source);
  };
  const shown = {
    ref: look,
    src: source,
    onError: () => setBroken(source),
    className: "absolute inset-0 size-full object-cover",
  };
  const Icon = isBroken ? ImageOff : type === "video" ? Film : ImageIcon;
  return (
    <div className="relative grid aspect-video place-content-center justify-items-center gap-2 bg-sunken text-muted text-sm">
      <Icon aria-hidden="true" className="size-8" />
      {isBroken && (
        <p>
          {thumbnail
            ? t("Nothing can be shown from its thumbnail URL.")
            : t("Nothing can be shown from its URL.")}
        </p>
      )}
      {!isBroken && picture && (
        <img
          {...shown}
          {...(!thumbnail && stored && choicesFor(stored, cardPlaces))}
          width={stored?.width}
          height={stored?.height}
          alt=""
          loading="lazy"
          decoding="async"
        />
      )}
      {!isBroken && !picture && (
        <video {...shown} muted playsInline preload="metadata" aria-hidden="true" tabIndex={-1} />
      )}
    </div>
  );
}
