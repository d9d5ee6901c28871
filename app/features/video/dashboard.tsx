import { Clapperboard, Eye, EyeOff, Pencil, Plus, Star, Trash2 } from "lucide-react";
import { type RefObject, useRef, useState } from "react";
import { useFetcher } from "react-router";
import { ArtistFrame } from "~/artist-theme/artist-frame";
import { type OwnTheme, ownTheme } from "~/artist-theme/own-theme.server";
import { ownerAction } from "~/forms.server";
import { loadOrNull } from "~/loaders.server";
import { IconSprite } from "~/public-ui/icon";
import { servicesContext } from "~/services.server";
import { answerOrFailed, failureText, isNothingDone, unlessFailed } from "~/shared/action-answer";
import { t } from "~/shared/t";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { DeleteDialog } from "~/ui/delete-dialog";
import { EmptyState } from "~/ui/empty-state";
import { IconButton } from "~/ui/icon-button";
import { LoadFailure } from "~/ui/load-failure";
import { Rich } from "~/ui/rich";
import { SortableList, SortGrip, SortMoves } from "~/ui/sortable-list";
import { useToast } from "~/ui/toasts";
import { ToolPage } from "~/ui/tool-page";
import { UnavailableButton } from "~/ui/unavailable-button";
import { restoring } from "~/ui/undo";
import { useAnswer } from "~/ui/use-answer";
import { focusUnlessElsewhere } from "~/ui/use-focus-after";
import { useReorder } from "~/ui/use-reorder";
import { requireViewer } from "~/viewer.server";
import type { Route } from "./+types/dashboard";
import { executeVideoAction } from "./commands.server";
import { type OwnVideo, ownVideos } from "./queries.server";
import * as texts from "./schema.ts";
import { VideoDialog } from "./video-dialog.tsx";
import { VideoPreview } from "./video-preview.tsx";

export async function loader({ context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const { db, log } = services;
  const { userId } = requireViewer(context);
  const [theme, videos] = await Promise.all([
    ownTheme(services, userId),
    loadOrNull(
      "the videos",
      { log, userId },
      db.asMusician(userId).read((tx) => ownVideos(tx, userId)),
    ),
  ]);
  return { theme, videos };
}

export const action = ownerAction(texts.videoActionSchema, executeVideoAction);

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return answerOrFailed(serverAction);
}

export const shouldRevalidate = unlessFailed;

export default function VideosTool({ loaderData: { theme, videos } }: Route.ComponentProps) {
  return (
    <ToolPage
      preview={videos && { section: "videos" }}
      title={t("Video Gallery")}
      intro={t("The videos on your bio page: the primary one first, then in your own order.")}
    >
      <IconSprite />
      {videos ? <VideoList videos={videos} theme={theme} /> : <LoadFailure text={t(texts.loadFailure)} />}
    </ToolPage>
  );
}

/** The musician's videos, each as fans see it: the primary one first, the others in an order to be made. [2 §2] */
function VideoList({ videos, theme }: { videos: OwnVideo[]; theme: OwnTheme }) {
  const add = useRef<HTMLButtonElement>(null);
  const [isEditing, setIsEditing] = useState(false);
  const [edited, setEdited] = useState<OwnVideo>();
  const edit = (video?: OwnVideo) => {
    setEdited(video);
    setIsEditing(true);
  };

  const addButton =
    videos.length >= texts.videoLimit ? (
      <UnavailableButton reason={t(texts.tooManyText, { limit: texts.videoLimit })}>
        {t("Add video")}
      </UnavailableButton>
    ) : (
      <Button ref={add} onClick={() => edit()}>
        <Plus aria-hidden="true" className="size-5" />
        {t("Add video")}
      </Button>
    );
  return (
    <div className="max-w-4xl">
      {videos.length === 0 ? (
        <EmptyState
          icon={Clapperboard}
          title={t("No videos yet")}
          text={t(
            "A live take, a music video, a word from the studio: paste a YouTube or Vimeo link, or the address of an MP4 file.",
          )}
          action={addButton}
        />
      ) : (
        <Card title={t("Your videos ({count})", { count: videos.length })}>
          <Videos videos={videos} theme={theme} onEdit={edit} addButton={add} />
          <div className="mt-5">{addButton}</div>
        </Card>
      )}
      <VideoDialog
        open={isEditing}
        video={edited}
        hasPrimary={videos.some(({ id, is_primary }) => is_primary && id !== edited?.id)}
        theme={theme}
        onClose={() => setIsEditing(false)}
      />
    </div>
  );
}

