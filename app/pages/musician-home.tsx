import {
  ArrowRight,
  Calendar,
  ChartNoAxesColumn,
  ClipboardList,
  FileText,
  Images,
  Link2,
  type LucideIcon,
  Mail,
  MessageCircle,
  MessagesSquare,
  Music,
  Palette,
  Printer,
  UserRound,
  Video,
} from "lucide-react";
import { useEffect } from "react";
import { Link } from "react-router";
import { unreadText, useUnread } from "~/features/messages/unread";
import type { Formats } from "~/shared/formats";
import { ConfirmNotice } from "~/ui/confirm-notice";
import { useFormats } from "~/ui/formats";
import { useLive } from "~/ui/live";
import { SiteTitle, useSiteName } from "~/ui/site-name";
import { useToast } from "~/ui/toasts";
import type { MusicianHomeData } from "./musician-home.server.ts";
import {
  Help,
  Overview,
  QuickActions,
  RecentBookings,
  RecentComments,
  Tips,
} from "./musician-home-panels.tsx";

/** The musician's dashboard home: totals, the visits' numbers, and a tile for each tool. [1 §2] */
export function MusicianHome({
  home: { artistName, stats, failure, confirming },
}: {
  home: MusicianHomeData;
}) {
  const toast = useToast();
  const siteName = useSiteName();
  useEffect(() => {
    if (failure) toast.error(failure);
  }, [toast, failure]);
  const unread = useUnread()?.count ?? 0;
  useLive("comments");
  useLive("bookings");
  const formats = useFormats();
  return (
    <main className="mx-auto w-full max-w-5xl px-4 py-8 sm:px-6 sm:py-12">
      <SiteTitle>Dashboard</SiteTitle>
      <h1 dir="auto" className="wrap-anywhere font-bold text-2xl sm:text-3xl">
        {artistName ? `Welcome back, ${artistName}!` : "Welcome back!"}
      </h1>
      <p className="mt-2 text-muted">{`Manage your ${siteName}: what fans see, hear and find starts here.`}</p>
      {confirming && (
        <div className="mt-6">
          <ConfirmNotice confirming={confirming} />
        </div>
      )}
      <Overview stats={stats} />
      <h2 className="mt-10 font-semibold text-lg">Your tools</h2>
      <ul className="mt-4 grid grid-cols-1 gap-4 sm:grid-cols-2 lg:grid-cols-3">
        <Tile
          to="/profile"
          icon={UserRound}
          title="Profile"
          text="Your artist name, bio and the address of your page."
          state={artistName ? "Complete" : "50% Complete"}
          isDone={artistName !== null}
        />
        <Tile
          to="/music"
          icon={Music}
          title="Music"
          text="The tracks that play on your page."
          state={counted(stats.tracks, "track", formats)}
          isDone={stats.tracks > 0}
        />
        <Tile
          to="/gallery"
          icon={Images}
          title="Photos"
          text="What fans see of you, in your own order."
          state={counted(stats.photos, "photo", formats)}
          isDone={stats.photos > 0}
        />
        <Tile
          to="/social-links"
          icon={Link2}
          title="Social Links"
          text="Where else fans find you, and how they can support you."
          state={counted(stats.socialLinks, "link", formats)}
          isDone={stats.socialLinks > 0}
        />
        <Tile
          to="/comments"
          icon={MessageCircle}
          title="Fan Comments"
          text={
            stats.pendingComments > 0
              ? `What fans write. ${counted(stats.pendingComments, "comment", formats)} waiting for your review.`
              : "What fans write on your page."
          }
          state={counted(stats.fanComments, "comment", formats)}
          isDone={stats.fanComments > 0}
        />
        <Tile
          to="/settings"
          icon={Palette}
          title="Appearance"
          text="The colours, letters and background of your page."
        />
        <Tile
          to="/video"
          icon={Video}
          title="Videos"
          text="Your films, with the one that stands first."
          state={counted(stats.videos, "video", formats)}
          isDone={stats.videos > 0}
        />
        <Tile
          to="/events"
          icon={Calendar}
          title="Events"
          text="Where and when fans meet you."
          state={`${formats.number(stats.upcomingEvents)} upcoming`}
          isDone={stats.upcomingEvents > 0}
        />
        <Tile
          to="/booking-requests"
          icon={ClipboardList}
          title="Booking Requests"
          text={
            stats.unreadBookings > 0
              ? `Who would like you to play. ${formats.number(stats.unreadBookings)} unread.`
              : "Who would like you to play."
          }
          state={counted(stats.bookingRequests, "request", formats)}
          isDone={stats.bookingRequests > 0}
        />
        <Tile
          to="/analytics"
          icon={ChartNoAxesColumn}
          title="Analytics"
          text="Who saw your page, what they heard, and where they came from."
        />
        <Tile to="/newsletter" icon={Mail} title="Newsletter" text="Who wants to hear from you by email." />
        <Tile
          to="/press-kit"
          icon={FileText}
          title="Press Kit"
          text="One PDF for promoters and press."
          state={stats.pressKits > 0 ? "Uploaded" : "None yet"}
          isDone={stats.pressKits > 0}
        />
        <Tile
          to="/handbill"
          icon={Printer}
          title="Print a handbill"
          text="One sheet for walls and merch tables, and the QR code alone."
        />
        <Tile
          to="/messages"
          icon={MessagesSquare}
          title="Messages"
          text="Connect and collaborate with other musicians."
          state={unread > 0 ? unreadText(unread) : undefined}
          isDone
        />
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

function Tile({
  to,
  icon: Icon,
  title,
  text,
  state,
  isDone = false,
}: {
  to: string;
  icon: LucideIcon;
  title: string;
  text: string;
  /** How far it has come, where that is known. */
  state?: string;
  isDone?: boolean;
}) {
  return (
    <li className="group relative flex flex-col rounded-box border border-line bg-surface p-5 shadow-raised transition-colors focus-within:border-foreground hover:border-edge">
      <div className="flex items-center justify-between gap-4">
        <span className="flex size-11 items-center justify-center rounded-box bg-accent text-on-accent">
          <Icon aria-hidden="true" className="size-6" />
        </span>
        {state && (
          <span
            className={`rounded-full px-3 py-1 font-semibold text-xs ${
              isDone ? "bg-success-soft text-success" : "bg-sunken text-foreground"
            }`}
          >
            {state}
          </span>
        )}
      </div>
      <h3 className="mt-4 font-semibold text-lg">
        <Link to={to} className="after:absolute after:inset-0 after:rounded-box">
          {title}
        </Link>
      </h3>
      <p className="mt-1 text-muted text-sm">{text}</p>
      <ArrowRight
        aria-hidden="true"
        className="mt-auto box-content size-5 pt-4 text-muted transition-transform group-hover:translate-x-1 group-hover:text-foreground"
      />
    </li>
  );
}

/** @param noun whose plural ends in s */
function counted(count: number, noun: string, { number }: Formats): string {
  return `${number(count)} ${noun}${count === 1 ? "" : "s"}`;
}
