import { jsonArrayFrom } from "kysely/helpers/postgres";
import type { RouterContextProvider } from "react-router";
import type { Reader } from "#server/db/database.ts";
import { AppError } from "#server/errors.ts";
import { waysToConfirm } from "#server/owner.ts";
import { ownDays } from "~/features/analytics/queries.server";
import { failingEndpoints } from "~/features/webhooks/webhooks.server";
import { accountOf } from "~/layouts/account.server";
import { servicesContext } from "~/services.server";
import { artistPath } from "~/shared/artist-address";
import { networkText } from "~/shared/connection";
import { t } from "~/shared/t";
import { today } from "~/shared/today";
import { requireViewer } from "~/viewer.server";
import { firstSteps, type Step } from "./first-steps.ts";

export interface MusicianHomeData {
  artistName: string | null;
  /** Zeros and empty lists as well when they couldn't be loaded. [1 §4] */
  stats: DashboardStats;
  /** Their page's path and whole address; null while there is no profile. */
  page: { path: string; address: string } | null;
  /** The first steps to a page; null when all are done or put away. */
  steps: Step[] | null;
  /** The views of the last seven days, the oldest first; null when they couldn't be loaded. */
  week: number[] | null;
  /** The toast's text when they couldn't be loaded; null when they could. [1 §8 Dashboard] */
  failure: string | null;
  /** How the owner's address is yet to be confirmed; null for all other accounts. */
  confirming: ReturnType<typeof waysToConfirm>;
}

/** [1 §3, §7 Dashboard counts] */
type DashboardStats = Awaited<ReturnType<typeof dashboardStats>>;

/** Where the counts can't be loaded, as if there were nothing. */
export const nothing: DashboardStats = {
  tracks: 0,
  photos: 0,
  socialLinks: 0,
  videos: 0,
  upcomingEvents: 0,
  fanComments: 0,
  pendingComments: 0,
  bookingRequests: 0,
  unreadBookings: 0,
  pressKits: 0,
  recentBookings: [],
  recentComments: [],
  failingWebhooks: [],
  pictures: 0,
  pageLinks: 0,
  isShared: false,
  hidesFirstSteps: true,
};

/** The data of the musician's dashboard home. [1 §2, §7 Dashboard counts] */
export async function loadMusicianHome(context: Readonly<RouterContextProvider>): Promise<MusicianHomeData> {
  const viewer = requireViewer(context);
  const { userId } = viewer;
  const services = context.get(servicesContext);
  const { db, log, config } = services;
  const [account, week, loaded] = await Promise.all([
    accountOf(context),
    db
      .asMusician(userId)
      .read((tx) => ownDays(tx, userId, "7"))
      .then(
        (days) => days.map(({ views }) => views),
        (error: unknown) => {
          log.error({ err: error, userId }, "the week's views could not be loaded");
          return null;
        },
      ),
    db
      .asMusician(userId)
      .read((tx) => dashboardStats(tx, userId))
      .then(
        (stats) => ({ stats, failure: null }),
        (error: unknown) => {
          log.error({ err: error, userId }, "the dashboard's figures could not be loaded; see /db-check");
          return { stats: nothing, failure: failureTextOf(error) };
        },
      ),
  ]);
  const confirming = waysToConfirm(services, viewer);
  const path = account && artistPath(account);
  const page = path ? { path, address: `${config.origin}${path}` } : null;
  return {
    artistName: account?.artistName ?? null,
    page,
    steps: firstSteps({ page, stats: loaded.stats }),
    week,
    confirming,
    ...loaded,
  };
}

/** [1 §8 Dashboard, with the decisions' word for the service] */
function failureTextOf(error: unknown): string {
  if (!(error instanceof AppError)) {
    return t("Unable to load dashboard statistics. Please check your internet connection.");
  }
  return error.kind === "unavailable" ? t(networkText) : error.publicText;
}

/** So many of each stand on the home. */
const recent = 3;

/** Everything in one round trip. */
async function dashboardStats(tx: Reader, userId: string) {
  const rowsOf = (
    table: "music_tracks" | "photo_gallery" | "social_links" | "page_links" | "video_gallery" | "press_kits",
  ) =>
    tx
      .selectFrom(table)
      .select((row) => row.fn.countAll<number>().as("count"))
      .where("user_id", "=", userId);
  const events = tx
    .selectFrom("events")
    .select((row) => row.fn.countAll<number>().as("count"))
    .where("user_id", "=", userId)
    .where((is) => is(is.fn.coalesce("end_date", "event_date"), ">=", today()));
  const comments = tx.selectFrom("fan_comments").where("musician_id", "=", userId);
  const bookings = tx.selectFrom("booking_requests").where("musician_id", "=", userId);
  const preferences = tx.selectFrom("account_preferences").where("user_id", "=", userId);
  const picture = tx
    .selectFrom("musician_profiles")
    .select((row) => row.fn.countAll<number>().as("count"))
    .where("user_id", "=", userId)
    .where("avatar_url", "is not", null);
  const stats = await tx
    .selectNoFrom((is) => [
      is.fn.coalesce(rowsOf("music_tracks"), is.lit(0)).as("tracks"),
      is.fn.coalesce(rowsOf("photo_gallery"), is.lit(0)).as("photos"),
      is.fn.coalesce(rowsOf("social_links"), is.lit(0)).as("socialLinks"),
      is.fn.coalesce(rowsOf("page_links"), is.lit(0)).as("pageLinks"),
      is.fn.coalesce(rowsOf("video_gallery"), is.lit(0)).as("videos"),
      is.fn.coalesce(rowsOf("press_kits"), is.lit(0)).as("pressKits"),
      is.fn.coalesce(events, is.lit(0)).as("upcomingEvents"),
      is.fn
        .coalesce(
          comments.where("is_approved", "=", true).select((row) => row.fn.countAll<number>().as("count")),
          is.lit(0),
        )
        .as("fanComments"),
      is.fn
        .coalesce(
          comments.where("is_approved", "=", false).select((row) => row.fn.countAll<number>().as("count")),
          is.lit(0),
        )
        .as("pendingComments"),
      is.fn
        .coalesce(
          bookings.select((row) => row.fn.countAll<number>().as("count")),
          is.lit(0),
        )
        .as("bookingRequests"),
      is.fn
        .coalesce(
          bookings.where("is_read", "=", false).select((row) => row.fn.countAll<number>().as("count")),
          is.lit(0),
        )
        .as("unreadBookings"),
      is.fn.coalesce(picture, is.lit(0)).as("pictures"),
      is.fn.coalesce(preferences.select("page_shared"), is.lit(false)).as("isShared"),
      is.fn.coalesce(preferences.select("first_steps_hidden"), is.lit(false)).as("hidesFirstSteps"),
      jsonArrayFrom(
        bookings
          .select(["id", "requester_name", "event_date", "status", "is_read", "created_at"])
          .orderBy("created_at", "desc")
          .orderBy("id", "desc")
          .limit(recent),
      ).as("recentBookings"),
      jsonArrayFrom(
        comments
          .select(["id", "author_name", "content", "is_approved", "created_at"])
          .orderBy("created_at", "desc")
          .orderBy("id", "desc")
          .limit(recent),
      ).as("recentComments"),
      jsonArrayFrom(failingEndpoints(tx, userId)).as("failingWebhooks"),
    ])
    .executeTakeFirstOrThrow();
  return stats;
}