function Videos({
  videos,
  theme,
  onEdit,
  addButton,
}: {
  videos: OwnVideo[];
  theme: OwnTheme;
  onEdit(video: OwnVideo): void;
  addButton: RefObject<HTMLButtonElement | null>;
}) {
  const list = useRef<HTMLDivElement>(null);
  const toast = useToast();
  const fetcher = useFetcher<unknown>();
  const [deleting, setDeleting] = useState<OwnVideo | null>(null);
  const [ordered, reorder] = useReorder(
    videos.filter(({ is_primary }) => !is_primary),
    "reorder-videos",
    { failed: t(texts.reorderFailure) },
  );
  const primary = videos.find(({ is_primary }) => is_primary);

  // The list is in its new order by then, and the button that was pressed is gone.
  useAnswer(fetcher.state === "idle" ? fetcher.data : undefined, (answer) => {
    if (isNothingDone(answer)) {
      toast.error(failureText(answer, t(texts.primaryFailure)) ?? t(texts.primaryFailure));
    } else {
      toast.success(t(texts.primarySet));
      focusUnlessElsewhere(list.current);
    }
  });

  const row = (video: OwnVideo) => (
    <VideoRow
      video={video}
      theme={theme}
      isSettingPrimary={fetcher.state !== "idle"}
      onPrimary={() => fetcher.submit({ intent: "set-primary-video", id: video.id }, { method: "post" })}
      onEdit={() => onEdit(video)}
      onDelete={() => setDeleting(video)}
    />
  );
  return (
    <div ref={list} tabIndex={-1} className="outline-none">
      {primary && (
        <div className={ordered.length > 0 ? "mb-5 border-line border-b pb-5" : ""}>{row(primary)}</div>
      )}
      <SortableList
        label={primary ? t("Your other videos") : t("Your videos")}
        items={ordered}
        nameOf={({ title }) => title}
        onReorder={reorder}
        className="grid grid-cols-1 gap-y-5 divide-y divide-line empty:hidden"
        itemClassName="bg-surface not-last:pb-5"
      >
        {row}
      </SortableList>
      <DeleteDialog
        id={deleting?.id ?? null}
        intent="delete-video"
        title={t("Delete video")}
        texts={{ done: t(texts.deleted), failed: t(texts.deleteFailure) }}
        undo={restoring}
        focusAfter={videos.length > 0 ? list : addButton}
        onClose={() => setDeleting(null)}
      >
        <p>
          <Rich
            text="“{title}” goes from your page. The video itself stays where it is. You can bring it back for 30 days."
            parts={{ title: <bdi>{deleting?.title}</bdi> }}
          />
        </p>
      </DeleteDialog>
    </div>
  );
}

function VideoRow({
  video,
  theme,
  isSettingPrimary,
  onPrimary,
  onEdit,
  onDelete,
}: {
  video: OwnVideo;
  theme: OwnTheme;
  isSettingPrimary: boolean;
  onPrimary(): void;
  onEdit(): void;
  onDelete(): void;
}) {
  const { id, title, video_type, is_primary, is_visible } = video;
  const fetcher = useFetcher<unknown>();
  const toast = useToast();
  const wanted = fetcher.formData?.get("visible");
  const isVisible = wanted ? wanted === "true" : is_visible;

  useAnswer(fetcher.data, (answer) => {
    if (isNothingDone(answer)) {
      toast.error(failureText(answer, t(texts.visibilityFailure)) ?? t(texts.visibilityFailure));
    } else {
      toast.success(isVisible ? t(texts.shown) : t(texts.hidden));
    }
  });

  return (
    <div className="flex flex-wrap items-start gap-x-4 gap-y-2">
      <div className={`w-full sm:w-64 ${isVisible ? "" : "grayscale"}`}>
        <ArtistFrame theme={theme}>
          <VideoPreview key={video.video_url} video={video} />
        </ArtistFrame>
      </div>
      <div className="min-w-0 flex-1 basis-56">
        <p dir="auto" className={`wrap-anywhere font-semibold ${isVisible ? "" : "text-muted"}`}>
          {title}
        </p>
        <p className="flex flex-wrap items-center gap-x-2 text-muted text-sm">
          <span>{texts.videoTypes[video_type]}</span>
          {is_primary && (
            <span className="inline-flex items-center gap-1 font-semibold text-foreground">
              <Star aria-hidden="true" className="size-4 fill-current" />
              {t("Primary video")}
            </span>
          )}
          {!isVisible && <span>{t("Not on your page")}</span>}
        </p>
        <div className="mt-1 -ms-3 flex flex-wrap items-center">
          {!is_primary && <SortGrip />}
          {!is_primary && (
            <IconButton
              icon={Star}
              label={t("Make {title} the primary video", { title })}
              disabled={isSettingPrimary}
              onClick={onPrimary}
            />
          )}
          <IconButton
            icon={isVisible ? Eye : EyeOff}
            label={t("Show {title} on your page", { title })}
            isPressed={isVisible}
            onClick={() =>
              fetcher.submit(
                { intent: "show-video", id, visible: String(!isVisible) },
                // Else the next press would ask for the same once more.
                { method: "post", flushSync: true },
              )
            }
          />
          {!is_primary && <SortMoves />}
          <IconButton icon={Pencil} label={t("Edit {name}", { name: title })} onClick={onEdit} />
          <IconButton
            icon={Trash2}
            label={t("Delete {name}", { name: title })}
            onClick={onDelete}
            isDangerous
          />
        </div>
      </div>
    </div>
  );
}
