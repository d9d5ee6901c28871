import { ownerAction } from "~/forms.server";
import { servicesContext } from "~/services.server";
import { answerOrFailed } from "~/shared/action-answer";
import { type FormatName, formatNames, formatsFor, isFormatName } from "~/shared/formats";
import { languages } from "~/shared/languages";
import {
  type Frequency,
  frequencies,
  type NotificationKind,
  notificationKinds,
} from "~/shared/notification-kinds";
import { msg, t } from "~/shared/t";
import { todaysZone, zoneText } from "~/shared/zone-names";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { FieldFrame } from "~/ui/field";
import { useBrowserZone } from "~/ui/formats";
import { SaveBar, SavedForm, type SavedFormState, useSavedForm } from "~/ui/saved-form";
import { inWords, type ShownFields } from "~/ui/saved-meanwhile";
import { TimeZoneField } from "~/ui/time-zone-field";
import { refuseSuspendedForm, requireViewer } from "~/viewer.server";
import type { Route } from "./+types/preferences.route";
import { executePreferencesAction, preferencesOf } from "./preferences.server.ts";
import {
  formatsSchema,
  formatsValues,
  languageSchema,
  languageValues,
  mailsSchema,
  mailsValues,
  type Preferences,
  preferencesActionSchema,
} from "./schema.ts";

export { unlessFailed as shouldRevalidate } from "~/shared/action-answer";

export async function loader({ context }: Route.LoaderArgs) {
  const { userId } = requireViewer(context);
  const { db, config } = context.get(servicesContext);
  const preferences = await db.asMusician(userId).read((tx) => preferencesOf(tx, userId));
  return {
    preferences,
    sendsMail: config.smtpUrl !== undefined,
  };
}

export const action = ownerAction(preferencesActionSchema, async (services, userId, form, context) => {
  refuseSuspendedForm(requireViewer(context));
  return { ...(await executePreferencesAction(services, userId, form)), intent: form.intent };
});

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return answerOrFailed(serverAction);
}

/** The language, when mails tell of what happens, and how dates and numbers are written. */
export default function PreferencesScreen({ loaderData }: Route.ComponentProps) {
  const { preferences, sendsMail } = loaderData;
  return (
    <div className="grid grid-cols-1 gap-6">
      <LanguageCard preferences={preferences} />
      <MailsCard preferences={preferences} sendsMail={sendsMail} />
      <FormatsCard preferences={preferences} />
    </div>
  );
}

const savingTexts = () => ({
  done: t("Preferences saved"),
  failed: t("Failed to save your preferences"),
});

/** Languages have their own names. */
const languageLabels = () => ({ "": t("As in the browser"), ...languages });

const shownLanguage = (): ShownFields => ({
  language: { label: t("Language"), show: inWords(languageLabels()) },
});

function LanguageCard({ preferences }: { preferences: Preferences }) {
  const form = useSavedForm({
    schema: languageSchema,
    hidden: { intent: "save-language" },
    stored: languageValues(preferences),
    texts: savingTexts(),
    // The texts of another language come with a new document.
    onDone: () => location.reload(),
  });
  return (
    <Card title={t("Language")}>
      <p className="mb-5 text-muted text-sm">
        {t(
          "Of your own tools and of mails to you. The language of your page is in your profile; its visitors read the words around in theirs.",
        )}
      </p>
      <SavedForm form={form} fields={shownLanguage()}>
        <FieldFrame label={t("Language")} error={form.errors.language}>
          {(props) => (
            <select
              {...props}
              name="language"
              defaultValue={form.values.language}
              className={`min-h-12 ${props.className}`}
            >
              {Object.entries(languageLabels()).map(([tag, name]) => (
                <option key={tag} value={tag} lang={tag || undefined}>
                  {name}
                </option>
              ))}
            </select>
          )}
        </FieldFrame>
        <SaveBar form={form} submitText={t("Save language")} />
      </SavedForm>
    </Card>
  );
}

const kindLabels: Record<NotificationKind, string> = {
  bookings: msg("Booking requests"),
  comments: msg("Comments"),
  messages: msg("Messages"),
  subscribers: msg("New subscribers"),
};

