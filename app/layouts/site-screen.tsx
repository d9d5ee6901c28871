import { type MouseEvent, useEffect, useState } from "react";
import { Link, Outlet, useLocation, useNavigation } from "react-router";
import { isProtected } from "~/shared/protected-paths";
import { imprintTitles, standardName } from "~/shared/site-name";
import { useSite } from "~/ui/site-name";
import { LoadingScreen } from "~/ui/spinner";
import { Content } from "./bar.tsx";
import { SiteHeader } from "./site-header.tsx";
import { SiteTheme } from "./site-theme.tsx";
import { TopNavigation } from "./top-navigation.tsx";
import { useAccount } from "./use-account.ts";

/** Pages on which signed-in accounts too see the header and not the top navigation. [1 §2] */
const headerPaths = ["/", "/signin", "/signup", "/reset-password"];

/** Handbill's own poster, for the account pages that React takes over. */
export default function SiteScreenLayout() {
  const account = useAccount();
  const { pathname } = useLocation();
  const next = useNavigation().location?.pathname;
  const [publicPageText, notePublicPageLink] = usePublicPageText();
  const waitingText = next && isProtected(next) ? "Loading your account..." : publicPageText;
  return (
    <SiteTheme name="site">
      {account && !account.isSuspended && !headerPaths.includes(pathname) ? (
        <TopNavigation account={account} />
      ) : (
        <SiteHeader account={account} />
      )}
      <Content>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: it only notes what the links within do */}
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: a link pressed by key is clicked as well */}
        <div className="contents" onClick={notePublicPageLink}>
          <Outlet />
        </div>
      </Content>
      {waitingText && (
        <div className="after-a-blink fixed inset-x-0 top-16 bottom-0 z-30 bg-canvas">
          <LoadingScreen text={waitingText} />
        </div>
      )}
      <Footer />
    </SiteTheme>
  );
}

/**
 * The text of the waiting screen after a press on a link to a public page, which the browser itself fetches.
 * [1 §2]
 */
function usePublicPageText(): [string | null, (event: MouseEvent) => void] {
  const [text, setText] = useState<string | null>(null);
  useEffect(() => {
    // Back again, as the browser kept it, the page waits for nothing.
    const stopWaiting = () => setText(null);
    addEventListener("pageshow", stopWaiting);
    return () => removeEventListener("pageshow", stopWaiting);
  }, []);
  const noteLink = ({ target, ctrlKey, metaKey, shiftKey }: MouseEvent) => {
    const link = target instanceof Element ? target.closest("a") : null;
    if (!link || link.target || ctrlKey || metaKey || shiftKey) return;
    if (link.pathname === "/sample-bio") setText("Loading sample bio...");
    if (link.pathname.startsWith("/artist/")) setText("Loading artist profile...");
  };
  return [text, noteLink];
}

function Footer() {
  const { name, imprint } = useSite();
  return (
    <footer className="border-line border-t">
      <div className="mx-auto flex max-w-[87rem] flex-wrap items-center gap-x-6 px-4 py-6 text-muted text-sm sm:px-8 lg:px-12">
        <p dir="auto" className="wrap-anywhere mr-auto">
          {name === standardName ? `${name}, the sheet a musician hands out.` : name}
        </p>
        <FootLink to="/terms">Terms</FootLink>
        <FootLink to="/privacy">Privacy</FootLink>
        {imprint && <FootLink to="/imprint">{imprintTitles[imprint]}</FootLink>}
      </div>
    </footer>
  );
}

function FootLink({ to, children }: { to: string; children: string }) {
  return (
    <Link
      reloadDocument
      to={to}
      className="inline-flex min-h-11 items-center hover:text-foreground hover:underline"
    >
      {children}
    </Link>
  );
}
