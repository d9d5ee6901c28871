import { Check, Copy } from "lucide-react";
import { useId, useRef, useState } from "react";
import { useFetcher } from "react-router";
import { loadOrNull } from "~/loaders.server";
import { servicesContext } from "~/services.server";
import { failureText, isNothingDone } from "~/shared/action-answer";
import type { Formats } from "~/shared/formats";
import { t } from "~/shared/t";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { Checkbox } from "~/ui/checkbox";
import { DeleteDialog } from "~/ui/delete-dialog";
import { Field } from "~/ui/field";
import { useFormats } from "~/ui/formats";
import { LoadFailure } from "~/ui/load-failure";
import { SaveBar, SavedForm, useSavedForm } from "~/ui/saved-form";
import { inWords, onOrOff, type ShownFields } from "~/ui/saved-meanwhile";
import { useToast } from "~/ui/toasts";
import { useAnswer } from "~/ui/use-answer";
import { useFormErrors } from "~/ui/use-form-errors";
import type { Route } from "./+types/settings.route";
import { adminAction, requireAdmin } from "./actor.server";
import { AdminTabs } from "./admin-tabs.tsx";
import { openReports } from "./reports.server";
import { sendAdminAction } from "./send-admin-action.ts";
import {
  type Invitation,
  makeInvitation,
  saveSettings,
  shownSettings,
  withdrawInvitation,
} from "./settings.server";
import * as texts from "./site-schema.ts";

export { unlessFailed as shouldRevalidate } from "~/shared/action-answer";

export async function loader({ context }: Route.LoaderArgs) {
  const { db, log, config } = context.get(servicesContext);
  const { userId } = requireAdmin(context);
  const [shown, reports] = await Promise.all([
    loadOrNull("the site's settings", { log, userId }, db.asAdmin(userId).read(shownSettings)),
    openReports({ db }, userId).catch(() => 0),
  ]);
  return { shown, reports, fromEnvironment: config.registration };
}

export const action = adminAction(texts.siteActionSchema, async (services, admin, form) => {
  switch (form.intent) {
    case "save-settings":
      await saveSettings(services, admin, form);
      return { stored: texts.settingsValues(form) };
    case "make-invitation": {
      const { id, token } = await makeInvitation(services, admin, form);
      return { id, link: `${services.config.origin}${texts.signUpPath(token)}` };
    }
    case "withdraw-invitation":
      await withdrawInvitation(services, admin, form.id);
      break;
  }
  return { done: true };
});

export function clientAction(args: Route.ClientActionArgs) {
  return sendAdminAction(args);
}

type Shown = NonNullable<Route.ComponentProps["loaderData"]["shown"]>;

/** The settings of the whole site, and the invitations. */
export default function SiteSettingsScreen({
  loaderData: { shown, reports, fromEnvironment },
}: Route.ComponentProps) {
  return (
    <AdminTabs open="settings" reports={reports}>
      {shown ? (
        <div className="grid max-w-3xl grid-cols-1 gap-6">
          <SettingsCard settings={shown.settings} fromEnvironment={fromEnvironment} />
          <Invitations invitations={shown.invitations} />
        </div>
      ) : (
        <LoadFailure text={t(texts.loadFailure)} />
      )}
    </AdminTabs>
  );
}

const shownFields = (): ShownFields => ({
  registration: {
    label: t("Who may sign up"),
    show: inWords({
      environment: t("As the environment says"),
      open: t(texts.registrationTexts.open),
      unlisted: t(texts.registrationTexts.unlisted),
      closed: t(texts.registrationTexts.closed),
    }),
  },
  reviews_comments: { label: t("Every comment waits for review"), show: onOrOff },
  reviews_links: { label: t("Comments with a link wait for review"), show: onOrOff },
  requires_second_factor: { label: t("Every admin must have a second factor"), show: onOrOff },
});

