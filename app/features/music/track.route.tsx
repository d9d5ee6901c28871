import { Link } from "react-router";
import { AppError } from "#server/errors.ts";
import { ownerAction } from "~/forms.server";
import { loadOrNull } from "~/loaders.server";
import { servicesContext } from "~/services.server";
import { answerOrFailed } from "~/shared/action-answer";
import { artistPath, trackPath } from "~/shared/artist-address";
import { t } from "~/shared/t";
import { Card } from "~/ui/card";
import { CopyButton } from "~/ui/copy-button";
import { EmbedButton } from "~/ui/embed-button";
import { Field, FieldPair, TextAreaField } from "~/ui/field";
import { Listed } from "~/ui/listed";
import { LoadFailure } from "~/ui/load-failure";
import { Rich } from "~/ui/rich";
import { SaveBar, SavedForm, useSavedForm } from "~/ui/saved-form";
import { inWords, type ShownFields } from "~/ui/saved-meanwhile";
import { ToolPage } from "~/ui/tool-page";
import { shownTranslations, TranslationFields } from "~/ui/translation-fields";
import { requireViewer } from "~/viewer.server";
import type { Route } from "./+types/track.route";
import { presentedIsrc } from "./codes";
import { LicenceField, licenceNames } from "./licence-field";
import { saveTrackDetails } from "./releases-commands.server";
import { type OwnTrackDetails, ownTrackDetails } from "./releases-queries.server";
import * as texts from "./releases-schema";
import { trackIdSchema } from "./schema";

export { unlessFailed as shouldRevalidate } from "~/shared/action-answer";

export async function loader({ params: { trackId }, context }: Route.LoaderArgs) {
  const { db, config, log } = context.get(servicesContext);
  const { userId } = requireViewer(context);
  const track = trackIdSchema.safeParse(trackId).success
    ? await loadOrNull(
        "the track",
        { log, userId },
        db.asMusician(userId).read((tx) => ownTrackDetails(tx, userId, trackId)),
      )
    : undefined;
  if (track === undefined) throw new AppError("not-found", t("This track does not exist any more."));
  const artist = track && artistPath({ artistName: track.artist_name, customUrl: track.custom_url });
  return { track, address: track && artist && config.origin + trackPath(artist, track.slug) };
}

export const action = ownerAction(texts.trackDetailsSchema, async (services, userId, form) => {
  await saveTrackDetails(services, userId, form);
  return { done: true, stored: texts.trackDetailsValues(form) };
});

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return answerOrFailed(serverAction);
}

/** A track's lyrics, credits, licence and number, and where fans find it. */
export default function TrackDetails({ loaderData: { track, address } }: Route.ComponentProps) {
  return (
    <ToolPage title={track?.title ?? t("Track")}>
      <div className="grid max-w-4xl grid-cols-1 gap-6">
        <Link to="/music" className="inline-flex min-h-11 items-center justify-self-start text-link">
          {t("All tracks")}
        </Link>
        {!track && <LoadFailure text={t("Failed to load this track")} />}
        {track && <Address track={track} address={address} />}
        {track && <Editor key={track.id} track={track} />}
      </div>
    </ToolPage>
  );
}

function Address({ track, address }: { track: OwnTrackDetails; address: string | null }) {
  const isPublic = track.is_visible && track.isOut;
  return (
    <Card title={t("Its page")}>
      {address && (
        <div className="flex flex-wrap items-center gap-3">
          <p dir="ltr" className="wrap-anywhere min-w-0 flex-1 basis-60 rounded-box bg-sunken px-3.5 py-2.5">
            {isPublic ? (
              <a href={address} className="text-link">
                {address}
              </a>
            ) : (
              address
            )}
          </p>
          <CopyButton
            text={address}
            texts={{ done: t("Address copied"), failed: t("Failed to copy the address") }}
          >
            {t("Copy address")}
          </CopyButton>
          {isPublic && (
            <EmbedButton kind="track" rows={1} title={track.title} below={trackPath("", track.slug)} />
          )}
        </div>
      )}
      {!address && <p className="text-muted">{t("Set your artist name first, and it has an address.")}</p>}
      {!isPublic && (
        <p className="mt-3 text-muted text-sm">
          {track.is_visible
            ? t("It is on a release that isn't out yet: until then fans don't find it there.")
            : t("It is hidden: fans don't find it there.")}
        </p>
      )}
      {track.releases.length > 0 && (
        <p className="mt-3 text-sm">
          <Rich
            text="On {releases}|these releases"
            parts={{
              releases: (
                <Listed
                  items={track.releases.map(({ id, title }) => (
                    <Link key={id} to={`/music/releases/${id}`} className="text-link">
                      <bdi>{title}</bdi>
                    </Link>
                  ))}
                />
              ),
            }}
          />
        </p>
      )}
    </Card>
  );
}

const shownFields = (): ShownFields => ({
  lyrics: { label: t("Lyrics") },
  credits: { label: t("Credits") },
  ...shownTranslations({ title: t("Title"), credits: t("Credits") }),
  licence: { label: t("Licence"), show: inWords(licenceNames()) },
  isrc: { label: "ISRC" },
});

function Editor({ track }: { track: OwnTrackDetails }) {
  const form = useSavedForm({
    schema: texts.trackDetailsSchema,
    hidden: { id: track.id },
    stored: texts.trackDetailsValues(track),
    texts: { done: t(texts.detailsSaved), failed: t(texts.detailsSaveFailure) },
  });
  const { errors } = form;
  return (
    <Card title={t("About the track")}>
      <SavedForm form={form} fields={shownFields()}>
        <TextAreaField
          label={t("Lyrics")}
          name="lyrics"
          rows={8}
          defaultValue={track.lyrics ?? undefined}
          error={errors.lyrics}
          maxLength={texts.textLimits.lyrics}
          counter={texts.textLimits.lyrics}
          dir="auto"
        />
        <TextAreaField
          label={t("Credits")}
          hint={t("Who wrote, played, recorded and mixed it; one on each line.")}
          name="credits"
          defaultValue={track.credits ?? undefined}
          error={errors.credits}
          maxLength={texts.textLimits.credits}
          counter={texts.textLimits.credits}
          dir="auto"
        />
        <TranslationFields
          columns={texts.translatedColumns.track}
          labels={{ title: t("Title"), credits: t("Credits") }}
          stored={track.translations}
          errors={errors}
        />
        <FieldPair>
          <LicenceField stored={track.licence} error={errors.licence} />
          <Field
            label="ISRC"
            hint={
              track.isrc
                ? t("The recording's number: {code}", { code: presentedIsrc(track.isrc) })
                : t("The recording's number, from your distributor")
            }
            name="isrc"
            defaultValue={track.isrc ?? undefined}
            error={errors.isrc}
            maxLength={40}
            placeholder="SE-A1B-26-00012"
            dir="ltr"
            autoCapitalize="characters"
            autoCorrect="off"
            autoComplete="off"
            spellCheck={false}
          />
        </FieldPair>
        <SaveBar form={form} submitText={t("Save details")} />
      </SavedForm>
    </Card>
  );
}
