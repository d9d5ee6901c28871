import { Images, Pencil, Trash2 } from "lucide-react";
import { useRef, useState } from "react";
import { useSearchParams } from "react-router";
import { ownerAction } from "~/forms.server";
import { loadOrNull, pageParam } from "~/loaders.server";
import { servicesContext } from "~/services.server";
import { answerOrFailed } from "~/shared/action-answer";
import { listAsked, listPage } from "~/shared/list-asked";
import { type Place, squarePlace } from "~/shared/picture";
import { said } from "~/shared/said";
import { t } from "~/shared/t";
import { Card } from "~/ui/card";
import { DeleteDialog } from "~/ui/delete-dialog";
import { EmptyState } from "~/ui/empty-state";
import { ListFinder, NothingFound } from "~/ui/list-finder";
import { LoadFailure } from "~/ui/load-failure";
import { PageLinks } from "~/ui/page-links";
import { Photo } from "~/ui/photo";
import { MenuButton, RowMenu } from "~/ui/row-menu";
import { BulkButton, type Selection, SelectionBar, useSelection } from "~/ui/selection";
import { SortableList, SortGrip, SortMoves } from "~/ui/sortable-list";
import { ToolPage } from "~/ui/tool-page";
import { restoring } from "~/ui/undo";
import { useReorder } from "~/ui/use-reorder";
import { requireViewer } from "~/viewer.server";
import type { Route } from "./+types/dashboard";
import { executePhotoAction } from "./commands.server";
import { OwnLightbox } from "./own-lightbox.tsx";
import { PhotoDialog } from "./photo-dialog.tsx";
import { PhotoUpload } from "./photo-upload.tsx";
import { type OwnPhoto, ownPhotos } from "./queries.server";
import {
  deletedText,
  deleteFailure,
  filters,
  loadFailure,
  orders,
  photoActionSchema,
  photosPerPage,
  reorderFailure,
  shownOnPage,
} from "./schema";

export { unlessFailed as shouldRevalidate } from "~/shared/action-answer";

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, log } = context.get(servicesContext);
  const { userId } = requireViewer(context);
  const { searchParams } = new URL(request.url);
  const page = pageParam(searchParams);
  const asked = listAsked(searchParams, filters, orders);
  const gallery = await loadOrNull(
    "the photos",
    { log, userId },
    db.asMusician(userId).read((tx) => ownPhotos(tx, userId, page, asked)),
  );
  return { gallery, page, asked };
}

export const action = ownerAction(photoActionSchema, executePhotoAction);

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return answerOrFailed(serverAction);
}