function SettingsCard({
  settings,
  fromEnvironment,
}: {
  settings: Shown["settings"];
  fromEnvironment: keyof typeof texts.registrationTexts;
}) {
  const { registration, reviews_comments, reviews_links, requires_second_factor } = settings;
  const form = useSavedForm({
    schema: texts.settingsSchema,
    hidden: { intent: "save-settings" },
    stored: texts.settingsValues(settings),
    texts: { done: t(texts.saved), failed: t(texts.saveFailure) },
  });
  const setting = `REGISTRATION=${fromEnvironment}`;
  const holds = registration
    ? t("What holds is set here; {setting} doesn't count.", { setting })
    : t("What holds comes from the environment: {setting}.", { setting });
  return (
    <Card title={t("Site settings")}>
      <SavedForm form={form} fields={shownFields()}>
        <fieldset>
          <legend className="font-semibold text-sm">{t("Who may sign up")}</legend>
          <p className="text-muted text-sm">{holds}</p>
          <Choice
            value="environment"
            label={t("As the environment says ({value})", { value: fromEnvironment })}
            isChosen={registration === null}
          />
          {Object.entries(texts.registrationTexts).map(([value, label]) => (
            <Choice key={value} value={value} label={t(label)} isChosen={registration === value} />
          ))}
        </fieldset>
        <fieldset>
          <legend className="font-semibold text-sm">
            {t("What waits for review, on every artist's page")}
          </legend>
          <Checkbox name="reviews_comments" defaultChecked={reviews_comments}>
            {t("Every comment, whatever the artist has chosen")}
          </Checkbox>
          <Checkbox name="reviews_links" defaultChecked={reviews_links}>
            {t("Comments with a link in them")}
          </Checkbox>
        </fieldset>
        <fieldset>
          <legend className="font-semibold text-sm">{t("How admins sign in")}</legend>
          <Checkbox
            name="requires_second_factor"
            defaultChecked={requires_second_factor}
            error={form.errors.requires_second_factor}
          >
            {t("Every admin must have a second factor")}
          </Checkbox>
        </fieldset>
        <SaveBar form={form} submitText={t("Save settings")} />
      </SavedForm>
    </Card>
  );
}

function Choice({ value, label, isChosen }: { value: string; label: string; isChosen: boolean }) {
  return (
    <label className="flex min-h-11 cursor-pointer items-center gap-3 py-1.5 text-sm">
      <input
        type="radio"
        name="registration"
        value={value}
        defaultChecked={isChosen}
        className="size-5 shrink-0 accent-primary"
      />
      {label}
    </label>
  );
}

