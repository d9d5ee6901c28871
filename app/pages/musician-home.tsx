import { ArrowRight } from "lucide-react";
import { lazy, useEffect, useRef } from "react";
import { Link } from "react-router";
import { unreadText, useUnread } from "~/features/messages/unread";
import { homeTools, type Tool } from "~/layouts/tools";
import type { Formats } from "~/shared/formats";
import { ConfirmNotice } from "~/ui/confirm-notice";
import { useFormats } from "~/ui/formats";
import { useLive } from "~/ui/live";
import { SiteTitle, useSiteName } from "~/ui/site-name";
import { useToast } from "~/ui/toasts";
import { useFocusAfter } from "~/ui/use-focus-after";
import { firstSteps } from "./first-steps.ts";
import type { MusicianHomeData } from "./musician-home.server.ts";
import {
  Help,
  Overview,
  QuickActions,
  RecentBookings,
  RecentComments,
  Tips,
  Waiting,
} from "./musician-home-panels.tsx";
import { OwnPage } from "./own-page.tsx";

// Who has put the steps away loads nothing of them.
const FirstStepsList = lazy(async () => {
  const { FirstStepsList } = await import("./first-steps-list.tsx");
  return { default: FirstStepsList };
});

/**
 * The musician's dashboard home: the first steps, their page and what waits for them above the totals, and a tile for
 * each tool. [1 §2]
 */
export function MusicianHome({ home }: { home: MusicianHomeData }) {
  const { artistName, page, week, stats, failure, confirming } = home;
  const toast = useToast();
  const siteName = useSiteName();
  useEffect(() => {
    if (failure) toast.error(failure);
  }, [toast, failure]);
  const unread = useUnread()?.count ?? 0;
  useLive("comments");
  useLive("bookings");
  const formats = useFormats();
  const steps = firstSteps(home);
  const heading = useRef<HTMLHeadingElement>(null);
  useFocusAfter(steps !== null, heading);
  return (
    <main className="mx-auto w-full max-w-5xl px-4 py-6 sm:px-6 sm:py-10">
      <SiteTitle>Dashboard</SiteTitle>
      <h1
        ref={heading}
        tabIndex={-1}
        dir="auto"
        className="wrap-anywhere font-bold text-2xl outline-none sm:text-3xl"
      >
        {artistName ? `Welcome back, ${artistName}!` : "Welcome back!"}
      </h1>
      <p className="mt-2 text-muted">{`Manage your ${siteName}: what fans see, hear and find starts here.`}</p>
      <div className="mt-6 grid grid-cols-1 gap-4 sm:gap-6">
        {confirming && <ConfirmNotice confirming={confirming} />}
        {steps && <FirstStepsList steps={steps} page={page} artistName={artistName} />}
        {page && (
          <OwnPage
            page={page}
            artistName={artistName}
            week={week}
            isShared={stats.isShared}
            version={[artistName, stats.tracks, stats.pictures, stats.socialLinks].join()}
          />
        )}
        {page && !failure && <Waiting stats={stats} unread={unread} />}
      </div>
      <Overview stats={stats} />
      <h2 className="mt-10 font-semibold text-lg">Your tools</h2>
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
    </main>
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
  const counts = (count: number, noun: string) => ({
    state: counted(count, noun, formats),
    isDone: count > 0,
  });
  switch (to) {
    case "/profile":
      return { state: artistName ? "Complete" : "50% Complete", isDone: artistName !== null };
    case "/music":
      return counts(stats.tracks, "track");
    case "/gallery":
      return counts(stats.photos, "photo");
    case "/social-links":
      return counts(stats.socialLinks, "link");
    case "/comments":
      return {
        ...counts(stats.fanComments, "comment"),
        waiting:
          stats.pendingComments > 0
            ? `What fans write. ${counted(stats.pendingComments, "comment", formats)} waiting for your review.`
            : undefined,
      };
    case "/video":
      return counts(stats.videos, "video");
    case "/events":
      return { state: `${formats.number(stats.upcomingEvents)} upcoming`, isDone: stats.upcomingEvents > 0 };
    case "/booking-requests":
      return {
        ...counts(stats.bookingRequests, "request"),
        waiting:
          stats.unreadBookings > 0
            ? `Who would like you to play. ${formats.number(stats.unreadBookings)} unread.`
            : undefined,
      };
    case "/press-kit":
      return { state: stats.pressKits > 0 ? "Uploaded" : "None yet", isDone: stats.pressKits > 0 };
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
          {tileLabel}
        </Link>
      </h3>
      <p className="mt-1 text-muted text-sm max-sm:sr-only">{waiting ?? text}</p>
      <ArrowRight
        aria-hidden="true"
        className="mt-auto box-content size-5 pt-4 text-muted transition-transform group-hover:translate-x-1 group-hover:text-foreground max-sm:hidden"
      />
    </li>
  );
}

/** @param noun whose plural ends in s */
function counted(count: number, noun: string, { number }: Formats): string {
  return `${number(count)} ${noun}${count === 1 ? "" : "s"}`;
}
