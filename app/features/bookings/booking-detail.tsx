import { ArrowLeft, CalendarPlus, Reply, Trash2 } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { Link, useFetcher } from "react-router";
import { failureText, isNothingDone, type NothingDone } from "~/shared/action-answer";
import { t } from "~/shared/t";
import { Age } from "~/ui/age";
import { Button, LinkButton } from "~/ui/button";
import { Card } from "~/ui/card";
import { useFormats } from "~/ui/formats";
import { useToast } from "~/ui/toasts";
import { useUndo } from "~/ui/undo";
import { useAnswer } from "~/ui/use-answer";
import { focusUnlessElsewhere } from "~/ui/use-focus-after";
import { bookingPath } from "./booking-list";
import { BookingStatusMark } from "./booking-status";
import { draftEventAddress, replyAddress } from "./hand-over";
import type { executeBookingAction } from "./owner-commands.server";
import { budgetText, transitions, updated, updateFailure } from "./owner-schema";
import type { OpenBooking } from "./queries.server";
import { eventTypes } from "./schema";
import { TellRequester } from "./tell-requester";

/** One request in full, with the possible decisions. Opening it marks it as read. [2 §4] */
export function BookingDetail({
  request,
  page,
  artistName,
  canMail,
  onDelete,
}: {
  request: OpenBooking;
  page: number;
  artistName: string | null;
  canMail: boolean;
  onDelete(): void;
}) {
  const { requester_name, requester_email, requester_phone, status, message } = request;
  const formats = useFormats();
  const heading = useRef<HTMLHeadingElement>(null);
  useMarkRead(request);
  const [setStatus, wanted] = useStatus(request, () => focusUnlessElsewhere(heading.current));
  // The focus of a keyboard user who has chosen it goes on from here.
  useEffect(() => heading.current?.focus(), []);
  const next = Object.entries(transitions[status]);

  return (
    <Card>
      <Link
        to={bookingPath({ page })}
        className="-mt-2 -ms-2 mb-1 inline-flex min-h-11 items-center gap-2 rounded-box px-2 font-medium text-muted text-sm hover:text-foreground lg:hidden"
      >
        <ArrowLeft aria-hidden="true" className="rtl:-scale-x-100 size-4" />
        {t("All requests")}
      </Link>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 ref={heading} tabIndex={-1} dir="auto" className="wrap-anywhere min-w-0 font-semibold text-lg">
          {requester_name}
        </h2>
        <BookingStatusMark status={status} />
        <Age at={request.created_at} />
      </div>
      <dl className="mt-4 grid grid-cols-1 gap-x-6 gap-y-3 text-sm sm:grid-cols-2">
        <Fact name={t("Email")}>
          <span className="wrap-anywhere">{requester_email}</span>
        </Fact>
        {requester_phone && (
          <Fact name={t("Phone|a number")}>
            <a href={`tel:${requester_phone.replace(/[^\d+]/g, "")}`} className="underline">
              <bdi dir="ltr">{requester_phone}</bdi>
            </a>
          </Fact>
        )}
        <Fact name={t("Event type")}>{t(eventTypes[request.event_type])}</Fact>
        {request.event_date && <Fact name={t("Event date")}>{formats.day(request.event_date)}</Fact>}
        {request.event_location && (
          <Fact name={t("Location|of an event")}>
            <bdi className="wrap-anywhere">{request.event_location}</bdi>
          </Fact>
        )}
        {request.budget_range && <Fact name={t("Budget range")}>{budgetText(request.budget_range)}</Fact>}
      </dl>
      <h3 className="mt-5 font-semibold text-sm">{t("Message")}</h3>
      <p dir="auto" className="wrap-anywhere mt-1 whitespace-pre-line">
        {message}
      </p>
      <div className="mt-6 flex flex-wrap gap-3">
        {next.map(([name, text]) => (
          <Button
            key={name}
            variant={name === "accepted" || name === "completed" ? "primary" : "secondary"}
            pending={wanted === name}
            disabled={wanted !== undefined}
            onClick={() => setStatus(name)}
          >
            {t(text)}
          </Button>
        ))}
        {status === "accepted" && (
          <LinkButton variant="secondary" to={draftEventAddress(request)}>
            <CalendarPlus aria-hidden="true" className="size-5" />
            {t("Make a draft event of it")}
          </LinkButton>
        )}
      </div>
      <TellRequester key={status} request={request} artistName={artistName} canMail={canMail} />
      <div className="mt-3 flex flex-wrap gap-3 border-line border-t pt-3">
        <a
          href={replyAddress(request, formats)}
          className="-ms-3 inline-flex min-h-11 items-center gap-2 rounded-box px-3 font-semibold text-sm hover:bg-sunken"
        >
          <Reply aria-hidden="true" className="size-5" />
          {t("Reply by email")}
        </a>
        <Button variant="quiet" onClick={onDelete}>
          <Trash2 aria-hidden="true" className="size-5" />
          {t("Delete")}
        </Button>
      </div>
    </Card>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-muted">{name}</dt>
      <dd className="font-medium">{children}</dd>
    </div>
  );
}

function useMarkRead({ id, is_read }: OpenBooking): void {
  const fetcher = useFetcher<unknown>();
  const toast = useToast();
  const isAsked = useRef(false);
  const { submit } = fetcher;
  useEffect(() => {
    if (is_read || isAsked.current) return;
    isAsked.current = true;
    submit({ intent: "mark-read", id }, { method: "post" });
  }, [submit, id, is_read]);
  useAnswer(fetcher.data, (answer) => {
    if (isNothingDone(answer)) toast.error(failureText(answer, t(updateFailure)) ?? t(updateFailure));
  });
}

/** @returns what asks for a status, and the one that is asked for at the moment */
function useStatus(
  { id, status: before }: Pick<OpenBooking, "id" | "status">,
  onChanged: () => void,
): [(status: string) => void, string | undefined] {
  const fetcher = useFetcher<Awaited<ReturnType<typeof executeBookingAction>> | NothingDone>();
  const toast = useToast();
  const offerUndo = useUndo();
  const requestedStatus = useRef("");
  const statusBefore = useRef(before);
  const isBusy = fetcher.state !== "idle";
  useAnswer(isBusy ? undefined : fetcher.data, (answer) => {
    if (isNothingDone(answer)) return toast.error(failureText(answer, t(updateFailure)) ?? t(updateFailure));
    const status = requestedStatus.current;
    if (answer.at) {
      offerUndo(updated(status), {
        action: "/booking-requests",
        fields: { intent: "undo-status", id, status, before: statusBefore.current, at: answer.at },
      });
    }
    // The button that was pressed is gone.
    onChanged();
  });
  const set = (status: string) => {
    requestedStatus.current = status;
    statusBefore.current = before;
    fetcher.submit({ intent: "set-status", id, status }, { method: "post" });
  };
  return [set, isBusy ? requestedStatus.current : undefined];
}
