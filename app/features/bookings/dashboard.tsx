import { CalendarCheck, Hourglass, Inbox, Mail, MailOpen } from "lucide-react";
import { useRef, useState } from "react";
import { AppError } from "#server/errors.ts";
import { ownerAction } from "~/forms.server";
import { loadOrNull, pageParam } from "~/loaders.server";
import { servicesContext } from "~/services.server";
import { answerOrFailed } from "~/shared/action-answer";
import { t } from "~/shared/t";
import { Card } from "~/ui/card";
import { CountTiles } from "~/ui/count-tiles";
import { DeleteDialog } from "~/ui/delete-dialog";
import { EmptyState } from "~/ui/empty-state";
import { useFormats } from "~/ui/formats";
import { useLive } from "~/ui/live";
import { LoadFailure } from "~/ui/load-failure";
import { PageLinks } from "~/ui/page-links";
import { Rich } from "~/ui/rich";
import { ToolPage } from "~/ui/tool-page";
import { requireViewer } from "~/viewer.server";
import type { Route } from "./+types/dashboard";
import { BookingDetail } from "./booking-detail";
import { BookingList, bookingPath } from "./booking-list";
import { executeBookingAction } from "./owner-commands.server";
import { bookingActionSchema, deleted, deleteFailure, loadFailure } from "./owner-schema";
import { ownBookings } from "./queries.server";

export { unlessFailed as shouldRevalidate } from "~/shared/action-answer";

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, log, config } = context.get(servicesContext);
  const { userId } = requireViewer(context);
  const { searchParams } = new URL(request.url);
  const page = pageParam(searchParams);
  const openId = searchParams.get("request");
  if (openId !== null && !uuid.test(openId)) {
    throw new AppError("not-found", t("This page does not exist."));
  }
  const shown = await loadOrNull(
    "the booking requests",
    { log, userId },
    db.asMusician(userId).read((tx) => ownBookings(tx, userId, page, openId)),
  );
  return { shown, canMail: config.smtpUrl !== undefined };
}

export const action = ownerAction(bookingActionSchema, executeBookingAction);

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return answerOrFailed(serverAction);
}

/** [2 §2] Booking requests */
export default function BookingRequests({ loaderData: { shown, canMail } }: Route.ComponentProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { number } = useFormats();
  const [deletingId, setDeletingId] = useState<string | null>(null);
  useLive("bookings");
  const open = shown?.open;

  return (
    <ToolPage
      title={t("Booking Requests")}
      intro={t("Who would like you to play, and what you have answered.")}
    >
      <div className="grid grid-cols-1 gap-6">
        {!shown && <LoadFailure text={t(loadFailure)} />}
        {shown && (
          <CountTiles
            label={t("Your booking requests")}
            tiles={[
              { icon: Inbox, label: t("Total requests"), count: shown.counts.total },
              { icon: Hourglass, label: t("Pending"), count: shown.counts.pending, isCalling: true },
              { icon: Mail, label: t("Unread"), count: shown.counts.unread, isCalling: true },
              { icon: CalendarCheck, label: t("Accepted"), count: shown.counts.accepted },
            ]}
          />
        )}
        {shown?.counts.total === 0 && (
          <EmptyState
            icon={Inbox}
            title={t("No booking requests yet")}
            text={t(
              "Your page has a form for people who would like to book you. What they send arrives here.",
            )}
          />
        )}
        {shown && shown.counts.total > 0 && (
          <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[2fr_3fr]">
            <Card className={open ? "hidden lg:block" : ""}>
              <h2 ref={heading} tabIndex={-1} className="mb-3 font-semibold text-lg">
                {t("Requests ({count})", { count: number(shown.counts.total) })}
              </h2>
              <BookingList requests={shown.requests} openId={open?.id ?? null} page={shown.page} />
              <PageLinks
                page={shown.page}
                pages={shown.pages}
                labels={{ before: t("Newer requests"), after: t("Older requests") }}
                to={(page) => bookingPath({ page })}
              />
            </Card>
            {open ? (
              <BookingDetail
                key={open.id}
                request={open}
                page={shown.page}
                artistName={shown.artistName}
                canMail={canMail}
                onDelete={() => setDeletingId(open.id)}
              />
            ) : (
              <div className="hidden justify-items-center gap-3 rounded-box border border-edge border-dashed px-6 py-16 text-center text-muted lg:grid">
                <MailOpen aria-hidden="true" className="size-8" />
                <p>{t("Select a request to read it.")}</p>
              </div>
            )}
          </div>
        )}
      </div>
      <DeleteDialog
        id={deletingId}
        intent="delete-booking"
        title={t("Delete booking request")}
        texts={{ done: t(deleted), failed: t(deleteFailure) }}
        focusAfter={heading}
        onClose={() => setDeletingId(null)}
      >
        <p>
          {open && (
            <Rich
              text="The request by {name} goes for good, with the address to answer to. This cannot be undone."
              parts={{ name: <bdi className="wrap-anywhere">{open.requester_name}</bdi> }}
            />
          )}
        </p>
      </DeleteDialog>
    </ToolPage>
  );
}
