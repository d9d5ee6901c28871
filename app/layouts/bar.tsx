import { Menu as MenuIcon } from "lucide-react";
import { type ReactNode, useEffect, useId, useRef } from "react";
import { Form, Link, useLocation, useNavigation } from "react-router";
import { t } from "~/shared/t";
import { Button } from "~/ui/button";
import { Logo } from "~/ui/logo";
import { useSiteName } from "~/ui/site-name";

/** The bar that stays above every page, in two rows where letters are large, with the logo and, while a page is on its way, a line that says so. */
export function Bar({ home, children }: { home: "/" | "/dashboard"; children: ReactNode }) {
  const isLoading = useNavigation().state === "loading";
  const siteName = useSiteName();
  return (
    <header className="sticky inset-x-0 top-0 z-40 border-line border-b bg-surface">
      <a
        href="#content"
        className="sr-only rounded-box bg-primary px-4 py-3 font-semibold text-on-primary text-sm focus:not-sr-only focus:absolute focus:top-2 focus:start-2 focus:z-10"
      >
        {t("Skip to content")}
      </a>
      <div className="flex min-h-[calc(4rem-1px)] flex-wrap items-center justify-end gap-x-2 px-[min(1rem,5vw)] sm:px-6">
        <Link
          reloadDocument={home === "/"}
          to={home}
          aria-label={siteName}
          className="me-auto flex min-h-11 shrink-0 items-center pe-2"
        >
          <Logo name={siteName} isRoomy={home === "/"} />
        </Link>
        {children}
      </div>
      {isLoading && (
        <div className="after-a-blink absolute inset-x-0 -bottom-px h-1 animate-pulse bg-accent" />
      )}
    </header>
  );
}

export function SignOut({ className }: { className?: string }) {
  return (
    <Form method="post" action="/signout" className="contents">
      <Button type="submit" variant="quiet" className={className}>
        {t("Sign Out")}
      </Button>
    </Form>
  );
}

/**
 * A list that a button in the bar opens. The browser's own popover opens it, closes it on Escape or a press outside,
 * and needs no script. It stands below its button, in older browsers at the edge of the screen.
 */
export function Menu({
  label,
  details = [],
  hasNews = false,
  icon = <MenuIcon aria-hidden="true" className="size-6" />,
  buttonClassName = "-me-2 flex size-11 items-center justify-center rounded-box hover:bg-sunken",
  className,
  children,
}: {
  label: string;
  /** What a screen reader says of the button besides, such as what is new inside: first what the button shows. */
  details?: (string | undefined)[];
  /** Shown as a dot on the button. */
  hasNews?: boolean;
  icon?: ReactNode;
  buttonClassName?: string;
  className: string;
  children: ReactNode;
}) {
  const id = useId();
  const menu = useRef<HTMLElement>(null);
  const { state } = useNavigation();
  const { key } = useLocation();
  const shownAt = useRef(key);

  // A page that needs no loading is there without that state ever being seen.
  useEffect(() => {
    if (state === "loading" || key !== shownAt.current) menu.current?.togglePopover(false);
    shownAt.current = key;
  }, [state, key]);

  return (
    <div className={className}>
      <button
        type="button"
        popoverTarget={id}
        aria-label={[label, ...details].filter(Boolean).join(", ")}
        className={`relative ${buttonClassName}`}
      >
        {icon}
        {hasNews && (
          <span className="absolute end-1.5 top-1.5 size-3 rounded-full bg-danger-fill forced-colors:bg-[Highlight]" />
        )}
      </button>
      <nav
        ref={menu}
        id={id}
        popover="auto"
        aria-label={label}
        className="inset-auto end-0 top-16 m-0 max-h-[calc(100dvh-4rem)] w-full overflow-y-auto border-line border-b bg-surface p-3 text-foreground shadow-floating sm:w-80 sm:rounded-b-box sm:border-s sm:supports-[position-area:end]:inset-auto sm:supports-[position-area:end]:mt-2 sm:supports-[position-area:end]:rounded-box sm:supports-[position-area:end]:border sm:supports-[position-area:end]:[position-area:block-end_span-inline-start]"
      >
        {children}
      </nav>
    </div>
  );
}