export default function PhotoGallery({ loaderData: { gallery, page, asked } }: Route.ComponentProps) {
  const top = useRef<HTMLDivElement>(null);
  // It tells that the last photo is deleted when the list is gone.
  const [deleting, setDeleting] = useState<OwnPhoto[]>([]);
  const [only] = deleting;
  const [params] = useSearchParams();
  return (
    <ToolPage
      preview={gallery && { section: "photos" }}
      title={t("Photo Gallery")}
      intro={t("The photos on your bio page, in your own order.")}
    >
      <div ref={top} tabIndex={-1} className="grid grid-cols-1 gap-6 outline-none">
        <PhotoUpload />
        {gallery === null && <LoadFailure text={t(loadFailure)} />}
        {gallery?.total === 0 && (
          <EmptyState
            icon={Images}
            title={t("No photos yet")}
            text={t(
              "On stage, on the road, at work: photos let fans see who they are listening to. Drop a few above to begin.",
            )}
          />
        )}
        {gallery && gallery.total > 0 && (
          <Card title={t("Your photos ({count})", { count: gallery.total })}>
            {gallery.total > shownOnPage && (
              <p className="-mt-3 mb-5 text-muted text-sm">
                {t("Your page shows the first {count}.", { count: shownOnPage })}
              </p>
            )}
            {(gallery.total > findableFrom || !asked.isWhole) && (
              <div className="mb-4">
                <ListFinder
                  name={t("Photos")}
                  label={t("Search photos")}
                  path="/gallery"
                  search={asked.search}
                  choices={[
                    {
                      name: "filter",
                      label: t("Show|which of a list"),
                      value: asked.filter,
                      options: said(filters),
                    },
                    { name: "sort", label: t("Sort by"), value: asked.order, options: said(orders) },
                  ]}
                />
              </div>
            )}
            {!asked.isWhole && (
              <p role="status" className="mb-2">
                {t("{matches} of {total} photos", { matches: gallery.matches, total: gallery.total })}
              </p>
            )}
            {gallery.matches === 0 ? (
              <NothingFound
                text={t("None of your photos is like that.")}
                to="/gallery"
                all={t("Show all photos")}
              />
            ) : (
              <Photos
                photos={gallery.photos}
                before={(page - 1) * photosPerPage}
                isInOrder={asked.isWhole}
                onDelete={setDeleting}
              />
            )}
            <PageLinks
              page={page}
              pages={Math.max(1, Math.ceil(gallery.matches / photosPerPage))}
              to={(page) => listPage(params, page)}
            />
          </Card>
        )}
      </div>
      <DeleteDialog
        id={deleting.length > 0 ? deleting.map(({ id }) => id).join(" ") : null}
        intent="delete-photo"
        title={t("{count, plural, =0 {Delete photo} one {Delete photo} other {Delete # photos}}", {
          count: deleting.length,
        })}
        texts={{ done: deletedText(deleting.length), failed: t(deleteFailure) }}
        undo={restoring}
        focusAfter={top}
        onClose={() => setDeleting([])}
      >
        {only && deleting.length === 1 && (
          <Photo
            picture={only.picture}
            places={squarePlace(8)}
            alt=""
            className="mb-4 size-32 rounded-box object-cover"
          />
        )}
        <p>
          {deleting.length > 1
            ? t("All {count} selected photos go from your page. You can bring them back for 30 days.", {
                count: deleting.length,
              })
            : t("It goes from your page. You can bring it back for 30 days.")}
        </p>
      </DeleteDialog>
    </ToolPage>
  );
}

/** A smaller gallery is seen at a glance. */
const findableFrom = 12;

/** Within the card, which is 61 rem wide at most. */
const cardPlaces: Place[] = [
  { from: 64, ofScreen: 0, rem: 13.94, height: "as wide" },
  { from: 40, ofScreen: 1 / 3, rem: -2.5, height: "as wide" },
  { from: 0, ofScreen: 1 / 2, rem: -2.375, height: "as wide" },
];

/** @param before how many there are on earlier pages */
function Photos({
  photos,
  before,
  isInOrder,
  onDelete,
}: {
  photos: OwnPhoto[];
  before: number;
  isInOrder: boolean;
  onDelete(photos: OwnPhoto[]): void;
}) {
  const [shown, setShown] = useState<number | null>(null);
  const [isEditing, setIsEditing] = useState(false);
  const [edited, setEdited] = useState<OwnPhoto>();
  const selection = useSelection(photos);
  const [ordered, reorder] = useReorder(photos, "reorder-photos", { failed: t(reorderFailure) });
  const places = new Map(ordered.map(({ id }, index) => [id, index]));
  const nameOf = ({ id, caption }: OwnPhoto) =>
    caption
      ? shortened(caption)
      : t("photo {position}|in place of its name, within a sentence", {
          position: before + (places.get(id) ?? 0) + 1,
        });

  const close = () => {
    const last = shown === null ? undefined : ordered[shown];
    setShown(null);
    // The dialog gives the focus back to where it was opened; one may have gone on from there.
    requestAnimationFrame(() => document.getElementById(`photo-${last?.id}`)?.focus());
  };

  return (
    <div>
      <SelectionBar selection={selection}>
        <BulkButton text={t("Delete")} onClick={() => onDelete(selection.selected)} />
      </SelectionBar>
      <SortableList
        label={t("Your photos")}
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
            isInOrder={isInOrder}
            selection={selection}
            onDelete={() => onDelete([photo])}
          />
        )}
      </SortableList>
      <OwnLightbox photos={ordered} current={shown} onShow={setShown} onClose={close} />
      <PhotoDialog open={isEditing} photo={edited} onClose={() => setIsEditing(false)} />
    </div>
  );
}

