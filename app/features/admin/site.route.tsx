import { fillForm } from "~/client/form-fields.ts";
import { loadOrNull } from "~/loaders.server";
import { servicesContext } from "~/services.server";
import type { FormValues } from "~/shared/forms";
import { standardName } from "~/shared/site-name";
import { siteTextLimits } from "~/shared/site-text";
import { standardTexts } from "~/shared/standard-texts";
import { t } from "~/shared/t";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { Field, TextAreaField } from "~/ui/field";
import { LoadFailure } from "~/ui/load-failure";
import { SaveBar, SavedForm, useSavedForm } from "~/ui/saved-form";
import { inWords, type ShownFields } from "~/ui/saved-meanwhile";
import type { Route } from "./+types/site.route";
import { adminAction, requireAdmin } from "./actor.server";
import { AdminTabs } from "./admin-tabs.tsx";
import { ownSite, saveOwnSite } from "./own-site.server";
import * as texts from "./own-site-schema.ts";
import { openReports } from "./reports.server";
import { sendAdminAction } from "./send-admin-action.ts";

export { unlessFailed as shouldRevalidate } from "~/shared/action-answer";

export async function loader({ context }: Route.LoaderArgs) {
  const { db, log, config } = context.get(servicesContext);
  const { userId } = requireAdmin(context);
  const [site, reports] = await Promise.all([
    loadOrNull("the site's name and texts", { log, userId }, db.asAdmin(userId).read(ownSite)),
    openReports({ db }, userId).catch(() => 0),
  ]);
  return { stored: site && texts.ownSiteValues(site), reports, fromEnvironment: config.site ?? null };
}

export const action = adminAction(texts.ownSiteActionSchema, async (services, admin, form) => {
  return { stored: texts.ownSiteValues(await saveOwnSite(services, admin, form)) };
});

export function clientAction(args: Route.ClientActionArgs) {
  return sendAdminAction(args);
}

/** The site's name, its texts, and whose page is its root. */
export default function OwnSiteScreen({
  loaderData: { stored, reports, fromEnvironment },
}: Route.ComponentProps) {
  return (
    <AdminTabs open="site" reports={reports}>
      {stored ? (
        <SiteForm stored={stored} fromEnvironment={fromEnvironment} />
      ) : (
        <LoadFailure text={t(texts.loadFailure)} />
      )}
    </AdminTabs>
  );
}

const shownFields = (): ShownFields => ({
  name: { label: t("Name") },
  root: {
    label: t("At the root"),
    show: inWords({
      environment: t("As the environment says"),
      landing: t("The landing page"),
      artist: t("An artist's page"),
    }),
  },
  root_address: { label: t("The artist's custom URL") },
  contact: { label: t("Contact") },
  imprint: { label: t("Imprint") },
  terms: { label: t("Terms") },
  privacy: { label: t("Privacy") },
});

function SiteForm({ stored, fromEnvironment }: { stored: FormValues; fromEnvironment: string | null }) {
  const form = useSavedForm({
    schema: texts.ownSiteActionSchema,
    hidden: { intent: "save-site" },
    stored,
    texts: { done: t(texts.saved), failed: t(texts.saveFailure) },
  });
  const { values, errors } = form;
  const fieldOf = <Name extends string>(name: Name) => ({
    name,
    defaultValue: values[name],
    error: errors[name],
  });
  return (
    <SavedForm form={form} fields={shownFields()} className="flex max-w-3xl flex-col gap-6">
      <Card title={t("Name")}>
        <Field
          label={t("The site's name")}
          {...fieldOf("name")}
          hint={t("It stands in titles, in the header and in mails.")}
          placeholder={standardName}
          maxLength={texts.nameLimit}
          autoComplete="off"
          dir="auto"
        />
      </Card>
      <Card title={t("At the root")}>
        <fieldset className="grid grid-cols-1 gap-1">
          <legend className="mb-1 text-muted text-sm">{t("What a visitor of the bare address sees")}</legend>
          <Choice
            value="environment"
            label={
              fromEnvironment
                ? t("As the environment says: the page of {name}", { name: fromEnvironment })
                : t("As the environment says: the landing page")
            }
            chosen={values.root}
          />
          <Choice value="landing" label={t("The landing page")} chosen={values.root} />
          <Choice value="artist" label={t("One artist's page")} chosen={values.root} />
        </fieldset>
        <div className="mt-3">
          <Field
            label={t("The artist's custom URL")}
            {...fieldOf("root_address")}
            hint={t("Where one artist's page is chosen. It follows when the artist takes another address.")}
            maxLength={texts.addressLimit}
            autoCapitalize="none"
            autoComplete="off"
            spellCheck={false}
          />
        </div>
      </Card>
      <Card title={t("Who runs the site")}>
        <div className="grid grid-cols-1 gap-5">
          <Field
            label={t("Contact")}
            {...fieldOf("contact")}
            hint={t("An email address, or how else to reach you. It is public, at /imprint.")}
            maxLength={texts.contactLimit}
            autoComplete="off"
            dir="auto"
          />
          <LongText
            label={t("Imprint")}
            {...fieldOf("imprint")}
            hint={t("Linked from the foot of every page, and nowhere while it is empty.")}
          />
        </div>
      </Card>
      <Card title={t("Terms and privacy")}>
        <p className="text-muted text-sm">
          {t(
            "An empty line begins a paragraph, {heading} a heading and {item} an item of a list; {place} stands for the site's name. The standard privacy text states what this version stores: with your own, watch what a new version adds.",
            { heading: "'## '", item: "'- '", place: "{site}" },
          )}
        </p>
        <div className="mt-5 grid grid-cols-1 gap-5">
          {(["terms", "privacy"] as const).map((name) => (
            <div key={name} className="grid grid-cols-1 gap-2">
              <LongText
                label={name === "terms" ? t("Terms") : t("Privacy")}
                {...fieldOf(name)}
                hint={t("Left empty, the standard text holds.")}
              />
              <Button
                variant="quiet"
                className="justify-self-start"
                aria-label={
                  name === "terms"
                    ? t("Start again from the standard text: terms")
                    : t("Start again from the standard text: privacy")
                }
                onClick={({ currentTarget: { form } }) =>
                  form && fillForm(form, { [name]: standardTexts[name] })
                }
              >
                {t("Start again from the standard text")}
              </Button>
            </div>
          ))}
        </div>
      </Card>
      <SaveBar form={form} submitText={t("Save site")} />
    </SavedForm>
  );
}

function LongText({
  name,
  ...rest
}: {
  label: string;
  name: keyof typeof siteTextLimits;
  hint: string;
  defaultValue: string | undefined;
  error: string | undefined;
}) {
  return (
    <TextAreaField
      {...rest}
      name={name}
      rows={6}
      maxLength={siteTextLimits[name]}
      counter={siteTextLimits[name]}
      className="max-h-[70vh]"
      dir="auto"
    />
  );
}

function Choice({ value, label, chosen }: { value: string; label: string; chosen: string | undefined }) {
  return (
    <label className="wrap-anywhere flex min-h-11 cursor-pointer items-center gap-3 py-1.5 text-sm">
      <input
        type="radio"
        name="root"
        value={value}
        defaultChecked={chosen === value}
        className="size-5 shrink-0 accent-primary"
      />
      {label}
    </label>
  );
}
