import { ExternalLink, ImagePlus, Plus } from "lucide-react";
import { useRef, useState } from "react";
import { useFetcher } from "react-router";
import { ArtistFrame } from "~/artist-theme/artist-frame";
import type { OwnTheme } from "~/artist-theme/own-theme.server";
import { failureText, isNothingDone } from "~/shared/action-answer";
import { squarePlace } from "~/shared/picture";
import { t } from "~/shared/t";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { Checkbox } from "~/ui/checkbox";
import { DeleteDialog } from "~/ui/delete-dialog";
import { EmptyState } from "~/ui/empty-state";
import { useOwnFormats } from "~/ui/formats";
import { IconButton } from "~/ui/icon-button";
import { LinkRow } from "~/ui/link-row";
import { Photo } from "~/ui/photo";
import { Rich } from "~/ui/rich";
import { SortableList, SortGrip, SortMoves } from "~/ui/sortable-list";
import { useToast } from "~/ui/toasts";
import { UnavailableButton } from "~/ui/unavailable-button";
import { restoring } from "~/ui/undo";
import { useAnswer } from "~/ui/use-answer";
import { useReorder } from "~/ui/use-reorder";
import { LinkIcon } from "./icons.tsx";
import { LinkDialog } from "./link-dialog.tsx";
import { PictureDialog } from "./picture-dialog.tsx";
import { LinkButtons } from "./public.tsx";
import type { OwnLink } from "./queries.server";
import * as texts from "./schema.ts";

/** The musician's links with a title: whether the page has them, and a list to add to, change, order and delete from. */
export function LinkList({
  links,
  isShown,
  theme,
}: {
  links: OwnLink[];
  /** Null while there is no page. */
  isShown: boolean | null;
  theme: OwnTheme;
}) {
  const add = useRef<HTMLButtonElement>(null);
  const [isEditing, setIsEditing] = useState(false);
  const [edited, setEdited] = useState<OwnLink>();
  const [pictured, setPictured] = useState<string | null>(null);
  const [deleting, setDeleting] = useState<OwnLink | null>(null);
  const [ordered, reorder] = useReorder(links, "reorder-links", {
    done: t(texts.reordered),
    failed: t(texts.reorderFailure),
  });
  const shown = ordered.filter(isOnPage);

  const edit = (link?: OwnLink) => {
    setEdited(link);
    setIsEditing(true);
  };

  const addButton =
    links.length >= texts.linkLimit ? (
      <UnavailableButton reason={texts.tooManyText()}>{t("Add link")}</UnavailableButton>
    ) : (
      <Button ref={add} onClick={() => edit()}>
        <Plus aria-hidden="true" className="size-5" />
        {t("Add link")}
      </Button>
    );
  return (
    <Card title={t("Links with a title")}>
      <p className="-mt-3 mb-3 text-muted text-sm">
        {t(
          "Whatever should be found first: a pre-order, a shop, a fundraiser. Each is a large button above your music.",
        )}
      </p>
      {isShown !== null && <SectionSwitch isShown={isShown} />}
      {links.length === 0 ? (
        <EmptyState
          icon={ExternalLink}
          title={t("No links yet")}
          text={t(
            "“Vinyl pre-order” says more than an address. Give a link a title, and if you like a picture and the days on which it is shown.",
          )}
          action={addButton}
        />
      ) : (
        <>
          <p className="mt-2 mb-1.5 font-semibold text-sm">{t("As your fans see it")}</p>
          <ArtistFrame theme={theme}>
            {isShown !== false && shown.length > 0 ? (
              <LinkButtons links={shown} />
            ) : (
              <p className="text-center text-muted text-sm">
                {isShown === false
                  ? t("Your page shows no links, because you have switched them off.")
                  : t("None of your links is shown at the moment.")}
              </p>
            )}
          </ArtistFrame>
          <SortableList
            label={t("Your links")}
            items={ordered}
            nameOf={({ title }) => title}
            onReorder={reorder}
            className="my-4 grid grid-cols-1 divide-y divide-line"
            itemClassName="bg-surface py-2"
          >
            {(link) => (
              <OneLink
                link={link}
                onEdit={() => edit(link)}
                onPicture={() => setPictured(link.id)}
                onDelete={() => setDeleting(link)}
              />
            )}
          </SortableList>
          {addButton}
        </>
      )}
      <LinkDialog open={isEditing} link={edited} theme={theme} onClose={() => setIsEditing(false)} />
      <PictureDialog
        link={links.find(({ id }) => id === pictured) ?? null}
        onClose={() => setPictured(null)}
      />
      <DeleteDialog
        id={deleting?.id ?? null}
        intent="delete-link"
        title={t("Delete link")}
        texts={{ done: t(texts.deleted), failed: t(texts.deleteFailure) }}
        undo={restoring}
        focusAfter={add}
        onClose={() => setDeleting(null)}
      >
        <p className="wrap-anywhere">
          {deleting && (
            <Rich
              text={
                deleting.picture
                  ? "“{title}” goes from your page, and its picture with it. You can bring it back for 30 days."
                  : "“{title}” goes from your page. You can bring it back for 30 days."
              }
              parts={{ title: <bdi>{deleting.title}</bdi> }}
            />
          )}
        </p>
      </DeleteDialog>
    </Card>
  );
}

