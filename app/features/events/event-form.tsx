import { useMemo } from "react";
import { t } from "~/shared/t";
import { today } from "~/shared/today";
import { zoneText } from "~/shared/zone-names";
import { Checkbox } from "~/ui/checkbox";
import { Field, FieldFrame, FieldPair, TextAreaField } from "~/ui/field";
import { FormDialog } from "~/ui/form-dialog";
import { useBrowserZone } from "~/ui/formats";
import { inWords, onOrOff, type ShownFields } from "~/ui/saved-meanwhile";
import { TimeZoneField } from "~/ui/time-zone-field";
import { shownTranslations, TranslationFields } from "~/ui/translation-fields";
import type { CheckedForm } from "~/ui/use-form-errors";
import { admissions, type EventType, eventTypes } from "./public-event";
import type { OwnEvent } from "./queries.server";
import {
  eventTypeName,
  eventValues,
  isEventType,
  limits,
  saved,
  saveFailure,
  saveSchemaFor,
  translatedColumns,
} from "./schema";

const shownFields = (): ShownFields => ({
  title: { label: t("Title") },
  event_type: { label: t("Type"), show: (type) => (isEventType(type) ? eventTypeName(type) : type) },
  event_date: { label: t("Date|of an event") },
  event_time: { label: t("Start time") },
  end_time: { label: t("End time") },
  time_zone: { label: t("Time zone"), show: zoneText },
  end_date: { label: t("Last day") },
  venue_name: { label: t("Venue") },
  address: { label: t("Address") },
  location: { label: t("Location") },
  ticket_url: { label: t("Ticket link") },
  admission: { label: t("Admission"), show: (value) => t(inWords(admissions)(value)) },
  description: { label: t("Description") },
  ...shownTranslations({ title: t("Title"), description: t("Description") }),
  is_published: { label: t("Published|an event"), show: onOrOff },
  is_featured: { label: t("Featured"), show: onOrOff },
});

/** The form's initial values: an event to change or to copy, or nothing but perhaps a date. */
export type FormStart =
  | { event: OwnEvent; isCopy: boolean }
  | { date?: string; draft?: EventDraft; event?: undefined };

/** The fields of a new event that isn't to be published yet. */
export interface EventDraft {
  title: string;
  type: EventType;
  location: string;
}

/** Adds an event, changes one, or makes another like it on a new date. */
export function EventDialog({
  start,
  lastTimeZone,
  onClose,
}: {
  /** Null while it is closed. */
  start: FormStart | null;
  lastTimeZone: string | null;
  onClose(): void;
}) {
  const { event } = start ?? {};
  // A new one, or a copy, is saved over nothing.
  const edited = start?.event && !start.isCopy ? start.event : undefined;
  const schema = useMemo(() => saveSchemaFor(edited?.event_date), [edited?.event_date]);
  return (
    <FormDialog
      wide
      open={start !== null}
      previewed="event"
      about={`event:${edited?.id ?? (event ? "copy" : "new")}`}
      onClose={onClose}
      title={edited ? t("Edit event") : event ? t("Duplicate event") : t("Add an event")}
      schema={schema}
      hidden={{ intent: "save-event", ...(edited && { id: edited.id }) }}
      over={edited && { stored: eventValues(edited), fields: shownFields() }}
      submitText={edited ? t("Save event") : t("Add event")}
      texts={{ done: t(saved), failed: t(saveFailure) }}
      onInput={({ target }, clear) => {
        // A problem of one of them may lie in another.
        if (!(target instanceof HTMLInputElement) || !/^(event|end)_/.test(target.name)) return;
        for (const name of ["event_time", "end_time", "end_date"]) clear(name);
      }}
    >
      {({ errors }) =>
        start && <EventFields start={start} edited={edited} lastTimeZone={lastTimeZone} errors={errors} />
      }
    </FormDialog>
  );
}

