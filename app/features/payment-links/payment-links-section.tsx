import { HeartHandshake, Plus } from "lucide-react";
import { useRef, useState } from "react";
import { useFetcher } from "react-router";
import { ArtistFrame } from "~/artist-theme/artist-frame";
import type { OwnTheme } from "~/artist-theme/own-theme.server";
import { failureText, isNothingDone } from "~/shared/action-answer";
import { t } from "~/shared/t";
import { BrandIcon } from "~/ui/brand-icon";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { Checkbox } from "~/ui/checkbox";
import { DeleteDialog } from "~/ui/delete-dialog";
import { EmptyState } from "~/ui/empty-state";
import { LinkDialog } from "~/ui/link-dialog";
import { LinkRow } from "~/ui/link-row";
import { SortableList, SortGrip, SortMoves } from "~/ui/sortable-list";
import { useToast } from "~/ui/toasts";
import { UnavailableButton } from "~/ui/unavailable-button";
import { restoring } from "~/ui/undo";
import { useAnswer } from "~/ui/use-answer";
import { useReorder } from "~/ui/use-reorder";
import { type PaymentPlatform, platformLabels, platformOf } from "./platforms.ts";
import { SupportLinks } from "./public.tsx";
import * as texts from "./schema.ts";

interface OwnPaymentLink {
  id: string;
  platform: PaymentPlatform;
  url: string;
  is_enabled: boolean;
}

/** The artist's choice of platforms: fans read 'Support' where it says 'Other'. */
const platformNames = () => ({ ...platformLabels, other: t("Other") });

/** The ways to support the musician: at most four, in their own order, each shown or not. [2 §2, §5] */
export function PaymentLinksSection({ links, theme }: { links: OwnPaymentLink[]; theme: OwnTheme }) {
  const add = useRef<HTMLButtonElement>(null);
  const [isEditing, setIsEditing] = useState(false);
  const [edited, setEdited] = useState<OwnPaymentLink>();
  const [deleting, setDeleting] = useState<OwnPaymentLink | null>(null);
  const [ordered, reorder] = useReorder(links, "reorder-payment-links", {
    done: t(texts.reordered),
    failed: t(texts.reorderFailure),
  });
  const platforms = platformNames();
  const shown = ordered.filter(({ is_enabled }) => is_enabled);

  const edit = (link?: OwnPaymentLink) => {
    setEdited(link);
    setIsEditing(true);
  };

  const addButton =
    links.length >= texts.linkLimit ? (
      <UnavailableButton reason={texts.tooManyText()}>{t("Add support link")}</UnavailableButton>
    ) : (
      <Button ref={add} onClick={() => edit()}>
        <Plus aria-hidden="true" className="size-5" />
        {t("Add support link")}
      </Button>
    );
  return (
    <Card title={t("Support links")}>
      <p className="-mt-3 mb-5 text-muted text-sm">
        {t("How fans can support you with money: at most {limit} links, in the order you give them.", {
          limit: texts.linkLimit,
        })}
      </p>
      {links.length === 0 ? (
        <EmptyState
          icon={HeartHandshake}
          title={t("No support links yet")}
          text={t(
            "A PayPal, Ko-fi or Patreon link lets fans give something back. It gets a section of its own on your page.",
          )}
          action={addButton}
        />
      ) : (
        <>
          <p className="mb-1.5 font-semibold text-sm">{t("As your fans see it")}</p>
          <ArtistFrame theme={theme} isSection>
            {shown.length > 0 ? (
              <SupportLinks links={shown} />
            ) : (
              <p className="text-center text-muted text-sm">
                {t("All links are hidden, so your page shows no section for them.")}
              </p>
            )}
          </ArtistFrame>
          <SortableList
            label={t("Your support links")}
            items={ordered}
            nameOf={({ platform }) => platforms[platform]}
            onReorder={reorder}
            className="my-4 grid grid-cols-1 divide-y divide-line"
            itemClassName="bg-surface py-2"
          >
            {(link) => (
              <PaymentLink link={link} onEdit={() => edit(link)} onDelete={() => setDeleting(link)} />
            )}
          </SortableList>
          {addButton}
        </>
      )}
      <LinkDialog
        open={isEditing}
        onClose={() => setIsEditing(false)}
        title={edited ? t("Edit support link") : t("Add a support link")}
        link={edited}
        intent="save-payment-link"
        previewed="support-link"
        schema={texts.paymentLinkSchema}
        platforms={platforms}
        anyPlatform="other"
        platformOf={platformOf}
        hint={t("Your own page there, such as ko-fi.com/you or paypal.me/you.")}
        texts={{ done: t(texts.saved), failed: t(texts.saveFailure) }}
        preview={(link) => (
          <ArtistFrame theme={theme} isSection>
            <SupportLinks links={[link]} />
          </ArtistFrame>
        )}
      />
      <DeleteDialog
        id={deleting?.id ?? null}
        intent="delete-payment-link"
        title={t("Delete support link")}
        texts={{ done: t(texts.deleted), failed: t(texts.deleteFailure) }}
        undo={restoring}
        focusAfter={add}
        onClose={() => setDeleting(null)}
      >
        <p>
          {deleting &&
            t("Your {platform} link goes from your page. You can bring it back for 30 days.", {
              platform: platforms[deleting.platform],
            })}
        </p>
      </DeleteDialog>
    </Card>
  );
}

function PaymentLink({
  link: { id, platform, url, is_enabled },
  onEdit,
  onDelete,
}: {
  link: OwnPaymentLink;
  onEdit(): void;
  onDelete(): void;
}) {
  const name = platformNames()[platform];
  const fetcher = useFetcher<unknown>();
  const toast = useToast();
  const wanted = fetcher.formData?.get("enabled");
  const isEnabled = wanted ? wanted === "true" : is_enabled;

  useAnswer(fetcher.data, (answer) => {
    if (isNothingDone(answer)) {
      toast.error(failureText(answer, t(texts.saveFailure)) ?? t(texts.saveFailure));
    } else {
      toast.success(isEnabled ? t(texts.enabled) : t(texts.disabled));
    }
  });

  return (
    <LinkRow
      mark={<BrandIcon brand={platform} className="size-5" />}
      name={name}
      url={url}
      isMuted={!isEnabled}
      before={<SortGrip className="-ms-3" />}
      onEdit={onEdit}
      onDelete={onDelete}
    >
      <Checkbox
        checked={isEnabled}
        aria-label={t("Show {title} on your page", { title: name })}
        onChange={(event) =>
          fetcher.submit(
            { intent: "enable-payment-link", id, enabled: String(event.currentTarget.checked) },
            // Else the box would show its old state for a moment.
            { method: "post", flushSync: true },
          )
        }
      >
        {t("Shown")}
      </Checkbox>
      <SortMoves />
    </LinkRow>
  );
}