function isOnPage({ is_visible, hasBegun, isOver }: OwnLink): boolean {
  return is_visible && hasBegun && !isOver;
}

/** Whether the page has these links at all. */
function SectionSwitch({ isShown }: { isShown: boolean }) {
  const fetcher = useFetcher<unknown>();
  const toast = useToast();
  const wanted = fetcher.formData?.get("shown");
  const isOn = wanted ? wanted === "true" : isShown;
  useAnswer(fetcher.data, (answer) => {
    if (isNothingDone(answer))
      toast.error(failureText(answer, t(texts.sectionFailure)) ?? t(texts.sectionFailure));
    else toast.success(isOn ? t(texts.sectionShown) : t(texts.sectionHidden));
  });
  return (
    <div className="mb-3">
      <Checkbox
        checked={isOn}
        onChange={(event) =>
          fetcher.submit(
            { intent: "show-links", shown: String(event.currentTarget.checked) },
            // Else the box would show its old state for a moment.
            { method: "post", flushSync: true },
          )
        }
      >
        {t("Show these links above the music on your page")}
      </Checkbox>
    </div>
  );
}

function OneLink({
  link,
  onEdit,
  onPicture,
  onDelete,
}: {
  link: OwnLink;
  onEdit(): void;
  onPicture(): void;
  onDelete(): void;
}) {
  const { id, title, url, icon, picture, is_visible } = link;
  const fetcher = useFetcher<unknown>();
  const toast = useToast();
  const wanted = fetcher.formData?.get("shown");
  const isVisible = wanted ? wanted === "true" : is_visible;

  useAnswer(fetcher.data, (answer) => {
    if (isNothingDone(answer)) toast.error(failureText(answer, t(texts.showFailure)) ?? t(texts.showFailure));
    else toast.success(isVisible ? t(texts.shown) : t(texts.hidden));
  });

  return (
    <LinkRow
      mark={
        picture ? (
          <Photo picture={picture} places={squarePlace(2.75)} alt="" className="size-11 object-cover" />
        ) : (
          <LinkIcon icon={icon} url={url} className="size-5" />
        )
      }
      name={title}
      url={url}
      note={<Facts link={link} />}
      isMuted={!isOnPage({ ...link, is_visible: isVisible })}
      before={<SortGrip className="-ms-3" />}
      onEdit={onEdit}
      onDelete={onDelete}
    >
      <Checkbox
        checked={isVisible}
        aria-label={t("Show {title} on your page", { title })}
        onChange={(event) =>
          fetcher.submit(
            { intent: "show-link", id, shown: String(event.currentTarget.checked) },
            { method: "post", flushSync: true },
          )
        }
      >
        {t("Shown")}
      </Checkbox>
      <SortMoves />
      <IconButton icon={ImagePlus} label={t("Picture of {title}", { title })} onClick={onPicture} />
    </LinkRow>
  );
}

/** When a link is shown, and how often it was followed. */
function Facts({ link: { shown_from, shown_until, clicks } }: { link: OwnLink }) {
  const { dateTime, number } = useOwnFormats();
  const facts = [
    shown_from && t("From {time}", { time: dateTime(shown_from) }),
    shown_until && t("Until {time}", { time: dateTime(shown_until) }),
    t("{count, plural, one {{shown} click} other {{shown} clicks}} in 28 days", {
      count: clicks,
      shown: number(clicks),
    }),
  ];
  return <p className="text-muted text-sm">{facts.filter(Boolean).join(" · ")}</p>;
}
