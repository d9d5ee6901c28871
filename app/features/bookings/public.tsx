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
            Tell {artistName} what you have in mind.
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
            Book {artistName}
          </h2>
          <button type="submit" aria-label="Close" className="grid size-11 shrink-0 place-items-center">
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
      title="Your request is on its way"
      toast={{ type: "success", text: `Booking request sent to ${artistName}!` }}
    >
      <p className="text-muted">The answer comes to the email address you gave.</p>
      {/* Without the query it would be the address where one is, and lead nowhere. */}
      <a
        href={`${own}?another#booking`}
        data-deferred
        data-swap-link
        className="mt-2 inline-flex min-h-11 items-center rounded-box border border-edge bg-surface px-4 font-semibold text-sm hover:bg-sunken"
      >
        Send another request
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

export function BookingFormPart({ refused, own }: Pick<BookingFormProps, "refused" | "own">) {
  const control = controlsOf("book", names, refused);
  return (
    <PublicForm
      intent="book"
      label="Booking request"
      failure={bookingFailure}
      refused={refused}
      submit="Send booking request"
      pending="Sending..."
      action={own}
    >
      <PublicField
        state={control("requester_name")}
        label="Your name"
        autoComplete="name"
        maxLength={limits.name}
        dir="auto"
        required
      />
      <PublicField
        state={control("requester_email")}
        label="Email"
        type="email"
        autoComplete="email"
        maxLength={emailLimit}
        required
      />
      <div className="grid grid-cols-1 items-start gap-4 @sm:grid-cols-2">
        <PublicField
          state={control("requester_phone")}
          label="Phone (optional)"
          type="tel"
          autoComplete="tel"
          maxLength={limits.phone}
        />
        <PublicSelect state={control("event_type")} label="Kind of event" options={eventTypes} />
        <PublicField
          state={control("event_date")}
          label="Date (optional)"
          type="date"
          min={today()}
          data-from-today
        />
        <PublicSelect
          state={control("budget_range")}
          label="Budget (optional)"
          options={budgetRanges}
          empty="Not decided yet"
        />
      </div>
      <PublicField
        state={control("event_location")}
        label="Location (optional)"
        autoComplete="off"
        maxLength={limits.location}
        dir="auto"
      />
      <PublicTextArea
        state={control("message")}
        label="Message"
        maxLength={limits.message}
        counts
        dir="auto"
        required
      />
    </PublicForm>
  );
}
