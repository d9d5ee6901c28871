import { Link2, Plus, Unlink } from "lucide-react";
import { useRef, useState } from "react";
import { ownerAction } from "~/forms.server";
import { loadOrNull } from "~/loaders.server";
import { servicesContext } from "~/services.server";
import { answerOrFailed } from "~/shared/action-answer";
import { artistPath, privateLinkPath } from "~/shared/artist-address";
import { listed } from "~/shared/listed";
import { t } from "~/shared/t";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { CopyButton } from "~/ui/copy-button";
import { DeleteDialog } from "~/ui/delete-dialog";
import { EmptyState } from "~/ui/empty-state";
import { Field, FieldFrame } from "~/ui/field";
import { FormDialog } from "~/ui/form-dialog";
import { useOwnFormats } from "~/ui/formats";
import { IconButton } from "~/ui/icon-button";
import { LoadFailure } from "~/ui/load-failure";
import { Rich } from "~/ui/rich";
import { ToolPage } from "~/ui/tool-page";
import { requireViewer } from "~/viewer.server";
import type { Route } from "./+types/private-links.route";
import { MusicTabs } from "./music-tabs";
import { executePrivateLinkAction, type OwnPrivateLink, ownPrivateLinks } from "./private-links.server";
import * as texts from "./private-links-schema";

export { unlessFailed as shouldRevalidate } from "~/shared/action-answer";

export async function loader({ context }: Route.LoaderArgs) {
  const { db, log, config } = context.get(servicesContext);
  const { userId } = requireViewer(context);
  const loaded = await loadOrNull(
    "the private links",
    { log, userId },
    db.asMusician(userId).read(async (tx) => ({
      ...(await ownPrivateLinks(tx, userId)),
      profile: await tx
        .selectFrom("musician_profiles")
        .select(["artist_name as artistName", "custom_url as customUrl"])
        .where("user_id", "=", userId)
        .executeTakeFirst(),
    })),
  );
  if (!loaded) return { own: null };
  const { profile, ...own } = loaded;
  const artist = profile && artistPath(profile);
  const addressOf = ({ token }: { token: string }) =>
    artist ? config.origin + privateLinkPath(artist, token) : null;
  return { own: { ...own, links: own.links.map((link) => ({ ...link, address: addressOf(link) })) } };
}

export const action = ownerAction(texts.privateLinkActionSchema, executePrivateLinkAction);

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return answerOrFailed(serverAction);
}