function PhotoCard({
  photo: { id, caption, altText, picture },
  name,
  isInOrder,
  selection,
  onView,
  onEdit,
  onDelete,
}: {
  photo: OwnPhoto;
  name: string;
  /** The gallery is whole and in its artist's order, so that a photo can be moved. */
  isInOrder: boolean;
  selection: Selection<OwnPhoto>;
  onView(): void;
  onEdit(): void;
  onDelete(): void;
}) {
  const image = (
    <Photo
      picture={picture}
      places={cardPlaces}
      alt=""
      className="aspect-square w-full rounded-box object-cover"
    />
  );
  const badge = altText && (
    <span className="pointer-events-none absolute end-1.5 bottom-1.5 rounded-box bg-surface/90 px-1.5 font-semibold text-foreground text-xs">
      <span aria-hidden="true">{t("alt text")}</span>
      <span className="sr-only">{t("Has an alt text")}</span>
    </span>
  );
  const words = (
    <p
      dir="auto"
      className={`wrap-anywhere pointer-fine:line-clamp-1 line-clamp-2 min-w-0 grow px-1 pointer-fine:text-sm text-xs ${caption ? "" : "text-muted"}`}
      title={caption}
    >
      {caption || t("No caption")}
    </p>
  );
  if (selection.isOn) {
    return (
      <label className="relative block cursor-pointer">
        <span className="relative block">
          {image}
          {badge}
        </span>
        <span className="absolute start-1.5 top-1.5 grid size-11 place-items-center rounded-box bg-surface/90 shadow-raised">
          <input
            type="checkbox"
            checked={selection.has(id)}
            aria-label={t("Select {name}", { name })}
            onChange={({ currentTarget }) => selection.choose([id], currentTarget.checked)}
            className="size-5 cursor-pointer accent-primary"
          />
        </span>
        <span className="flex min-h-11 items-center">{words}</span>
      </label>
    );
  }
  // With a mouse or the keyboard they show over the picture while it is near. A finger can't come near: there they stand
  // below.
  const near =
    "pointer-fine:absolute pointer-fine:top-1.5 transition-opacity pointer-fine:opacity-0 group-focus-within/photo:opacity-100 group-hover/photo:opacity-100 in-data-lifted:opacity-100";
  const overPicture = "pointer-fine:bg-surface/90 pointer-fine:text-foreground pointer-fine:shadow-raised";
  return (
    <div className="group/photo relative">
      <div className="relative">
        <button
          type="button"
          id={`photo-${id}`}
          aria-label={t("View {name}", { name })}
          onClick={onView}
          className="block w-full rounded-box"
        >
          {image}
        </button>
        {badge}
      </div>
      <div className="flex min-h-11 items-center">
        {isInOrder && <SortGrip className={`-ms-3 start-1.5 pointer-fine:ms-0 ${near} ${overPicture}`} />}
        {words}
        <div className={`-me-2 end-1.5 pointer-fine:me-0 ${near}`}>
          <RowMenu label={t("Actions for {name}", { name })} buttonClassName={overPicture}>
            <MenuButton icon={Pencil} text={t("Edit")} label={t("Edit {name}", { name })} onClick={onEdit} />
            {isInOrder && (
              <div className="flex items-center justify-between ps-3 font-medium text-sm">
                <span aria-hidden="true">{t("Move")}</span>
                <SortMoves />
              </div>
            )}
            <MenuButton
              icon={Trash2}
              text={t("Delete")}
              label={t("Delete {name}", { name })}
              onClick={onDelete}
              isDangerous
            />
          </RowMenu>
        </div>
      </div>
    </div>
  );
}

/** For a control's name: a caption may be as long as a story. */
function shortened(caption: string): string {
  return caption.length > 60 ? `${caption.slice(0, 59).trimEnd()}…` : caption;
}
