import { Link2, Plus } from "lucide-react";
import { useRef, useState } from "react";
import { ArtistFrame } from "~/artist-theme/artist-frame";
import type { OwnTheme } from "~/artist-theme/own-theme.server";
import { platformNames } from "~/shared/platforms";
import { t } from "~/shared/t";
import { BrandIcon } from "~/ui/brand-icon";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { DeleteDialog } from "~/ui/delete-dialog";
import { EmptyState } from "~/ui/empty-state";
import { LinkRow } from "~/ui/link-row";
import { LoadFailure } from "~/ui/load-failure";
import { SortableList, SortGrip, SortMoves } from "~/ui/sortable-list";
import { restoring } from "~/ui/undo";
import { useReorder } from "~/ui/use-reorder";
import { SocialLinks } from "./public.tsx";
import * as texts from "./schema.ts";
import { type OwnSocialLink, SocialLinkDialog } from "./social-link-dialog.tsx";

/**
 * The musician's links elsewhere: a list to add to, change, put in order and delete from. [2 §2]
 * @param links null when they could not be loaded
 */
export function SocialLinksSection({ links, theme }: { links: OwnSocialLink[] | null; theme: OwnTheme }) {
  const add = useRef<HTMLButtonElement>(null);
  const [isEditing, setIsEditing] = useState(false);
  const [edited, setEdited] = useState<OwnSocialLink>();
  const [deleting, setDeleting] = useState<OwnSocialLink | null>(null);

  const [ordered, reorder] = useReorder(links ?? [], "reorder-social-links", {
    done: t(texts.reordered),
    failed: t(texts.reorderFailure),
  });

  const edit = (link?: OwnSocialLink) => {
    setEdited(link);
    setIsEditing(true);
  };

  const addButton = (
    <Button ref={add} onClick={() => edit()}>
      <Plus aria-hidden="true" className="size-5" />
      {t("Add link")}
    </Button>
  );
  return (
    <Card title={t("Social and music links")}>
      <p className="-mt-3 mb-5 text-muted text-sm">
        {t(
          "Where else fans can hear and follow you: the newest first, until you put them in an order of yours.",
        )}
      </p>
      {links === null && <LoadFailure text={t(texts.loadFailure)} />}
      {links?.length === 0 && (
        <EmptyState
          icon={Link2}
          title={t("No links yet")}
          text={t(
            "Paste the address of your Spotify, Bandcamp or Instagram, and it stands at the top of your page.",
          )}
          action={addButton}
        />
      )}
      {links && links.length > 0 && (
        <>
          <p className="mb-1.5 font-semibold text-sm">{t("As your fans see it")}</p>
          <ArtistFrame theme={theme}>
            <SocialLinks links={ordered} />
          </ArtistFrame>
          <SortableList
            label={t("Your social links")}
            items={ordered}
            nameOf={({ platform }) => t(platformNames[platform])}
            onReorder={reorder}
            className="my-4 grid grid-cols-1 divide-y divide-line"
            itemClassName="bg-surface py-2"
          >
            {(link) => (
              <LinkRow
                mark={<BrandIcon brand={link.platform} className="size-5" />}
                name={t(platformNames[link.platform])}
                url={link.url}
                before={<SortGrip className="-ms-3" />}
                onEdit={() => edit(link)}
                onDelete={() => setDeleting(link)}
              >
                <SortMoves />
              </LinkRow>
            )}
          </SortableList>
          {addButton}
        </>
      )}
      <SocialLinkDialog
        open={isEditing}
        link={edited}
        onClose={() => setIsEditing(false)}
        preview={(link) => (
          <ArtistFrame theme={theme}>
            <SocialLinks links={[link]} />
          </ArtistFrame>
        )}
      />
      <DeleteDialog
        id={deleting?.id ?? null}
        intent="delete-social-link"
        title={t("Delete link")}
        texts={{ done: t(texts.deleted), failed: t(texts.deleteFailure) }}
        undo={restoring}
        focusAfter={add}
        onClose={() => setDeleting(null)}
      >
        <p>
          {deleting &&
            t("Your {platform} link goes from your page. You can bring it back for 30 days.", {
              platform: t(platformNames[deleting.platform]),
            })}
        </p>
      </DeleteDialog>
    </Card>
  );
}
