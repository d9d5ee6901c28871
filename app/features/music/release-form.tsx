import { Disc3 } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { squarePlace } from "~/shared/picture";
import { platformNames } from "~/shared/platforms";
import { said } from "~/shared/said";
import { t } from "~/shared/t";
import { webAddressOf } from "~/shared/web-address";
import { zoneText } from "~/shared/zone-names";
import { BrandIcon } from "~/ui/brand-icon";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { Field, FieldFrame, FieldPair, TextAreaField } from "~/ui/field";
import { Photo } from "~/ui/photo";
import { SaveBar, SavedForm, useSavedForm } from "~/ui/saved-form";
import { inWords, type ShownFields } from "~/ui/saved-meanwhile";
import { TimeZoneField } from "~/ui/time-zone-field";
import { shownTranslations, TranslationFields } from "~/ui/translation-fields";
import { CoverDialog } from "./cover-dialog";
import { LicenceField, licenceNames } from "./licence-field";
import { releaseKinds, usualKind } from "./releases";
import type { OwnRelease } from "./releases-queries.server";
import * as texts from "./releases-schema";

const shownFields = (): ShownFields => ({
  title: { label: t("Title") },
  kind: { label: t("Kind"), show: inWords(said(releaseKinds)) },
  release_date: { label: t("Release day") },
  time_zone: { label: t("Time zone"), show: zoneText },
  description: { label: t("Text") },
  credits: { label: t("Credits") },
  ...shownTranslations({ title: t("Title"), description: t("Text"), credits: t("Credits") }),
  licence: { label: t("Licence"), show: inWords(licenceNames()) },
  upc: { label: t("UPC or EAN") },
  links: { label: t("Links") },
});

/** What is said of a release: cover, title, day, texts, numbers and links. */
export function ReleaseForm({
  release,
  onChanges,
}: {
  release: OwnRelease;
  /** Called when the form begins or ceases to differ from the saved release. */
  onChanges(hasChanges: boolean): void;
}) {
  const form = useSavedForm({
    schema: texts.releaseSchema,
    hidden: { intent: "save-release", id: release.id },
    stored: texts.releaseValues(release),
    texts: { done: t(texts.releaseSaved), failed: t(texts.releaseSaveFailure) },
  });
  const { errors, hasChanges } = form;
  useEffect(() => {
    onChanges(hasChanges);
    return () => onChanges(false);
  }, [hasChanges, onChanges]);
  return (
    <Card title={t("About the release")}>
      <Cover release={release} />
      <SavedForm form={form} fields={shownFields()} className="mt-6 flex flex-col gap-5">
        <div className="grid grid-cols-1 items-start gap-5 sm:grid-cols-[2fr_1fr]">
          <Field
            label={t("Title")}
            name="title"
            defaultValue={release.title}
            error={errors.title}
            maxLength={texts.textLimits.title}
            required
            dir="auto"
            autoComplete="off"
          />
          <KindField release={release} error={errors.kind} />
        </div>
        <FieldPair>
          <Field
            label={t("Release day")}
            hint={t(
              "Its tracks can be heard from this day's first moment. Without a day, as soon as it is published.",
            )}
            name="release_date"
            type="date"
            defaultValue={release.release_date ?? undefined}
            error={errors.release_date}
          />
          <TimeZoneField
            hint={t("Where the day begins.")}
            defaultValue={zoneText(release.time_zone)}
            error={errors.time_zone}
            required
          />
        </FieldPair>
        <TextAreaField
          label={t("Text")}
          hint={t("What it is about, and how it came to be.")}
          name="description"
          defaultValue={release.description ?? undefined}
          error={errors.description}
          maxLength={texts.textLimits.description}
          counter={texts.textLimits.description}
          dir="auto"
        />
        <TextAreaField
          label={t("Credits")}
          hint={t("Who wrote, played, recorded and mixed it; one on each line.")}
          name="credits"
          defaultValue={release.credits ?? undefined}
          error={errors.credits}
          maxLength={texts.textLimits.credits}
          counter={texts.textLimits.credits}
          dir="auto"
        />
        <TranslationFields
          columns={texts.translatedColumns.release}
          labels={{ title: t("Title"), description: t("Text"), credits: t("Credits") }}
          stored={release.translations}
          errors={errors}
        />
        <LinksField release={release} error={errors.links} />
        <FieldPair>
          <LicenceField stored={release.licence} error={errors.licence} />
          <Field
            label={t("UPC or EAN")}
            hint={t("The record's number, from your distributor.")}
            name="upc"
            inputMode="numeric"
            defaultValue={release.upc ?? undefined}
            error={errors.upc}
            maxLength={30}
            dir="ltr"
            autoComplete="off"
          />
        </FieldPair>
        <SaveBar form={form} submitText={t("Save release")} />
      </SavedForm>
    </Card>
  );
}

