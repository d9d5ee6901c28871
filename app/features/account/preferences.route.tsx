import { Form, useNavigation } from "react-router";
import { ownerAction } from "~/forms.server";
import { servicesContext } from "~/services.server";
import { type FormatName, formatNames, formatsFor, isFormatName, zoneText } from "~/shared/formats";
import {
  type Frequency,
  frequencies,
  type NotificationKind,
  notificationKinds,
} from "~/shared/notification-kinds";
import { Alert } from "~/ui/alert";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { FieldFrame } from "~/ui/field";
import { useBrowserZone } from "~/ui/formats";
import { LeaveGuard } from "~/ui/leave-guard";
import { SavedMeanwhile, type ShownFields } from "~/ui/saved-meanwhile";
import { TimeZoneOptions } from "~/ui/time-zone-options";
import { useFormErrors } from "~/ui/use-form-errors";
import { useStoredForm } from "~/ui/use-stored-form";
import { refuseSuspendedForm, requireViewer } from "~/viewer.server";
import type { Route } from "./+types/preferences.route";
import { executePreferencesAction, preferencesOf } from "./preferences.server.ts";
import {
  formatsSchema,
  formatsValues,
  mailsSchema,
  mailsValues,
  preferencesActionSchema,
  saved,
} from "./schema.ts";

export async function loader({ context }: Route.LoaderArgs) {
  const { userId } = requireViewer(context);
  const { db, config } = context.get(servicesContext);
  const preferences = await db.asMusician(userId).read((tx) => preferencesOf(tx, userId));
  return {
    preferences,
    // The server's list: browsers know different ones.
    timeZones: [...new Set([...Intl.supportedValuesOf("timeZone"), "UTC", preferences.time_zone])].filter(
      Boolean,
    ),
    sendsMail: config.smtpUrl !== undefined,
  };
}

export const action = ownerAction(preferencesActionSchema, async (services, userId, form, context) => {
  refuseSuspendedForm(requireViewer(context));
  return { ...(await executePreferencesAction(services, userId, form)), intent: form.intent };
});

/** When mails tell of what happens, and how dates and numbers are written. */
export default function PreferencesScreen({ loaderData, actionData }: Route.ComponentProps) {
  const { preferences, timeZones, sendsMail } = loaderData;
  const mails = useStoredCard("save-mails", mailsSchema, mailsValues(preferences), actionData);
  const formats = useStoredCard("save-formats", formatsSchema, formatsValues(preferences), actionData);
  return (
    <div className="grid grid-cols-1 gap-6">
      <LeaveGuard
        hasChanges={mails.hasChanges || formats.hasChanges}
        text="What you have changed in your preferences isn't saved yet."
      />
      <MailsCard card={mails} sendsMail={sendsMail} />
      <FormatsCard card={formats} stored={preferences.time_zone} timeZones={timeZones} />
    </div>
  );
}

type Answer = Route.ComponentProps["actionData"];
type Intent = (typeof preferencesActionSchema)["options"][number]["shape"]["intent"]["value"];

/** Of the two forms' answers the one to this form. */
function answerTo(intent: Intent, answer: Answer): Answer {
  if (!answer) return undefined;
  const answered = "refused" in answer ? answer.refused.values.intent : answer.intent;
  return answered === intent ? answer : undefined;
}

/** One of the cards' forms, over what is stored. */
function useStoredCard(
  intent: Intent,
  schema: typeof mailsSchema | typeof formatsSchema,
  loaded: Record<string, string>,
  answer: Answer,
) {
  const navigation = useNavigation();
  const isBusy = navigation.formData?.get("intent") === intent;
  const own = answerTo(intent, answer);
  const refused = own && "refused" in own ? own.refused : undefined;
  const { errors, formProps } = useFormErrors(schema, refused?.errors);
  const form = useStoredForm(loaded, isBusy ? undefined : own, formProps);
  return {
    ...form,
    errors,
    isBusy,
    /** What was typed, where it was refused. */
    values: refused?.values ?? loaded,
    isSaved: own !== undefined && !refused && !form.hasChanges,
  };
}

type StoredCard = ReturnType<typeof useStoredCard>;

const kindLabels: Record<NotificationKind, string> = {
  bookings: "Booking requests",
  comments: "Comments",
  messages: "Messages",
  subscribers: "New subscribers",
};

const frequencyLabels: Record<Frequency, string> = {
  at_once: "At once",
  daily: "Once a day",
  never: "Never",
};

const shownMails: ShownFields = Object.fromEntries(
  notificationKinds.map((kind) => [
    kind,
    {
      label: kindLabels[kind],
      show: (value: string) => frequencyLabels[frequencies.find((each) => each === value) ?? "never"],
    },
  ]),
);