function Invitations({ invitations }: { invitations: Invitation[] }) {
  const formats = useFormats();
  const heading = useRef<HTMLHeadingElement>(null);
  const [withdrawing, setWithdrawing] = useState<Invitation | null>(null);
  const out = wayOut(withdrawing ?? { isGood: true });
  return (
    <Card>
      <h2 ref={heading} tabIndex={-1} className="mb-1 font-semibold text-lg">
        {t("Invitations")}
      </h2>
      <p className="mb-4 text-muted text-sm">
        {t(
          "A link that lets one person sign up once, also while registration is closed. It is shown when it is made and never again.",
        )}
      </p>
      <InviteForm invitations={invitations} />
      {invitations.length > 0 && (
        <ul aria-label={t("Invitations")} className="mt-6 border-line border-t">
          {invitations.map((invitation) => (
            <li
              key={invitation.id}
              className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-line border-b py-3 last:border-b-0"
            >
              <div className="min-w-0">
                <p dir="auto" className="wrap-anywhere font-medium">
                  {invitation.note ?? t("Without a note")}
                </p>
                <p className="wrap-anywhere text-muted text-sm">{stateOf(invitation, formats)}</p>
              </div>
              {!invitation.used_at && (
                <Button
                  variant="quiet"
                  aria-label={t(wayOut(invitation).label, {
                    note: invitation.note ?? t("without a note|in place of a note"),
                  })}
                  onClick={() => setWithdrawing(invitation)}
                >
                  {t(wayOut(invitation).verb)}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      <DeleteDialog
        id={withdrawing?.id ?? null}
        intent="withdraw-invitation"
        title={t(out.title)}
        texts={{ done: t(out.done), failed: t(texts.withdrawFailure) }}
        button={{ text: t(out.verb), pending: t(out.pending) }}
        focusAfter={heading}
        onClose={() => setWithdrawing(null)}
      >
        <p>{t(out.text)}</p>
      </DeleteDialog>
    </Card>
  );
}

/** How an unused invitation goes: one that is still valid is withdrawn, one that has run out put away. */
function wayOut({ isGood }: Pick<Invitation, "isGood">) {
  return isGood ? texts.withdrawing : texts.removing;
}

function stateOf({ used_at, guest, expires_at, isGood }: Invitation, { date }: Formats): string {
  if (used_at) {
    const day = date(used_at);
    return guest ? t("Used on {day} by {guest}", { day, guest }) : t("Used on {day}", { day });
  }
  const day = date(expires_at);
  return isGood ? t("Good until {day}", { day }) : t("Ran out on {day}", { day });
}

function InviteForm({ invitations }: { invitations: Invitation[] }) {
  const fetcher = useFetcher<{ id: string; link: string }>();
  const toast = useToast();
  const id = useId();
  const answer = fetcher.data;
  const refused = isNothingDone(answer) && "refused" in answer ? answer.refused : undefined;
  const { errors, formProps } = useFormErrors(texts.invitationSchema, refused?.errors);
  const made = answer && !isNothingDone(answer) ? answer : undefined;
  // A link that has been used or withdrawn since is worth nothing.
  const isGood = invitations.some((invitation) => invitation.id === made?.id && invitation.isGood);
  useAnswer(fetcher.state === "idle" ? answer : undefined, (answer) => {
    if (!isNothingDone(answer)) return toast.success(t(texts.invited));
    const text = failureText(answer, t(texts.inviteFailure));
    if (text) toast.error(text);
  });
  return (
    <>
      <fetcher.Form
        method="post"
        {...formProps}
        className="grid items-start gap-4 sm:grid-cols-[1fr_auto_auto]"
      >
        <input type="hidden" name="intent" value="make-invitation" />
        <Field
          label={t("Note (optional)")}
          name="note"
          maxLength={texts.noteLimit}
          placeholder={t("For whom it is")}
          autoComplete="off"
          dir="auto"
          error={errors.note ?? errors.form}
        />
        <div className="flex flex-col gap-1.5">
          <label htmlFor={`${id}-days`} className="font-semibold text-sm">
            {t("Good for")}
          </label>
          <select
            id={`${id}-days`}
            name="days"
            defaultValue="7"
            className="min-h-12 rounded-box border border-edge bg-surface px-3 text-base text-foreground"
          >
            {texts.invitationDays.map((days) => (
              <option key={days} value={days}>
                {t("{count, plural, one {# day} other {# days}}", { count: days })}
              </option>
            ))}
          </select>
        </div>
        <Button type="submit" pending={fetcher.state !== "idle"} className="min-h-12 sm:mt-7">
          {t("Make a link")}
        </Button>
      </fetcher.Form>
      {made && isGood && <NewLink link={made.link} />}
    </>
  );
}

function NewLink({ link }: { link: string }) {
  const toast = useToast();
  const [copied, setCopied] = useState("");
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link);
      setCopied(link);
    } catch {
      toast.error(t("Failed to copy link"));
    }
  };
  const Icon = copied === link ? Check : Copy;
  return (
    <div className="mt-4 flex flex-wrap items-end gap-3 rounded-box bg-sunken p-4">
      <label className="grid min-w-0 grow basis-64 gap-1.5 font-semibold text-sm">
        {t("The new link")}
        <input
          readOnly
          value={link}
          onFocus={({ currentTarget }) => currentTarget.select()}
          className="min-h-11 w-full rounded-box border border-edge bg-surface px-3 font-normal text-base text-foreground"
        />
      </label>
      <Button variant="secondary" onClick={copy}>
        <Icon aria-hidden="true" className="size-4" />
        {copied === link ? t("Copied!") : t("Copy link")}
      </Button>
    </div>
  );
}