const frequencyLabels: Record<Frequency, string> = {
  at_once: msg("At once"),
  daily: msg("Once a day"),
  never: msg("Never"),
};

const shownMails = (): ShownFields =>
  Object.fromEntries(
    notificationKinds.map((kind) => [
      kind,
      {
        label: t(kindLabels[kind]),
        show: (value: string) => t(frequencyLabels[frequencies.find((each) => each === value) ?? "never"]),
      },
    ]),
  );

function MailsCard({ preferences, sendsMail }: { preferences: Preferences; sendsMail: boolean }) {
  const form = useSavedForm({
    schema: mailsSchema,
    hidden: { intent: "save-mails" },
    stored: mailsValues(preferences),
    texts: savingTexts(),
  });
  return (
    <Card title={t("Mails")}>
      <p className="mb-5 text-muted text-sm">
        {sendsMail
          ? t(
              "When a mail tells you of what happens on your page. At once is within minutes, and at most once an hour for what comes in a row; once a day is at eight in the morning of your time zone, and only when there is news.",
            )
          : t("Mail isn't set up on this server, so nothing is sent at the moment.")}
      </p>
      <SavedForm form={form} fields={shownMails()}>
        <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
          {notificationKinds.map((kind) => (
            <FieldFrame key={kind} label={t(kindLabels[kind])} error={form.errors[kind]}>
              {(props) => (
                <select
                  {...props}
                  name={kind}
                  defaultValue={form.values[kind]}
                  className={`min-h-12 ${props.className}`}
                >
                  {frequencies.map((frequency) => (
                    <option key={frequency} value={frequency}>
                      {t(frequencyLabels[frequency])}
                    </option>
                  ))}
                </select>
              )}
            </FieldFrame>
          ))}
        </div>
        <SaveBar form={form} submitText={t("Save mails")} />
      </SavedForm>
    </Card>
  );
}

const shownFormats = (): ShownFields => ({
  time_zone: { label: t("Time zone"), show: zoneText },
  format: {
    label: t("Dates and numbers"),
    show: (name) => (isFormatName(name) ? t(formatNames[name]) : name),
  },
});

function FormatsCard({ preferences }: { preferences: Preferences }) {
  const form = useSavedForm({
    schema: formatsSchema,
    hidden: { intent: "save-formats" },
    stored: formatsValues(preferences),
    texts: savingTexts(),
  });
  return (
    <Card title={t("Dates and numbers")}>
      <p className="mb-5 text-muted text-sm">
        {t(
          "In your own tools. Your public page looks the same to everyone, and the dates of events stay those of their place.",
        )}
      </p>
      <SavedForm form={form} fields={shownFormats()}>
        <div>
          <TimeZoneField
            hint={t("Your days begin at its midnight, in your analytics too. Type a town, such as Berlin.")}
            placeholder={t("Not chosen (UTC)")}
            defaultValue={form.values.time_zone}
            error={form.errors.time_zone}
          />
          <OwnZone stored={todaysZone(preferences.time_zone)} form={form} />
        </div>
        <FieldFrame label={t("Format of dates and numbers")} error={form.errors.format}>
          {(props) => (
            <select
              {...props}
              name="format"
              defaultValue={form.values.format}
              // An example and its countries are longer than a phone's line.
              className={`min-h-12 whitespace-normal ${props.className}`}
            >
              {Object.entries(formatNames).map(([name, label]) => (
                <option key={name} value={name}>
                  {isFormatName(name) ? `${exampleOf(name)} (${t(label)})` : t(label)}
                </option>
              ))}
            </select>
          )}
        </FieldFrame>
        <SaveBar form={form} submitText={t("Save formats")} />
      </SavedForm>
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
  form: { formProps, look },
}: {
  /** The stored time zone; empty for none. */
  stored: string;
  form: SavedFormState;
}) {
  const here = useBrowserZone(stored);
  if (here === stored) return null;
  const choose = () => {
    const field = formProps.ref.current?.elements.namedItem("time_zone");
    if (field instanceof HTMLInputElement) field.value = zoneText(here);
    look();
  };
  return (
    <Button variant="secondary" onClick={choose} className="mt-3">
      {t("Choose {zone}, as on this device", { zone: zoneText(here) })}
    </Button>
  );
}