function MailsCard({ card, sendsMail }: { card: StoredCard; sendsMail: boolean }) {
  return (
    <Card title="Mails">
      <p className="mb-5 text-muted text-sm">
        {sendsMail
          ? "When a mail tells you of what happens on your page. At once is within minutes, and at most once an hour for what comes in a row; once a day is at eight in the morning of your time zone, and only when there is news."
          : "Mail isn't set up on this server, so nothing is sent at the moment."}
      </p>
      <Form method="post" {...card.formProps} className="grid grid-cols-1 gap-5">
        <Head intent="save-mails" card={card} fields={shownMails} />
        <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
          {notificationKinds.map((kind) => (
            <FieldFrame key={kind} label={kindLabels[kind]} error={card.errors[kind]}>
              {(props) => (
                <select
                  {...props}
                  name={kind}
                  defaultValue={card.values[kind]}
                  className={`min-h-12 ${props.className}`}
                >
                  {frequencies.map((frequency) => (
                    <option key={frequency} value={frequency}>
                      {frequencyLabels[frequency]}
                    </option>
                  ))}
                </select>
              )}
            </FieldFrame>
          ))}
        </div>
        <SaveButton isBusy={card.isBusy}>Save mails</SaveButton>
      </Form>
    </Card>
  );
}

const shownFormats: ShownFields = {
  time_zone: { label: "Time zone", show: zoneText },
  format: { label: "Dates and numbers", show: (name) => (isFormatName(name) ? formatNames[name] : name) },
};

function FormatsCard({
  card,
  stored,
  timeZones,
}: {
  card: StoredCard;
  /** The stored time zone; empty for none. */
  stored: string;
  timeZones: string[];
}) {
  return (
    <Card title="Dates and numbers">
      <p className="mb-5 text-muted text-sm">
        In your own tools. Your public page looks the same to everyone, and the dates of events stay those of
        their place.
      </p>
      <Form method="post" {...card.formProps} className="grid grid-cols-1 gap-5">
        <Head intent="save-formats" card={card} fields={shownFormats} />
        <div>
          <FieldFrame
            label="Time zone"
            hint="Your days begin at its midnight, in your analytics too."
            error={card.errors.time_zone}
          >
            {(props) => (
              <select
                {...props}
                name="time_zone"
                defaultValue={card.values.time_zone}
                className={`min-h-12 ${props.className}`}
              >
                <option value="">Not chosen (UTC)</option>
                <TimeZoneOptions zones={timeZones} />
              </select>
            )}
          </FieldFrame>
          <OwnZone stored={stored} known={timeZones} card={card} />
        </div>
        <FieldFrame label="Format of dates and numbers" error={card.errors.format}>
          {(props) => (
            <select
              {...props}
              name="format"
              defaultValue={card.values.format}
              className={`min-h-12 ${props.className}`}
            >
              {Object.entries(formatNames).map(([name, label]) => (
                <option key={name} value={name}>
                  {isFormatName(name) ? `${exampleOf(name)} (${label})` : label}
                </option>
              ))}
            </select>
          )}
        </FieldFrame>
        <SaveButton isBusy={card.isBusy}>Save formats</SaveButton>
      </Form>
    </Card>
  );
}

function exampleOf(format: FormatName): string {
  const { day, time, number } = formatsFor({ format, timeZone: null });
  return `${day("2026-11-20")}, ${time("20:30")} · ${number(1234.5, 1)}`;
}

/** Offers the time zone of this browser, where it isn't the stored one. */
function OwnZone({
  stored,
  known,
  card: { formProps, look },
}: {
  stored: string;
  known: string[];
  card: StoredCard;
}) {
  const here = useBrowserZone(stored);
  if (here === stored || !known.includes(here)) return null;
  const choose = () => {
    const field = formProps.ref.current?.elements.namedItem("time_zone");
    if (field instanceof HTMLSelectElement) field.value = here;
    look();
  };
  return (
    <Button variant="secondary" onClick={choose} className="mt-3">
      {`Choose ${zoneText(here)}, as on this device`}
    </Button>
  );
}

function Head({
  intent,
  card: { version, conflict, values, isBusy, take, errors, isSaved },
  fields,
}: {
  intent: Intent;
  card: StoredCard;
  fields: ShownFields;
}) {
  return (
    <>
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="version" value={version} />
      {conflict && (
        <SavedMeanwhile fields={fields} stored={conflict} own={values} isBusy={isBusy} onTake={take} />
      )}
      {errors.form && <Alert type="error">{errors.form}</Alert>}
      {isSaved && <Alert type="success">{saved}</Alert>}
    </>
  );
}

function SaveButton({ isBusy, children }: { isBusy: boolean; children: string }) {
  return (
    <Button type="submit" pending={isBusy} pendingText="Saving..." className="justify-self-start">
      {children}
    </Button>
  );
}
