import { Images, Pencil, Trash2 } from "lucide-react";
import { useRef, useState } from "react";
import { ownerAction } from "~/forms.server";
import { loadOrNull, pageParam } from "~/loaders.server";
import { servicesContext } from "~/services.server";
import { answerOrFailed } from "~/shared/action-answer";
import { type Place, squarePlace } from "~/shared/picture";
import { Card } from "~/ui/card";
import { DeleteDialog } from "~/ui/delete-dialog";
import { EmptyState } from "~/ui/empty-state";
import { LoadFailure } from "~/ui/load-failure";
import { PageLinks } from "~/ui/page-links";
import { Photo } from "~/ui/photo";
import { SortableList, SortGrip, SortMoves } from "~/ui/sortable-list";
import { ToolPage } from "~/ui/tool-page";
import { useReorder } from "~/ui/use-reorder";
import { requireViewer } from "~/viewer.server";
import type { Route } from "./+types/dashboard";
import { executePhotoAction } from "./commands.server";
import { OwnLightbox } from "./own-lightbox.tsx";
import { PhotoDialog } from "./photo-dialog.tsx";
import { PhotoUpload } from "./photo-upload.tsx";
import { type OwnPhoto, ownPhotos } from "./queries.server";
import {
  deleted,
  deleteFailure,
  loadFailure,
  photoActionSchema,
  photosPerPage,
  reorderFailure,
  shownOnPage,
} from "./schema";

export { unlessFailed as shouldRevalidate } from "~/shared/action-answer";

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, log } = context.get(servicesContext);
  const { userId } = requireViewer(context);
  const page = pageParam(new URL(request.url).searchParams);
  const gallery = await loadOrNull(
    "the photos",
    { log, userId },
    db.asMusician(userId).read((tx) => ownPhotos(tx, userId, page)),
  );
  return { gallery, page };
}

export const action = ownerAction(photoActionSchema, executePhotoAction);

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return answerOrFailed(serverAction);
}

export default function PhotoGallery({ loaderData: { gallery, page } }: Route.ComponentProps) {
  return (
    <ToolPage title="Photo Gallery" intro="The photos on your bio page, in your own order.">
      <div className="grid grid-cols-1 gap-6">
        <PhotoUpload />
        {gallery === null && <LoadFailure text={loadFailure} />}
        {gallery?.total === 0 && (
          <EmptyState
            icon={Images}
            title="No photos yet"
            text="On stage, on the road, at work: photos let fans see who they are listening to. Drop a few above to begin."
          />
        )}
        {gallery && gallery.total > 0 && (
          <Card title={`Your photos (${gallery.total})`}>
            {gallery.total > shownOnPage && (
              <p className="-mt-3 mb-5 text-muted text-sm">Your page shows the first {shownOnPage}.</p>
            )}
            <Photos photos={gallery.photos} before={(page - 1) * photosPerPage} />
            <PageLinks
              page={page}
              pages={Math.ceil(gallery.total / photosPerPage)}
              to={(page) => `?page=${page}`}
            />
          </Card>
        )}
      </div>
    </ToolPage>
  );
}

/** Within the card, which is 61 rem wide at most. */
const cardPlaces: Place[] = [
  { from: 64, ofScreen: 0, rem: 13.94, height: "as wide" },
  { from: 40, ofScreen: 1 / 3, rem: -2.5, height: "as wide" },
  { from: 0, ofScreen: 1 / 2, rem: -2.375, height: "as wide" },
];

