import { defaultAppearance } from "~/artist-theme/appearance";
import { ArtistThemeStyle } from "~/artist-theme/artist-theme-style";
import { Background } from "~/artist-theme/background";
import { BookingFormPart } from "~/features/bookings/public";
import { CommentFormPart, ReportFormPart } from "~/features/comments/public";
import { SubscriptionFormPart } from "~/features/newsletter/public";
import { PublicFrame } from "~/layouts/public-frame";
import type { RefusedForm } from "~/shared/forms";
import type { SiteIdentity } from "~/shared/site-name";
import { t } from "~/shared/t";

/** A visitor's forms, by their intent. */
const forms = {
  comment: CommentFormPart,
  subscribe: SubscriptionFormPart,
  book: BookingFormPart,
  report: ReportFormPart,
};

/** Whether a form that was posted to this path can be shown without its page. */
export function canBeTypedAgain(path: string, { values }: RefusedForm): boolean {
  return /^\/(artist\/|sample-bio$)/.test(path) && formOf(values.intent) !== undefined;
}

/**
 * Instead of an artist's page that can't be had: the form that was sent from it, with all that was typed. Sending it
 * again leads to the page. A browser with a script never sees this: there the page has stayed.
 */
export function TypedAgain({ refused, site }: { refused: RefusedForm; site: SiteIdentity }) {
  const Form = formOf(refused.values.intent);
  return (
    <PublicFrame account={null} site={site}>
      <title>{t("Not sent yet")}</title>
      <meta name="robots" content="noindex" />
      <ArtistThemeStyle appearance={defaultAppearance} />
      <Background appearance={defaultAppearance} />
      <main className="mx-auto w-full max-w-xl grow px-4 pt-20 pb-8">
        <h1 className="public-name">{t("Not sent yet")}</h1>
        <p className="mt-4 mb-6 text-muted">
          {t("Nothing is lost: this is what you wrote. Please send it again.")}
        </p>
        {Form && <Form refused={refused} />}
      </main>
    </PublicFrame>
  );
}

function formOf(intent: string | undefined) {
  return Object.entries(forms).find(([known]) => known === intent)?.[1];
}
