import { controlsOf, PublicField, PublicForm, SentView, SwapPart } from "~/public-ui/public-form";
import type { RefusedForm } from "~/shared/forms";
import { paragraphsOf } from "~/shared/paragraphs";
import { emailLimit } from "~/shared/text-fields";
import { languageOf } from "~/shared/writing";
import { Paragraph } from "~/ui/written";
import { nameLimit, subscriptionFailure } from "./schema.ts";

export interface NewsletterFormProps {
  artistName: string;
  /** The form as it came back. */
  refused: RefusedForm | undefined;
  /** This browser's notice about the address it has just sent. */
  outcome: "subscribed" | "known" | undefined;
}

/** The form that subscribes to the artist's issues, and its replacement after sending. [1 §4, §5] */
export function NewsletterForm({ artistName, refused, outcome }: NewsletterFormProps) {
  return (
    <SwapPart id="newsletter-part">
      {outcome ? (
        <Subscribed artistName={artistName} outcome={outcome} />
      ) : (
        <div className="grid grid-cols-1 gap-4">
          <p dir="auto" className="text-muted">
            New songs and dates from {artistName}, straight to your inbox.
          </p>
          <SubscriptionFormPart refused={refused} />
        </div>
      )}
    </SwapPart>
  );
}

function Subscribed({ artistName, outcome }: { artistName: string; outcome: "subscribed" | "known" }) {
  const isNew = outcome === "subscribed";
  return (
    <SentView
      title={isNew ? "You're on the list" : "You're on the list already"}
      toast={
        isNew
          ? { type: "success", text: `Successfully subscribed to ${artistName}'s updates!` }
          : { type: "info", text: "You're already subscribed to updates!" }
      }
    >
      <p dir="auto" className="text-muted">
        New songs and dates from {artistName} will find you. If a mail asks you to confirm your address,
        follow its link.
      </p>
    </SentView>
  );
}

export function SubscriptionFormPart({ refused }: { refused: RefusedForm | undefined }) {
  const control = controlsOf("subscribe", ["subscriber_email", "subscriber_name"], refused);
  return (
    <PublicForm
      intent="subscribe"
      label="Newsletter"
      failure={subscriptionFailure}
      refused={refused}
      submit="Subscribe"
      pending="Subscribing..."
    >
      <div className="grid grid-cols-1 items-start gap-4 @md:grid-cols-2">
        <PublicField
          state={control("subscriber_email")}
          label="Email"
          type="email"
          autoComplete="email"
          maxLength={emailLimit}
          required
        />
        <PublicField
          state={control("subscriber_name")}
          label="Name (optional)"
          autoComplete="name"
          maxLength={nameLimit}
          dir="auto"
        />
      </div>
    </PublicForm>
  );
}

/** An issue on its own page. */
export function IssueBody({ body, sentAt }: { body: string; sentAt: Date }) {
  return (
    <article lang={languageOf(body)} className="wrap-anywhere mt-2 grid max-w-prose gap-4">
      <p className="text-muted text-sm">
        <time lang="en" dateTime={sentAt.toISOString()}>
          {dayFormat.format(sentAt)}
        </time>
      </p>
      {paragraphsOf(body).map((lines, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rendered once, and never reordered
        <Paragraph key={at} lines={lines} />
      ))}
    </article>
  );
}

const dayFormat = new Intl.DateTimeFormat("en", { dateStyle: "long", timeZone: "UTC" });
