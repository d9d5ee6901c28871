import { useState } from "react";
import { ArtistFrame } from "~/artist-theme/artist-frame";
import type { OwnTheme } from "~/artist-theme/own-theme.server";
import { msg, t } from "~/shared/t";
import { webAddressOf } from "~/shared/web-address";
import { zoneText } from "~/shared/zone-names";
import { Field, FieldFrame } from "~/ui/field";
import { FormDialog } from "~/ui/form-dialog";
import { useOwnFormats } from "~/ui/formats";
import type { ShownFields } from "~/ui/saved-meanwhile";
import { shownTranslations, TranslationFields } from "~/ui/translation-fields";
import type { CheckedForm } from "~/ui/use-form-errors";
import { LinkButtons } from "./public.tsx";
import type { OwnLink } from "./queries.server";
import {
  isIconName,
  linkIcons,
  linkSchema,
  linkValues,
  saved,
  saveFailure,
  titleLimit,
  translatedColumns,
} from "./schema.ts";

const byAddress = msg("By its address");

const shownFields = (): ShownFields => ({
  title: { label: t("Title") },
  ...shownTranslations({ title: t("Title") }),
  url: { label: t("Address") },
  icon: { label: t("Icon"), show: (icon) => t(isIconName(icon) ? linkIcons[icon] : byAddress) },
  shown_from: { label: t("From|a time"), show: spaced },
  shown_until: { label: t("Until|a time"), show: spaced },
});

/** A local time to be read: with a space between day and time. */
function spaced(time: string): string {
  return time.replace("T", " ");
}

interface LinkForm {
  /** The link to change; undefined to add one. */
  link: OwnLink | undefined;
  theme: OwnTheme;
}

/** Adds a link with a title, or changes one. Its picture has a dialog of its own. */
export function LinkDialog({ open, onClose, ...form }: LinkForm & { open: boolean; onClose(): void }) {
  const { timeZone } = useOwnFormats();
  const { link } = form;
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={link ? t("Edit link") : t("Add a link")}
      previewed="link"
      schema={linkSchema}
      hidden={{ intent: "save-link", time_zone: timeZone, ...(link && { id: link.id }) }}
      over={link && { stored: linkValues(link, timeZone), fields: shownFields() }}
      submitText={link ? t("Save link") : t("Add link")}
      texts={{ done: t(saved), failed: t(saveFailure) }}
    >
      {({ errors }) => <LinkFields {...form} timeZone={timeZone} errors={errors} />}
    </FormDialog>
  );
}

function LinkFields({
  link,
  theme,
  timeZone,
  errors,
}: LinkForm & Pick<CheckedForm, "errors"> & { timeZone: string }) {
  const [title, setTitle] = useState(link?.title ?? "");
  const [url, setUrl] = useState(link?.url ?? "");
  const [icon, setIcon] = useState(link?.icon ?? null);
  const times = link && linkValues(link, timeZone);
  const address = webAddressOf(url);
  return (
    <>
      <Field
        label={t("Title")}
        name="title"
        value={title}
        onInput={(event) => setTitle(event.currentTarget.value)}
        error={errors.title}
        hint={t("What stands on the button, such as “Vinyl pre-order”.")}
        maxLength={titleLimit}
        required
        dir="auto"
        autoComplete="off"
      />
      <Field
        label={t("Address")}
        name="url"
        inputMode="url"
        value={url}
        onInput={(event) => setUrl(event.currentTarget.value)}
        error={errors.url}
        placeholder="https://"
        maxLength={2048}
        required
        dir="ltr"
        autoCapitalize="none"
        autoCorrect="off"
        autoComplete="off"
        spellCheck={false}
      />
      <FieldFrame
        label={t("Icon")}
        error={errors.icon}
        hint={
          link?.picture
            ? t("This link shows its picture instead.")
            : t("A picture of your own can be added afterwards, in its place.")
        }
      >
        {(props) => (
          <select
            {...props}
            name="icon"
            defaultValue={link?.icon ?? ""}
            onInput={({ currentTarget: { value } }) => setIcon(isIconName(value) ? value : null)}
            className={`min-h-12 ${props.className}`}
          >
            <option value="">{t(byAddress)}</option>
            {Object.entries(linkIcons).map(([name, text]) => (
              <option key={name} value={name}>
                {t(text)}
              </option>
            ))}
          </select>
        )}
      </FieldFrame>
      <fieldset className="grid grid-cols-1 gap-5 sm:grid-cols-2 sm:gap-4">
        <legend className="mb-1.5 text-muted text-sm">
          {t(
            "It comes and goes by itself at these times, in the time zone {zone}. Without them it is shown for as long as you like.",
            { zone: zoneText(timeZone) },
          )}
        </legend>
        <Field
          label={t("From (optional)")}
          name="shown_from"
          type="datetime-local"
          defaultValue={times?.shown_from}
          error={errors.shown_from}
        />
        <Field
          label={t("Until (optional)")}
          name="shown_until"
          type="datetime-local"
          defaultValue={times?.shown_until}
          error={errors.shown_until}
        />
      </fieldset>
      <TranslationFields
        columns={translatedColumns}
        labels={{ title: t("Title") }}
        stored={link?.translations}
        errors={errors}
      />
      <div>
        <p className="mb-1.5 font-semibold text-sm">{t("As your fans will see it")}</p>
        {address && title.trim() ? (
          <ArtistFrame theme={theme}>
            <LinkButtons links={[{ id: "", title, url: address, icon, picture: link?.picture ?? null }]} />
          </ArtistFrame>
        ) : (
          <p className="rounded-box border border-edge border-dashed px-4 py-5 text-center text-muted text-sm">
            {t("Give it a title and an address to see it here.")}
          </p>
        )}
      </div>
    </>
  );
}
