import {
  ArrowRight,
  CalendarPlus,
  CircleCheck,
  ClipboardList,
  FileText,
  ImagePlus,
  Link2,
  type LucideIcon,
  MessageCircle,
  MessagesSquare,
  Upload,
} from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { WeekCurve } from "~/features/analytics/week-curve";
import { useUnread } from "~/features/messages/unread";
import { unreadText } from "~/features/messages/unread-mark";
import { homeTools, type Tool } from "~/layouts/tools";
import type { Formats } from "~/shared/formats";
import { msg, t } from "~/shared/t";
import { Age } from "~/ui/age";
import { Card } from "~/ui/card";
import { useFormats } from "~/ui/formats";
import { Rich } from "~/ui/rich";
import type { MusicianHomeData } from "./musician-home.server.ts";

type Stats = MusicianHomeData["stats"];

/** All of the home that only says something and leads somewhere. [1 §2] */
export function HomePanels({ home }: { home: MusicianHomeData }) {
  const { page, failure, stats } = home;
  const unread = useUnread()?.count ?? 0;
  const formats = useFormats();
  return (
    <>
      {page && !failure && <Waiting stats={stats} unread={unread} />}
      <Overview stats={stats} />
      <h2 className="mt-10 font-semibold text-lg">{t("Your tools")}</h2>
      <ul className="mt-4 grid grid-cols-[repeat(auto-fill,minmax(min(100%,max(9rem,30%)),1fr))] gap-2 sm:gap-4">
        {homeTools.map((tool) => (
          <Tile key={tool.to} tool={tool} {...statesOf(tool.to, home, unread, formats)} />
        ))}
      </ul>
      <div className="mt-10 grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
        <RecentBookings bookings={stats.recentBookings} />
        <RecentComments comments={stats.recentComments} />
        <QuickActions />
        <Tips />
        <Help />
      </div>
    </>
  );
}