/** Links by which a chosen few hear what isn't public. */
export default function PrivateLinks({ loaderData: { own } }: Route.ComponentProps) {
  const add = useRef<HTMLButtonElement>(null);
  const [isAdding, setIsAdding] = useState(false);
  const [revoking, setRevoking] = useState<OwnPrivateLink | null>(null);
  const hasMusic = own !== null && own.tracks.length + own.releases.length > 0;
  const newButton = (
    <Button ref={add} onClick={() => setIsAdding(true)}>
      <Plus aria-hidden="true" className="size-5" />
      {t("New private link")}
    </Button>
  );
  return (
    <ToolPage
      title={t("Private links")}
      intro={t(
        "Let a label, a venue or a friend hear a hidden track or a record that isn't out. They can listen, and download nothing.",
      )}
    >
      <div className="grid max-w-4xl grid-cols-1 gap-6">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <MusicTabs />
          {own && own.links.length > 0 && hasMusic && newButton}
        </div>
        {!own && <LoadFailure text={t(texts.linksFailure)} />}
        {own?.links.length === 0 && (
          <EmptyState
            icon={Link2}
            title={t("No private links yet")}
            text={
              hasMusic
                ? t(
                    "Make one for each person you let listen: you see whether it was opened, and can take it back at any time.",
                  )
                : t("Upload a track first. Then you can let people hear it before everyone else does.")
            }
            action={hasMusic ? newButton : undefined}
          />
        )}
        {own && own.links.length > 0 && (
          <Card title={t("Your private links ({count})", { count: own.links.length })}>
            <ul aria-label={t("Your private links")} className="grid grid-cols-1 divide-y divide-line">
              {own.links.map((link) => (
                <li key={link.id} className={own.links.length < 100 ? "" : "lazy-row"}>
                  <LinkRow link={link} onRevoke={() => setRevoking(link)} />
                </li>
              ))}
            </ul>
          </Card>
        )}
      </div>
      {own && (
        <FormDialog
          open={isAdding}
          onClose={() => setIsAdding(false)}
          title={t("New private link")}
          schema={texts.newLinkSchema}
          hidden={{ intent: "add-private-link" }}
          submitText={t("Make link")}
          texts={{ done: t("Private link made"), failed: t("Failed to make the private link") }}
        >
          {({ errors }) => (
            <>
              <FieldFrame label={t("Leads to")} error={errors.target}>
                {(props) => (
                  <select {...props} name="target" className={`min-h-12 ${props.className}`}>
                    {(["release", "track"] as const).map((kind) => (
                      <Choices key={kind} kind={kind} of={own[`${kind}s`]} />
                    ))}
                  </select>
                )}
              </FieldFrame>
              <Field
                label={t("For|whom a link is for")}
                hint={t("Only you see this.")}
                name="name"
                error={errors.name}
                maxLength={texts.nameLimit}
                required
                dir="auto"
                autoComplete="off"
              />
              <FieldFrame label={t("Holds for")} error={errors.days}>
                {(props) => (
                  <select
                    {...props}
                    name="days"
                    defaultValue={texts.usualTerm}
                    className={`min-h-12 ${props.className}`}
                  >
                    {Object.entries(texts.terms)
                      .toSorted(([one], [other]) => (Number(one) || Infinity) - (Number(other) || Infinity))
                      .map(([days, text]) => (
                        <option key={days} value={days}>
                          {t(text)}
                        </option>
                      ))}
                  </select>
                )}
              </FieldFrame>
            </>
          )}
        </FormDialog>
      )}
      <DeleteDialog
        id={revoking?.id ?? null}
        intent="revoke-private-link"
        title={t("Revoke private link")}
        button={{ text: t("Revoke"), pending: t("Revoking...") }}
        texts={{ done: t("Private link revoked"), failed: t("Failed to revoke the private link") }}
        focusAfter={add}
        onClose={() => setRevoking(null)}
      >
        <p>
          <Rich
            text="“{name}” ends at once, also for who is listening. This cannot be undone, but you can make another link."
            parts={{ name: <bdi>{revoking?.name}</bdi> }}
          />
        </p>
      </DeleteDialog>
    </ToolPage>
  );
}

function Choices({ kind, of }: { kind: "track" | "release"; of: { id: string; title: string }[] }) {
  if (of.length === 0) return null;
  return (
    <optgroup label={kind === "track" ? t("Tracks") : t("Releases")}>
      {of.map(({ id, title }) => (
        <option key={id} value={`${kind}:${id}`}>
          {title}
        </option>
      ))}
    </optgroup>
  );
}

function LinkRow({
  link: { name, title, address, opened, heard, hasEnded, expires_at },
  onRevoke,
}: {
  link: OwnPrivateLink & { address: string | null };
  onRevoke(): void;
}) {
  const { date, number } = useOwnFormats();
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <div className="min-w-0 flex-1 basis-60">
        <p dir="auto" className="wrap-anywhere font-semibold leading-tight">
          {name}
        </p>
        <p className="mt-0.5 text-muted text-sm">
          <bdi>{title}</bdi> ·{" "}
          {opened === 0
            ? t("not opened yet")
            : listed([
                t("{count, plural, one {{shown} visit} other {{shown} visits}}", {
                  count: opened,
                  shown: number(opened),
                }),
                t("{count, plural, one {{shown} play} other {{shown} plays}}", {
                  count: heard,
                  shown: number(heard),
                }),
              ])}
        </p>
        <p className="text-muted text-sm">
          {hasEnded
            ? t("Has ended")
            : expires_at
              ? t("Ends on {day}|a link", { day: date(expires_at, "medium") })
              : t("Holds until you revoke it")}
        </p>
      </div>
      <div className="ms-auto flex items-center">
        {address && !hasEnded && (
          <CopyButton
            text={address}
            texts={{ done: t("Address copied"), failed: t("Failed to copy the address") }}
          >
            <span aria-hidden="true">{t("Copy")}</span>
            <span className="sr-only">{t("Copy the link for {name}", { name })}</span>
          </CopyButton>
        )}
        <IconButton
          icon={Unlink}
          label={t("Revoke the link for {name}", { name })}
          onClick={onRevoke}
          isDangerous
        />
      </div>
    </div>
  );
}
