import { ChevronDown, CircleUserRound, ExternalLink, Search } from "lucide-react";
import { useContext, useId } from "react";
import { Link, NavLink, useLocation } from "react-router";
import { useUnread } from "~/features/messages/unread";
import { UnreadMark, unreadText } from "~/features/messages/unread-mark";
import { artistPath } from "~/shared/artist-address";
import type { Language } from "~/shared/languages";
import { language, t } from "~/shared/t";
import { bustCache } from "~/ui/bust-cache";
import { LinkButton } from "~/ui/button";
import type { Account } from "./account.ts";
import { Bar, Menu, SignOut } from "./bar.tsx";
import { PaletteContext } from "./palette/palette-context.ts";
import { adminPanel, barTools, otherTools, type Tool } from "./tools.ts";

/** How many of the bar's last links have no room in one line, in languages of longer words: they are under "More". */
const withoutRoom: Partial<Record<Language, { musician: number; admin: number }>> = {
  ar: { musician: 1, admin: 1 },
  de: { musician: 0, admin: 1 },
  es: { musician: 0, admin: 1 },
  fr: { musician: 1, admin: 3 },
  "pt-BR": { musician: 0, admin: 2 },
};

const isAdminLink = ({ to }: Tool) => to === "/messages" || to === "/press-kit";

/** The bar for signed-in users, on every page but the landing and the auth pages. [2 §2] */
export function TopNavigation({ account }: { account: Account }) {
  const isAdmin = account.canAdminister;
  const unread = useUnread()?.count ?? account.unreadMessages;
  const news = unread > 0 ? unreadText(unread) : undefined;
  const { pathname } = useLocation();
  const links = isAdmin ? [...barTools, ...otherTools.filter(isAdminLink)] : barTools;
  const inBar = links.slice(
    0,
    links.length - (withoutRoom[language()]?.[isAdmin ? "admin" : "musician"] ?? 0),
  );
  const bar = isAdmin ? inBar.toSpliced(barTools.length, 0, adminPanel) : inBar;
  const more = [...barTools, ...otherTools].filter((tool) => !bar.includes(tool));
  const newsInMore = more.some(({ to }) => to === "/messages") ? news : undefined;
  const open = more.find(({ to }) => pathname === to || pathname.startsWith(`${to}/`));
  // An admin's bar holds three more links, so it needs more room before it may unfold.
  const [unfolded, folded, nameAsIcon, padding] = isAdmin
    ? ["min-[90rem]:flex", "min-[90rem]:hidden", "max-[109rem]:sr-only", "px-1 min-[98rem]:px-2"]
    : ["min-[79.5rem]:flex", "min-[79.5rem]:hidden", "max-[88rem]:sr-only", "px-1.5 min-[90rem]:px-2"];
  const barItem = `flex min-h-11 min-w-8 items-center justify-center gap-1.5 whitespace-nowrap rounded-box font-medium text-muted text-sm hover:text-foreground aria-[current=page]:bg-accent aria-[current=page]:text-on-accent ${padding}`;
  return (
    <Bar home="/dashboard">
      <nav aria-label={t("Main")} className={`hidden items-center ${unfolded}`}>
        {bar.map(({ to, label }) => (
          <NavLink key={to} to={to} className={barItem}>
            {t(label)}
            {to === "/messages" && <UnreadMark count={unread} />}
          </NavLink>
        ))}
      </nav>
      <Menu
        label={t("More")}
        details={[newsInMore, open && t(open.label)]}
        icon={
          <span className="flex items-center gap-1">
            {t("More")} {newsInMore && <UnreadMark count={unread} />}
            <ChevronDown aria-hidden="true" className="size-4" />
          </span>
        }
        buttonClassName={`${barItem} ${open ? "bg-accent text-on-accent" : ""}`}
        className={`hidden ${unfolded}`}
      >
        <MenuList tools={more} unread={unread} />
      </Menu>
      <div className={`ms-2 hidden items-center ${unfolded}`}>
        <PreviewButton account={account} iconClassName={isAdmin ? "max-[98rem]:hidden" : ""} />
        <AccountLink account={account} className="ms-1 min-h-11 gap-2 text-sm" nameClassName={nameAsIcon} />
        <SignOut className="whitespace-nowrap" />
      </div>
      <Menu label={t("Menu")} details={[news]} hasNews={unread > 0} className={folded}>
        <MenuList tools={[...barTools, ...otherTools, ...(isAdmin ? [adminPanel] : [])]} unread={unread} />
        <div className="mt-3 grid gap-2 border-line border-t pt-3">
          <AccountLink account={account} className="min-h-12 gap-3" nameClassName="" />
          <PreviewButton account={account} />
          <SignOut />
        </div>
      </Menu>
    </Bar>
  );
}

function MenuList({ tools, unread }: { tools: Tool[]; unread: number }) {
  const openPalette = useContext(PaletteContext);
  return (
    <ul>
      {openPalette && (
        <li>
          <button
            type="button"
            onClick={({ currentTarget }) => {
              currentTarget.closest<HTMLElement>("[popover]")?.hidePopover();
              openPalette();
            }}
            className="flex min-h-12 w-full items-center gap-3 rounded-box px-3 text-start font-medium hover:bg-sunken"
          >
            <Search aria-hidden="true" className="size-5 shrink-0" />
            {t("Find anything")}
            <kbd className="ms-auto font-sans text-muted text-sm max-sm:hidden">Ctrl K</kbd>
          </button>
        </li>
      )}
      {tools.map(({ to, label, menuLabel, icon: Icon }) => (
        <li key={to}>
          <NavLink
            to={to}
            className="flex min-h-12 items-center gap-3 rounded-box px-3 font-medium hover:bg-sunken aria-[current=page]:bg-accent aria-[current=page]:text-on-accent"
          >
            <Icon aria-hidden="true" className="size-5 shrink-0" />
            {t(menuLabel ?? label)}
            {to === "/messages" && <UnreadMark count={unread} />}
          </NavLink>
        </li>
      ))}
    </ul>
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
        {account.artistName ?? t("Account")}
      </span>
      {account.artistName && <span className="sr-only">{t(", account|after the artist's name")}</span>}
    </NavLink>
  );
}

/**
 * Opens the public page in a new tab, past every cache. Where there is none yet, it says so in the browser's own
 * popover, which works on a page without script too.
 */
function PreviewButton({ account, iconClassName = "" }: { account: Account; iconClassName?: string }) {
  const id = useId();
  const isOnArtistPage = useLocation().pathname.startsWith("/artist/");
  const path = artistPath(account);
  const className =
    "inline-flex min-h-11 items-center justify-center gap-2 whitespace-nowrap rounded-box border border-edge px-3 font-semibold text-sm hover:bg-sunken";
  const content = (
    <>
      {isOnArtistPage ? t("My Bio Page") : t("Preview Bio")}
      <ExternalLink aria-hidden="true" className={`size-4 ${iconClassName}`} />
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
          <p>{t("Please set up your artist profile first in the Profile section.")}</p>
          <LinkButton to="/profile" className="mt-4">
            {t("Go to Profile")}
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