/** What somebody waits for: each leads to where it is answered. */
function Waiting({ stats, unread }: { stats: Stats; unread: number }) {
  const { number } = useFormats();
  const { unreadBookings, pendingComments } = stats;
  const all: { to: string; icon: LucideIcon; count: number; text: string }[] = [
    {
      to: "/booking-requests",
      icon: ClipboardList,
      count: unreadBookings,
      text: t(
        "{count, plural, one {{shown} unread booking request} other {{shown} unread booking requests}}",
        { count: unreadBookings, shown: number(unreadBookings) },
      ),
    },
    {
      to: "/comments?show=pending",
      icon: MessageCircle,
      count: pendingComments,
      text: t("{count, plural, one {{shown} comment to review} other {{shown} comments to review}}", {
        count: pendingComments,
        shown: number(pendingComments),
      }),
    },
    { to: "/messages", icon: MessagesSquare, count: unread, text: unreadText(unread) },
  ];
  const waiting = all.filter(({ count }) => count > 0);
  return (
    <section aria-label={t("Waiting for you")} className="mt-4 sm:mt-6">
      <h2 className="sr-only">{t("Waiting for you")}</h2>
      {waiting.length === 0 && (
        <p className="flex items-center gap-2 text-muted text-sm">
          <CircleCheck aria-hidden="true" className="size-4 shrink-0" />
          {t("Nobody waits for an answer of yours.")}
        </p>
      )}
      <ul className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,14rem),1fr))] gap-3">
        {waiting.map(({ to, icon: Icon, text }) => (
          <li key={to}>
            <Link
              to={to}
              className="flex min-h-12 items-center gap-3 rounded-box border border-edge bg-surface px-4 py-2 font-semibold hover:bg-sunken"
            >
              <Icon aria-hidden="true" className="size-5 shrink-0" />
              {text}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The most important numbers; each leads to its tool. [1 §2] */
function Overview({ stats }: { stats: Stats }) {
  const { number: format } = useFormats();
  const counters = [
    { to: "/music", label: t("Tracks"), value: format(stats.tracks) },
    { to: "/comments", label: t("Fan comments"), value: format(stats.fanComments) },
    { to: "/social-links", label: t("Social links"), value: format(stats.socialLinks) },
    { to: "/booking-requests", label: t("Booking requests"), value: format(stats.bookingRequests) },
    {
      to: "/press-kit",
      label: t("Press kit"),
      value: stats.pressKits > 0 ? "✓" : "–",
      spoken: t(stats.pressKits > 0 ? "there is one|a press kit" : "there is none|no press kit"),
    },
  ];
  return (
    <section aria-label={t("Overview")} className="mt-8">
      <ul className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,max(6rem,40%)),1fr))] gap-3 sm:grid-cols-5">
        {counters.map(({ to, label, value, spoken }) => (
          <li key={to} className="last:col-span-full sm:last:col-span-1">
            <Link
              to={to}
              className="flex h-full flex-col justify-between rounded-box border border-line bg-surface p-4 hover:border-edge"
            >
              <span className="text-muted text-sm">{label}</span>{" "}
              <span aria-hidden={spoken ? true : undefined} className="font-bold text-2xl tabular-nums">
                {value}
              </span>
              {spoken && <span className="sr-only">{spoken}</span>}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

function RecentBookings({ bookings }: { bookings: Stats["recentBookings"] }) {
  const { day } = useFormats();
  return (
    <Card title={t("Recent bookings")}>
      {bookings.length === 0 && <Nothing>{t("Nobody has asked you to play yet.")}</Nothing>}
      <ul className="grid grid-cols-1 divide-y divide-line">
        {bookings.map(({ id, requester_name, event_date, status, is_read, created_at }) => (
          <Recent
            key={id}
            to={`/booking-requests?request=${id}`}
            name={requester_name}
            at={created_at}
            text={[
              is_read ? null : t("Unread"),
              t(
                "{status, select, pending {Pending} reviewed {Reviewed} accepted {Accepted} declined {Declined} other {Completed}}",
                { status },
              ),
              event_date && t("for {day}|a booking request", { day: day(event_date) }),
            ]
              .filter(Boolean)
              .join(" · ")}
          />
        ))}
      </ul>
    </Card>
  );
}

function RecentComments({ comments }: { comments: Stats["recentComments"] }) {
  return (
    <Card title={t("Recent comments")}>
      {comments.length === 0 && <Nothing>{t("No fan has written yet.")}</Nothing>}
      <ul className="grid grid-cols-1 divide-y divide-line">
        {comments.map(({ id, author_name, content, is_approved, created_at }) => (
          <Recent
            key={id}
            to={is_approved ? "/comments" : "/comments?show=pending"}
            name={author_name}
            at={created_at}
            text={is_approved ? content : t("Pending review · {comment}", { comment: content })}
          />
        ))}
      </ul>
    </Card>
  );
}

function Nothing({ children }: { children: ReactNode }) {
  return <p className="text-muted text-sm">{children}</p>;
}

function Recent({ to, name, at, text }: { to: string; name: string; at: string; text: string }) {
  return (
    <li className="relative py-3 first:pt-0 last:pb-0">
      <p className="flex flex-wrap items-baseline justify-between gap-x-3">
        <Link to={to} className="min-w-0 font-semibold after:absolute after:inset-0 hover:underline">
          <bdi className="wrap-anywhere">{name}</bdi>
        </Link>
        <Age at={at} />
      </p>
      <p dir="auto" className="wrap-anywhere line-clamp-2 text-muted text-sm">
        {text}
      </p>
    </li>
  );
}

const actions: { to: string; text: string; icon: LucideIcon }[] = [
  { to: "/music", text: msg("Upload music"), icon: Upload },
  { to: "/gallery", text: msg("Upload photos"), icon: ImagePlus },
  { to: "/social-links", text: msg("Connect social and music platforms"), icon: Link2 },
  { to: "/press-kit", text: msg("Manage press kit"), icon: FileText },
  { to: "/events", text: msg("Create events"), icon: CalendarPlus },
];

/** [1 §2] */
function QuickActions() {
  return (
    <Card title={t("Quick actions")}>
      <ul className="-mx-2 grid grid-cols-1">
        {actions.map(({ to, text, icon: Icon }) => (
          <li key={to}>
            <Link
              to={to}
              className="flex min-h-11 items-center gap-3 rounded-box px-2 font-medium hover:bg-sunken"
            >
              <Icon aria-hidden="true" className="size-5 shrink-0" />
              {t(text)}
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Tips() {
  return (
    <Card title={t("Tips")}>
      <ul className="grid list-disc gap-2 ps-5 text-sm">
        <li>{t("Put your strongest track first: most visitors play one.")}</li>
        <li>
          {t("A short address is easier to say from a stage than a long one. Choose yours in your profile.")}
        </li>
        <li>{t("Answer booking requests within a day, even with a no. Promoters remember.")}</li>
        <li>{t("Look at your own page on a phone now and then: that is where most fans see it.")}</li>
      </ul>
    </Card>
  );
}

/** [1 §2] */
function Help() {
  const topics = [
    [
      t("Getting started"),
      t(
        "Give your artist name in the profile, upload a track and a photo, add your links. Your page is there from the first of these on.",
      ),
    ],
    [
      t("Best practices"),
      t(
        "Keep events up to date, review comments regularly, and let the page say one thing first: what you would like fans to do next.",
      ),
    ],
    [
      t("Technical support"),
      t(
        "Something doesn't work? Reload the page first; what you saved is safe. If it stays, ask the people who run this site.",
      ),
    ],
  ];
  return (
    <Card title={t("Help")} className="lg:col-span-2">
      <dl className="grid gap-4 text-sm sm:grid-cols-3">
        {topics.map(([name, text]) => (
          <div key={name}>
            <dt className="font-semibold">{name}</dt>
            <dd className="mt-1 text-muted">{text}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-4 text-muted text-sm">
        <Rich
          text="{link} as one archive: your texts, lists, messages and files."
          parts={{
            link: (
              <Link to="/account/data" className="inline-flex min-h-11 items-center underline">
                {t("Download everything of yours")}
              </Link>
            ),
          }}
        />
      </p>
    </Card>
  );
}

/** The views of the week, and the way to all figures. */
export function Week({ views }: { views: number[] }) {
  const { number } = useFormats();
  const sum = views.reduce((all, count) => all + count, 0);
  return (
    <Link
      to="/analytics?days=7"
      className="group flex flex-wrap items-end justify-between gap-x-4 gap-y-2 self-end border-line border-t pt-3 max-sm:col-span-full sm:col-start-2"
    >
      <span className="min-w-0">
        <span className="block font-bold text-2xl tabular-nums">{number(sum)}</span>
        <span className="text-muted text-sm group-hover:underline">
          {t("{count, plural, one {view in the last 7 days} other {views in the last 7 days}}", {
            count: sum,
          })}
        </span>
      </span>
      <WeekCurve counts={views} className="h-12 w-0 min-w-24 max-w-64 grow" />
    </Link>
  );
}

interface TileState {
  /** How far it has come, where that is known. */
  state?: string | undefined;
  isDone?: boolean;
  /** What it is for, and what waits there. */
  waiting?: string | undefined;
}

/** What the tile of a tool says of how far it has come. [1 §2] */
function statesOf(
  to: string,
  { artistName, stats }: MusicianHomeData,
  unread: number,
  formats: Formats,
): TileState {
  const amount = (count: number) => ({ count, shown: formats.number(count) });
  switch (to) {
    case "/profile":
      return { state: artistName ? t("Complete") : t("50% Complete"), isDone: artistName !== null };
    case "/music":
      return {
        state: t("{count, plural, one {{shown} track} other {{shown} tracks}}", amount(stats.tracks)),
        isDone: stats.tracks > 0,
      };
    case "/gallery":
      return {
        state: t("{count, plural, one {{shown} photo} other {{shown} photos}}", amount(stats.photos)),
        isDone: stats.photos > 0,
      };
    case "/social-links":
      return {
        state: t("{count, plural, one {{shown} link} other {{shown} links}}", amount(stats.socialLinks)),
        isDone: stats.socialLinks > 0,
      };
    case "/comments":
      return {
        state: t(
          "{count, plural, one {{shown} comment} other {{shown} comments}}",
          amount(stats.fanComments),
        ),
        isDone: stats.fanComments > 0,
        waiting:
          stats.pendingComments > 0
            ? t(
                "{count, plural, one {What fans write. {shown} comment waiting for your review.} other {What fans write. {shown} comments waiting for your review.}}",
                amount(stats.pendingComments),
              )
            : undefined,
      };
    case "/video":
      return {
        state: t("{count, plural, one {{shown} video} other {{shown} videos}}", amount(stats.videos)),
        isDone: stats.videos > 0,
      };
    case "/events":
      return {
        state: t(
          "{count, plural, one {{shown} upcoming} other {{shown} upcoming}}",
          amount(stats.upcomingEvents),
        ),
        isDone: stats.upcomingEvents > 0,
      };
    case "/booking-requests":
      return {
        state: t(
          "{count, plural, one {{shown} request} other {{shown} requests}}",
          amount(stats.bookingRequests),
        ),
        isDone: stats.bookingRequests > 0,
        waiting:
          stats.unreadBookings > 0
            ? t(
                "{count, plural, one {Who would like you to play. {shown} unread.} other {Who would like you to play. {shown} unread.}}",
                amount(stats.unreadBookings),
              )
            : undefined,
      };
    case "/press-kit":
      return { state: stats.pressKits > 0 ? t("Uploaded") : t("None yet"), isDone: stats.pressKits > 0 };
    case "/messages":
      return { state: unread > 0 ? unreadText(unread) : undefined, isDone: true };
    default:
      return {};
  }
}

function Tile({
  tool: { to, icon: Icon, label, tileLabel = label, text },
  state,
  isDone = false,
  waiting,
}: TileState & { tool: Tool }) {
  return (
    <li className="group relative flex flex-col rounded-box border border-line bg-surface p-3 shadow-raised transition-colors focus-within:border-foreground hover:border-edge sm:p-5">
      <div className="flex flex-wrap items-center justify-between gap-x-2 gap-y-1.5">
        <span className="flex size-9 items-center justify-center rounded-box bg-accent text-on-accent sm:size-11">
          <Icon aria-hidden="true" className="size-5 sm:size-6" />
        </span>
        {state && (
          <span
            className={`rounded-full px-2 py-0.5 font-semibold text-xs sm:px-3 sm:py-1 ${
              isDone ? "bg-success-soft text-success" : "bg-sunken text-foreground"
            }`}
          >
            {state}
          </span>
        )}
      </div>
      <h3 className="mt-2 font-semibold leading-tight sm:mt-4 sm:text-lg">
        <Link to={to} className="after:absolute after:inset-0 after:rounded-box">
          {t(tileLabel)}
        </Link>
      </h3>
      <p className="mt-1 text-muted text-sm max-sm:sr-only">{waiting ?? t(text)}</p>
      <ArrowRight
        aria-hidden="true"
        className="mt-auto box-content size-5 pt-4 text-muted transition-transform group-hover:translate-x-1 group-hover:text-foreground max-sm:hidden rtl:-scale-x-100 rtl:group-hover:-translate-x-1"
      />
    </li>
  );
}