function Cover({ release }: { release: OwnRelease }) {
  const { id, title, cover } = release;
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div className="flex flex-wrap items-center gap-5">
      {cover ? (
        <Photo
          picture={cover}
          places={squarePlace(8)}
          alt={t("Cover art of {title}", { title })}
          className="size-32 shrink-0 rounded-box object-cover"
        />
      ) : (
        <span className="grid size-32 shrink-0 place-items-center rounded-box bg-sunken text-muted">
          <Disc3 aria-hidden="true" className="size-10" />
        </span>
      )}
      <Button variant="secondary" onClick={() => setIsOpen(true)}>
        {cover ? t("Change cover art") : t("Add cover art")}
      </Button>
      <CoverDialog
        kind="release"
        covered={isOpen ? { id, title, cover } : null}
        onClose={() => setIsOpen(false)}
      />
    </div>
  );
}

/** The kind, and what a record with so many tracks is usually called where it is called otherwise. */
function KindField({ release, error }: { release: OwnRelease; error: string | undefined }) {
  const select = useRef<HTMLSelectElement>(null);
  const [kind, setKind] = useState<string>(release.kind);
  const count = release.tracks.length;
  const usual = usualKind(count);
  const use = () => {
    if (!select.current) return;
    select.current.value = usual;
    select.current.dispatchEvent(new Event("input", { bubbles: true }));
    select.current.focus();
  };
  return (
    <FieldFrame
      label={t("Kind")}
      error={error}
      aside={
        count > 0 &&
        kind !== usual && (
          <p className="text-muted">
            {t("{count, plural, one {With # track usually: {kind}} other {With # tracks usually: {kind}}}", {
              count,
              kind: t(releaseKinds[usual]),
            })}{" "}
            <button type="button" onClick={use} className="-my-2 min-h-11 px-1 font-semibold text-link">
              {t("Use")}
            </button>
          </p>
        )
      }
    >
      {(props) => (
        <select
          {...props}
          ref={select}
          name="kind"
          defaultValue={release.kind}
          onInput={(event) => setKind(event.currentTarget.value)}
          className={`min-h-12 ${props.className}`}
        >
          {Object.entries(releaseKinds).map(([value, name]) => (
            <option key={value} value={value}>
              {t(name)}
            </option>
          ))}
        </select>
      )}
    </FieldFrame>
  );
}

/** Addresses at services, one on each line; under the field the services that they were recognised as. */
function LinksField({ release, error }: { release: OwnRelease; error: string | undefined }) {
  const [text, setText] = useState(() => texts.releaseValues(release).links ?? "");
  const addresses = text.split("\n").flatMap((line) => (line.trim() && webAddressOf(line)) || []);
  const found = [...new Set(addresses)].map(texts.linkOf);
  return (
    <div className="grid grid-cols-1 gap-2">
      <TextAreaField
        label={t("Links")}
        hint={t(
          "Where else it can be heard or bought: paste one address on each line, in the order in which fans are to see them.",
        )}
        name="links"
        rows={3}
        defaultValue={text}
        onInput={(event) => setText(event.currentTarget.value)}
        error={error}
        placeholder="https://"
        dir="ltr"
        autoCapitalize="none"
        autoCorrect="off"
        autoComplete="off"
        spellCheck={false}
      />
      {found.length > 0 && (
        <ul aria-label={t("Recognised links")} className="flex flex-wrap gap-2">
          {found.map(({ platform, url }) => (
            <li
              key={url}
              title={url}
              className="inline-flex items-center gap-2 rounded-full bg-sunken px-3 py-1.5 text-sm"
            >
              <BrandIcon brand={platform} className="size-4" />
              {t(platformNames[platform])}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