function EventFields({
  start,
  edited,
  lastTimeZone,
  errors,
}: Pick<CheckedForm, "errors"> & {
  start: FormStart;
  edited: OwnEvent | undefined;
  lastTimeZone: string | null;
}) {
  const { event } = start;
  const draft = start.event ? undefined : start.draft;
  const here = useBrowserZone("");
  return (
    <>
      <div className="grid grid-cols-1 gap-5 sm:grid-cols-[2fr_1fr]">
        <Field
          label={t("Title")}
          name="title"
          defaultValue={event?.title ?? draft?.title}
          error={errors.title}
          maxLength={limits.title}
          required
          dir="auto"
          autoComplete="off"
        />
        <FieldFrame label={t("Type")} error={errors.event_type}>
          {(props) => (
            <select
              {...props}
              name="event_type"
              defaultValue={event?.event_type ?? draft?.type ?? "concert"}
              className={`min-h-12 ${props.className}`}
            >
              {Object.keys(eventTypes)
                .filter(isEventType)
                .map((type) => (
                  <option key={type} value={type}>
                    {eventTypeName(type)}
                  </option>
                ))}
            </select>
          )}
        </FieldFrame>
      </div>
      <div className="grid grid-cols-2 items-start gap-5 *:first:col-span-2 sm:grid-cols-3 sm:*:first:col-span-1">
        <Field
          label={t("Date|of an event")}
          name="event_date"
          type="date"
          min={edited && edited.event_date < today() ? edited.event_date : today()}
          defaultValue={edited?.event_date ?? (start.event ? undefined : start.date)}
          error={errors.event_date}
          required
        />
        <Field
          label={t("Start time")}
          name="event_time"
          type="time"
          defaultValue={event?.event_time?.slice(0, 5)}
          error={errors.event_time}
        />
        <Field
          label={t("End time")}
          name="end_time"
          type="time"
          defaultValue={event?.end_time?.slice(0, 5)}
          error={errors.end_time}
        />
      </div>
      <FieldPair>
        <TimeZoneField
          hint={t("So that the times are right in your fans' calendars.")}
          placeholder={t("Local time, wherever it is")}
          // A new event is where the last one was, else where its musician is.
          defaultValue={zoneText(event ? (event.time_zone ?? "") : (lastTimeZone ?? here))}
          error={errors.time_zone}
        />
        <Field
          label={t("Last day")}
          hint={t("Only if it goes on for several days. An end after midnight needs none.")}
          name="end_date"
          type="date"
          defaultValue={edited?.end_date ?? undefined}
          error={errors.end_date}
        />
      </FieldPair>
      <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
        <Field
          label={t("Venue")}
          name="venue_name"
          defaultValue={event?.venue_name ?? undefined}
          error={errors.venue_name}
          maxLength={limits.place}
          dir="auto"
          autoComplete="off"
        />
        <Field
          label={t("Location")}
          name="location"
          placeholder={t("Town")}
          defaultValue={event?.location ?? draft?.location}
          error={errors.location}
          maxLength={limits.place}
          dir="auto"
          autoComplete="off"
        />
      </div>
      <Field
        label={t("Address")}
        hint={t("Fans get a link to a map.")}
        name="address"
        placeholder={t("Street and number")}
        defaultValue={event?.address ?? undefined}
        error={errors.address}
        maxLength={limits.place}
        dir="auto"
        autoComplete="off"
      />
      <div className="grid grid-cols-1 items-start gap-5 sm:grid-cols-[2fr_1fr]">
        <Field
          label={t("Ticket link")}
          name="ticket_url"
          inputMode="url"
          placeholder="https://"
          defaultValue={event?.ticket_url ?? undefined}
          error={errors.ticket_url}
          maxLength={2048}
          dir="ltr"
          autoCapitalize="none"
          autoCorrect="off"
          autoComplete="off"
          spellCheck={false}
        />
        <FieldFrame label={t("Admission")} error={errors.admission}>
          {(props) => (
            <select
              {...props}
              name="admission"
              defaultValue={event?.admission ?? "tickets"}
              className={`min-h-12 ${props.className}`}
            >
              {Object.entries(admissions).map(([admission, name]) => (
                <option key={admission} value={admission}>
                  {t(name)}
                </option>
              ))}
            </select>
          )}
        </FieldFrame>
      </div>
      <TextAreaField
        label={t("Description")}
        name="description"
        defaultValue={event?.description ?? undefined}
        error={errors.description}
        maxLength={limits.description}
        counter={limits.description}
        dir="auto"
      />
      <TranslationFields
        columns={translatedColumns}
        labels={{ title: t("Title"), description: t("Description") }}
        stored={event?.translations}
        errors={errors}
      />
      <div className="flex flex-wrap gap-x-8">
        <Checkbox name="is_published" defaultChecked={event?.is_published ?? !draft}>
          {t("Published: fans can see it")}
        </Checkbox>
        <Checkbox name="is_featured" defaultChecked={event?.is_featured ?? false}>
          {t("Featured")}
        </Checkbox>
      </div>
    </>
  );
}
