import {
  CalendarDays,
  ChartNoAxesColumn,
  CircleUserRound,
  ClipboardList,
  ExternalLink,
  FileText,
  Images,
  LayoutDashboard,
  type LucideIcon,
  MessageCircle,
  MessagesSquare,
  Music,
  Palette,
  ShieldCheck,
  UserRound,
  Video,
} from "lucide-react";
import { useId } from "react";
import { Link, NavLink, useLocation } from "react-router";
import { UnreadMark, unreadText, useUnread } from "~/features/messages/unread";
import { artistPath } from "~/shared/artist-address";
import { bustCache } from "~/ui/bust-cache";
import { LinkButton } from "~/ui/button";
import type { Account } from "./account.ts";
import { Bar, Menu, SignOut } from "./bar.tsx";

interface Place {
  to: string;
  label: string;
  /** The menu's text instead, where there is more space. */
  menuLabel?: string;
  icon: LucideIcon;
}

const tools: Place[] = [
  { to: "/dashboard", label: "Dashboard", icon: LayoutDashboard },
  { to: "/profile", label: "Profile", menuLabel: "Musician Profile", icon: UserRound },
  { to: "/music", label: "Music", menuLabel: "Music Library", icon: Music },
  { to: "/gallery", label: "Gallery", menuLabel: "Photo Gallery", icon: Images },
  { to: "/video", label: "Videos", icon: Video },
  { to: "/settings", label: "Appearance", menuLabel: "Bio Page Appearance", icon: Palette },
  { to: "/events", label: "Events", menuLabel: "Events Management", icon: CalendarDays },
  { to: "/booking-requests", label: "Booking Requests", icon: ClipboardList },
];

const menuOnly: Place[] = [
  { to: "/comments", label: "Fan Comments", icon: MessageCircle },
  { to: "/analytics", label: "Analytics", icon: ChartNoAxesColumn },
];

const adminTools: Place[] = [
  { to: "/admin", label: "Admin Panel", icon: ShieldCheck },
  { to: "/messages", label: "Messages", icon: MessagesSquare },
  { to: "/press-kit", label: "Press Kit", icon: FileText },
];

/** The bar for signed-in users, on every page but the landing and the auth pages. [2 §2] */
export function TopNavigation({ account }: { account: Account }) {
  const admin = account.canAdminister ? adminTools : [];
  const unread = useUnread()?.count ?? account.unreadMessages;
  // An account without a link to the messages in the bar reaches them from the dashboard.
  const markedPlace = account.canAdminister ? "/messages" : "/dashboard";
  // An admin's bar holds three more links, so it needs more room before it may unfold.
  const [unfolded, folded, nameAsIcon] = account.canAdminister
    ? ["min-[90rem]:flex", "min-[90rem]:hidden", "max-[104rem]:sr-only"]
    : ["min-[77rem]:flex", "min-[77rem]:hidden", "max-[88rem]:sr-only"];
  return (
    <Bar home="/dashboard">
      <nav aria-label="Main" className={`hidden items-center ${unfolded}`}>
        {[...tools, ...admin].map(({ to, label }) => (
          <NavLink
            key={to}
            to={to}
            className="flex min-h-11 items-center gap-1.5 whitespace-nowrap rounded-box px-2 font-medium text-muted text-sm hover:text-foreground aria-[current=page]:bg-accent aria-[current=page]:text-on-accent"
          >
            {label}
            {to === markedPlace && <UnreadMark count={unread} />}
          </NavLink>
        ))}
      </nav>
      <div className={`ml-2 hidden items-center ${unfolded}`}>
        <PreviewButton account={account} />
        <AccountLink account={account} className="ms-1 min-h-11 gap-2 text-sm" nameClassName={nameAsIcon} />
        <SignOut className="whitespace-nowrap" />
      </div>
      <Menu label="Menu" mark={unread > 0 ? unreadText(unread) : undefined} className={folded}>
        <ul>
          {[...tools, ...menuOnly, ...admin].map(({ to, label, menuLabel, icon: Icon }) => (
            <li key={to}>
              <NavLink
                to={to}
                className="flex min-h-12 items-center gap-3 rounded-box px-3 font-medium hover:bg-sunken aria-[current=page]:bg-accent aria-[current=page]:text-on-accent"
              >
                <Icon aria-hidden="true" className="size-5 shrink-0" />
                {menuLabel ?? label}
                {to === markedPlace && <UnreadMark count={unread} />}
              </NavLink>
            </li>
          ))}
        </ul>
        <div className="mt-3 grid gap-2 border-line border-t pt-3">
          <AccountLink account={account} className="min-h-12 gap-3" nameClassName="" />
          <PreviewButton account={account} />
          <SignOut />
        </div>
      </Menu>
    </Bar>
  );
}

/** Leads to the account's own pages, under the person's own name. */
function AccountLink({
  account,
  className,
  nameClassName,
}: {
  account: Account;
  className: string;
  /** Leaves the icon alone where the bar has no room for a name. */
  nameClassName: string;
}) {
  return (
    <NavLink
      to="/account"
      className={`inline-flex items-center rounded-box px-3 font-medium hover:bg-sunken aria-[current=page]:bg-accent aria-[current=page]:text-on-accent ${className}`}
    >
      <CircleUserRound aria-hidden="true" className="size-5 shrink-0" />
      <span dir="auto" className={`max-w-32 truncate ${nameClassName}`}>
        {account.artistName ?? "Account"}
      </span>
      {account.artistName && <span className="sr-only">, account</span>}
    </NavLink>
  );
}

/**
 * Opens the public page in a new tab, past every cache. Where there is none yet, it says so in the browser's own
 * popover, which works on a page without script too.
 */
function PreviewButton({ account }: { account: Account }) {
  const id = useId();
  const isOnArtistPage = useLocation().pathname.startsWith("/artist/");
  const path = artistPath(account);
  const className =
    "inline-flex min-h-11 items-center justify-center gap-2 whitespace-nowrap rounded-box border border-edge px-3 font-semibold text-sm hover:bg-sunken";
  const content = (
    <>
      {isOnArtistPage ? "My Bio Page" : "Preview Bio"}
      <ExternalLink aria-hidden="true" className="size-4" />
    </>
  );

  if (!path) {
    return (
      <>
        <button type="button" popoverTarget={id} className={className}>
          {content}
        </button>
        <div
          id={id}
          popover="auto"
          role="alert"
          className="m-auto max-w-md rounded-box border border-edge bg-surface p-6 text-foreground shadow-floating"
        >
          <p>Please set up your artist profile first in the Profile section.</p>
          <LinkButton to="/profile" className="mt-4">
            Go to Profile
          </LinkButton>
        </div>
      </>
    );
  }
  return (
    <Link reloadDocument to={path} target="_blank" onClick={bustCache} className={className}>
      {content}
    </Link>
  );
}