/** @param before how many there are on earlier pages */
function Photos({ photos, before }: { photos: OwnPhoto[]; before: number }) {
  const list = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useState<number | null>(null);
  const [isEditing, setIsEditing] = useState(false);
  const [edited, setEdited] = useState<OwnPhoto>();
  const [deleting, setDeleting] = useState<OwnPhoto | null>(null);
  const [ordered, reorder] = useReorder(photos, "reorder-photos", { failed: reorderFailure });
  const places = new Map(ordered.map(({ id }, index) => [id, index]));
  const nameOf = ({ id, caption }: OwnPhoto) =>
    caption ? shortened(caption) : `photo ${before + (places.get(id) ?? 0) + 1}`;

  const close = () => {
    const last = shown === null ? undefined : ordered[shown];
    setShown(null);
    // The dialog gives the focus back to where it was opened; one may have gone on from there.
    requestAnimationFrame(() => document.getElementById(`photo-${last?.id}`)?.focus());
  };

  return (
    <div ref={list} tabIndex={-1} className="outline-none">
      <SortableList
        label="Your photos"
        items={ordered}
        nameOf={nameOf}
        onReorder={reorder}
        isGrid
        className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,max(7.5rem,40%)),1fr))] gap-x-1 gap-y-4 sm:grid-cols-3 sm:gap-x-3 lg:grid-cols-4"
        itemClassName="min-w-0 rounded-box bg-surface"
      >
        {(photo) => (
          <PhotoCard
            photo={photo}
            name={nameOf(photo)}
            onView={() => setShown(places.get(photo.id) ?? 0)}
            onEdit={() => {
              setEdited(photo);
              setIsEditing(true);
            }}
            onDelete={() => setDeleting(photo)}
          />
        )}
      </SortableList>
      <OwnLightbox photos={ordered} current={shown} onShow={setShown} onClose={close} />
      <PhotoDialog open={isEditing} photo={edited} onClose={() => setIsEditing(false)} />
      <DeleteDialog
        id={deleting?.id ?? null}
        intent="delete-photo"
        title="Delete photo"
        texts={{ done: deleted, failed: deleteFailure }}
        focusAfter={list}
        onClose={() => setDeleting(null)}
      >
        {deleting && (
          <Photo
            picture={deleting.picture}
            places={squarePlace(8)}
            alt=""
            className="mb-4 size-32 rounded-box object-cover"
          />
        )}
        <p>It goes from your page. This cannot be undone.</p>
      </DeleteDialog>
    </div>
  );
}

function PhotoCard({
  photo: { id, caption, altText, picture },
  name,
  onView,
  onEdit,
  onDelete,
}: {
  photo: OwnPhoto;
  name: string;
  onView(): void;
  onEdit(): void;
  onDelete(): void;
}) {
  const overlay = "absolute top-1.5 bg-surface/90 text-foreground shadow-raised";
  return (
    <>
      <div className="relative">
        <button
          type="button"
          id={`photo-${id}`}
          aria-label={`View ${name}`}
          onClick={onView}
          className="block w-full overflow-hidden rounded-box"
        >
          <Photo picture={picture} places={cardPlaces} alt="" className="aspect-square w-full object-cover" />
        </button>
        <SortGrip className={`${overlay} left-1.5`} />
        <button
          type="button"
          aria-label={`Delete ${name}`}
          onClick={onDelete}
          className={`${overlay} right-1.5 grid size-11 place-items-center rounded-box enabled-hover:text-danger`}
        >
          <Trash2 aria-hidden="true" className="size-5" />
        </button>
        {altText && (
          <span className="pointer-events-none absolute right-1.5 bottom-1.5 rounded-box bg-surface/90 px-1.5 font-semibold text-foreground text-xs">
            <span className="sr-only">Has an </span>alt text
          </span>
        )}
      </div>
      <p dir="auto" className={`mt-1.5 truncate px-1 text-sm ${caption ? "" : "text-muted"}`} title={caption}>
        {caption || "No caption"}
      </p>
      <div className="flex items-center justify-between">
        <SortMoves />
        <button
          type="button"
          aria-label={`Edit ${name}`}
          onClick={onEdit}
          className="grid size-11 place-items-center rounded-box text-foreground enabled-hover:bg-sunken"
        >
          <Pencil aria-hidden="true" className="size-5" />
        </button>
      </div>
    </>
  );
}

/** For a control's name: a caption may be as long as a story. */
function shortened(caption: string): string {
  return caption.length > 60 ? `${caption.slice(0, 59).trimEnd()}…` : caption;
}
