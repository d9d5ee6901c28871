import { ExternalLink } from "lucide-react";
import { useState } from "react";
import { releasePath } from "~/shared/artist-address";
import { t } from "~/shared/t";
import { zoneText } from "~/shared/zone-names";
import { instantOf } from "~/shared/zoned-time";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { CopyButton } from "~/ui/copy-button";
import { ConfirmDialog } from "~/ui/dialog";
import { EmbedButton } from "~/ui/embed-button";
import { Field } from "~/ui/field";
import { useOwnFormats } from "~/ui/formats";
import { StateSentence, StateText } from "./release-state";
import type { OwnRelease } from "./releases-queries.server";
import { keptDays } from "./releases-schema";
import { useReleaseAction } from "./use-release-action";

type Asking = "unpublish-release" | "delete-release";

/** Where a release stands, its address, and the ways on from here. */
export function Publication({
  release,
  address,
  hasChanges,
}: {
  release: OwnRelease;
  address: string | null;
  /** The form below holds more than the saved release, which is what becomes public. */
  hasChanges: boolean;
}) {
  const { id, state, tracks } = release;
  const { timeZone } = useOwnFormats();
  const [time, setTime] = useState("");
  const [day = "", hour = ""] = time.split("T");
  const [asking, setAsking] = useState<Asking | null>(null);
  const { submit, isBusy, errors } = useReleaseAction(id, () => {
    setTime("");
    setAsking(null);
  });
  const isPublic = state === "announced" || state === "out";

  const hasTracks = tracks.length > 0;
  const sentences =
    asking === "delete-release"
      ? [
          isPublic && t("Its page goes at once."),
          t("You can bring it back for {days} days.", { days: keptDays }),
          hasTracks && t("Its tracks stay in your library."),
          hasTracks &&
            state !== "out" &&
            t("Those that aren't out yet are hidden, so that none becomes public by this."),
        ]
      : [
          t("Its page goes until you publish it again, and its address leads nowhere meanwhile."),
          hasTracks && t("Its tracks leave your page with it."),
        ];

  return (
    <Card title={t("Publication")}>
      <div className="grid grid-cols-1 gap-4">
        <div>
          <p className="font-semibold">
            <StateText release={release} />
          </p>
          <p className="text-muted text-sm">
            <StateSentence release={release} />
          </p>
        </div>
        {address && (
          <div className="flex flex-wrap items-center gap-3">
            <p
              dir="ltr"
              className="wrap-anywhere min-w-0 flex-1 basis-60 rounded-box bg-sunken px-3.5 py-2.5"
            >
              {address}
            </p>
            <CopyButton
              text={address}
              texts={{ done: t("Address copied"), failed: t("Failed to copy the address") }}
            >
              {t("Copy address")}
            </CopyButton>
            {isPublic && (
              <EmbedButton
                kind="release"
                rows={tracks.filter(({ is_visible }) => is_visible).length}
                title={release.title}
                below={releasePath("", release.slug)}
              />
            )}
            <a
              href={address}
              target="_blank"
              rel="noreferrer"
              className="inline-flex min-h-11 items-center gap-2 font-semibold text-link text-sm"
            >
              <ExternalLink aria-hidden="true" className="size-4" />
              {isPublic ? t("Open its page") : t("Preview")}
              <span className="sr-only">{t("(in a new tab)")}</span>
            </a>
          </div>
        )}
        {!address && (
          <p className="text-muted text-sm">
            {t("Set your artist name first, and the release has an address.")}
          </p>
        )}
        {hasChanges && !isPublic && (
          <p className="font-semibold text-sm">
            {t("What you have written below since isn't part of it: save it first.")}
          </p>
        )}
        {!isPublic && (
          <Field
            label={t("Publish later (optional)")}
            hint={t(
              "In the time zone {zone}. This is when its page appears; the release day below is when its tracks can be heard.",
              { zone: zoneText(timeZone) },
            )}
            type="datetime-local"
            value={time}
            onChange={(event) => setTime(event.currentTarget.value)}
            error={errors.published_at}
          />
        )}
        <div className="flex flex-wrap gap-3">
          {!isPublic && (
            <Button
              disabled={isBusy}
              onClick={() => {
                if (!time) return submit("publish-release");
                const at = new Date(instantOf(day, hour, timeZone));
                submit("schedule-release", {
                  published_at: Number.isNaN(at.getTime()) ? "" : at.toISOString(),
                });
              }}
            >
              {time ? t("Schedule") : t("Publish now")}
            </Button>
          )}
          {state === "scheduled" && (
            <Button variant="secondary" disabled={isBusy} onClick={() => submit("unpublish-release")}>
              {t("Don't publish it, back to draft")}
            </Button>
          )}
          {isPublic && (
            <Button variant="secondary" disabled={isBusy} onClick={() => setAsking("unpublish-release")}>
              {t("Back to draft")}
            </Button>
          )}
          <Button variant="quiet" disabled={isBusy} onClick={() => setAsking("delete-release")}>
            {t("Delete")}
          </Button>
        </div>
      </div>
      <ConfirmDialog
        open={asking !== null}
        title={asking === "delete-release" ? t("Delete release") : t("Back to draft?")}
        confirmText={asking === "delete-release" ? t("Delete") : t("Back to draft")}
        pending={isBusy}
        pendingText={t("One moment...")}
        onClose={() => !isBusy && setAsking(null)}
        onConfirm={() => asking && submit(asking)}
      >
        <p>{sentences.filter((text) => text !== false).join(" ")}</p>
      </ConfirmDialog>
    </Card>
  );
}
