import type { ReactNode } from "react";
import { Icon } from "~/public-ui/icon";
import {
  controlsOf,
  PublicField,
  PublicForm,
  PublicSelect,
  PublicTextArea,
  SentView,
  SwapPart,
} from "~/public-ui/public-form";
import type { RefusedForm } from "~/shared/forms";
import { t } from "~/shared/t";
import { emailLimit } from "~/shared/text-fields";
import { today } from "~/shared/today";
import { bookingFailure, budgetRanges, eventTypes, limits } from "./schema.ts";

export interface BookingFormProps {
  artistName: string;
  /** The form as it came back. */
  refused: RefusedForm | undefined;
  /** A request has just been sent. */
  isSent: boolean;
  /** The path of the form's own page, where it stands there. */
  own?: string;
}

/** The form for a booking request, and its replacement after sending. [1 §4, §5] */
export function BookingForm({ artistName, refused, isSent, own }: BookingFormProps) {
  return (
    <SwapPart id="booking-part">
      {isSent ? (
        <Sent artistName={artistName} own={own} />
      ) : (
        <div className="grid grid-cols-1 gap-4">
          <p dir="auto" className="text-muted">
            {t("Tell {artist} what you have in mind.", { artist: artistName })}
          </p>
          <BookingFormPart refused={refused} own={own} />
        </div>
      )}
    </SwapPart>
  );
}

/**
 * The way to the form, which opens it in a sheet above the page; without a script it leads to the form's own page.
 * @param own the path of that page
 */
export function BookingSheet({
  artistName,
  own,
  className,
  children,
}: {
  artistName: string;
  own: string;
  className: string;
  children: ReactNode;
}) {
  return (
    <>
      <a href={own} data-deferred data-sheet="booking-sheet" className={className}>
        {children}
      </a>
      <dialog id="booking-sheet" aria-labelledby="booking-sheet-title" closedby="any" className="sheet">
        <form method="dialog" className="sheet-head">
          <h2 id="booking-sheet-title" dir="auto">
            {t("Book {artist}", { artist: artistName })}
          </h2>
          <button
            type="submit"
            aria-label={t("Close|a dialog")}
            className="grid size-11 shrink-0 place-items-center"
          >
            <Icon name="close" />
          </button>
        </form>
      </dialog>
    </>
  );
}

function Sent({ artistName, own = "" }: { artistName: string; own?: string | undefined }) {
  return (
    <SentView
      title={t("Your request is on its way")}
      toast={{ type: "success", text: t("Booking request sent to {artist}!", { artist: artistName }) }}
    >
      <p className="text-muted">{t("The answer comes to the email address you gave.")}</p>
      {/* Without the query it would be the address where one is, and lead nowhere. */}
      <a
        href={`${own}?another#booking`}
        data-deferred
        data-swap-link
        className="mt-2 inline-flex min-h-11 items-center rounded-box border border-edge bg-surface px-4 font-semibold text-sm hover:bg-sunken"
      >
        {t("Send another request")}
      </a>
    </SentView>
  );
}

const names = [
  "requester_name",
  "requester_email",
  "requester_phone",
  "event_type",
  "event_date",
  "event_location",
  "budget_range",
  "message",
] as const;

/** Labels in the reader's language. */
const said = (labels: Record<string, string>) =>
  Object.fromEntries(Object.entries(labels).map(([key, label]) => [key, t(label)]));

export function BookingFormPart({ refused, own }: Pick<BookingFormProps, "refused" | "own">) {
  const control = controlsOf("book", names, refused);
  return (
    <PublicForm
      intent="book"
      label={t("Booking request")}
      failure={t(bookingFailure)}
      refused={refused}
      submit={t("Send booking request")}
      pending={t("Sending...")}
      action={own}
    >
      <PublicField
        state={control("requester_name")}
        label={t("Your name")}
        autoComplete="name"
        maxLength={limits.name}
        dir="auto"
        required
      />
      <PublicField
        state={control("requester_email")}
        label={t("Email|an address")}
        type="email"
        autoComplete="email"
        maxLength={emailLimit}
        required
      />
      <div className="grid grid-cols-1 items-start gap-4 @sm:grid-cols-2">
        <PublicField
          state={control("requester_phone")}
          label={t("Phone (optional)")}
          type="tel"
          autoComplete="tel"
          maxLength={limits.phone}
        />
        <PublicSelect state={control("event_type")} label={t("Kind of event")} options={said(eventTypes)} />
        <PublicField
          state={control("event_date")}
          label={t("Date (optional)")}
          type="date"
          min={today()}
          data-from-today
        />
        <PublicSelect
          state={control("budget_range")}
          label={t("Budget (optional)")}
          options={said(budgetRanges)}
          empty={t("Not decided yet")}
        />
      </div>
      <PublicField
        state={control("event_location")}
        label={t("Location (optional)")}
        autoComplete="off"
        maxLength={limits.location}
        dir="auto"
      />
      <PublicTextArea
        state={control("message")}
        label={t("Message")}
        maxLength={limits.message}
        counts
        dir="auto"
        required
      />
    </PublicForm>
  );
}
