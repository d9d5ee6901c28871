import { data } from "react-router";
import { fragment, pageStatement, profileBySlug } from "#server/db/fragments.ts";
import { appearanceOf } from "~/artist-theme/appearance.server";
import { BookingForm } from "~/features/bookings/public";
import { Section } from "~/public-ui/section";
import { servicesContext } from "~/services.server";
import { artistPath, bookingPath } from "~/shared/artist-address";
import { t } from "~/shared/t";
import type { Route } from "./+types/booking.route";
import { takeOutcome } from "./actions.server";
import { outcomeAmong, refusedOf } from "./form-state";
import { MissingArtist } from "./missing-artist";
import {
  allowCaching,
  changesAt,
  leadToPresent,
  releasesChangeAt,
  showInReadersLanguage,
} from "./page-answer.server";
import { sideColumns } from "./side-columns.server";
import { SidePage } from "./side-page";
import { WithoutSection } from "./without-section";

export { artistAction as action } from "./actions.server";

const statement = pageStatement(
  "booking-page",
  profileBySlug,
  { ...sideColumns, readAt: fragment<Date>("now()") },
  "profile.show_booking_section",
);

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const { db, config } = services;
  const [found] = await db.asVisitor().readOnce(statement, [params.artistSlug]);
  if (!found) return data({ page: null }, { status: 404 });
  const page = { ...found, appearance: appearanceOf(found.appearance) };
  leadToPresent(request, params.artistSlug, page);
  showInReadersLanguage(context, page);
  const sent = takeOutcome(config, page.userId, request);
  if (sent) return data({ page, origin: config.origin, outcome: sent.outcome }, sent);
  // The form's first day is today, and music that comes out brings the player.
  allowCaching(context, params.artistSlug, page, changesAt([]), await releasesChangeAt(services, page));
  return data({ page, origin: config.origin, outcome: undefined });
}

export function headers({ actionHeaders }: Route.HeadersArgs) {
  return actionHeaders;
}

/** The booking form on a page of its own: of those layouts that open it in a sheet, and for whoever shares its address. */
export default function ArtistBooking({ loaderData, actionData }: Route.ComponentProps) {
  const refused = actionData?.refused;
  if (!loaderData.page) {
    return (
      <>
        <WithoutSection page={{ comments: [], hasBookingForm: false }} sent={{ refused }} />
        <MissingArtist />
      </>
    );
  }
  const { page, origin, outcome } = loaderData;
  const { artistName } = page;
  const sent = { refused, outcome };
  const own = bookingPath(artistPath(page) ?? "");
  return (
    <SidePage
      artist={page}
      origin={origin}
      path={own}
      title={t("Booking")}
      description={t("Ask {artist} to play for you.", { artist: artistName })}
    >
      <div className="mt-6 max-w-xl">
        <Section id="booking" title={t("Book {artist}", { artist: artistName })}>
          <BookingForm
            artistName={artistName}
            refused={refusedOf("book", sent)}
            isSent={outcomeAmong(["sent"], sent) !== undefined}
            own={own}
          />
        </Section>
      </div>
    </SidePage>
  );
}
