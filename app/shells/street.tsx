import { Link, Outlet, useLocation, useNavigation } from "react-router";
import { LoadingScreen } from "~/ui/spinner";
import { useAccount } from "./account.ts";
import { Content } from "./bar.tsx";
import { Look } from "./look.tsx";
import { isProtected } from "./protected-paths.ts";
import { SiteHeader } from "./site-header.tsx";
import { TopNavigation } from "./top-navigation.tsx";

/** Where even whoever is signed in sees the header and not the top navigation. [1 §2] */
const headerPaths = ["/", "/signin", "/signup", "/reset-password"];

/** Handbill's own poster: landing, accounts, legal pages. */
export default function Street() {
  const account = useAccount();
  const { pathname } = useLocation();
  const next = useNavigation().location?.pathname;
  const waitingText = next && waitingTextFor(next);
  return (
    <Look name="street">
      {account && !headerPaths.includes(pathname) ? (
        <TopNavigation account={account} />
      ) : (
        <SiteHeader account={account} />
      )}
      <Content>
        <Outlet />
      </Content>
      {waitingText && (
        <div className="after-a-blink fixed inset-x-0 top-16 bottom-0 z-30 bg-canvas">
          <LoadingScreen text={waitingText} />
        </div>
      )}
      <Footer />
    </Look>
  );
}

/** What a whole screen says while the page at `path` is on its way; null where a line in the bar is enough. [1 §2] */
function waitingTextFor(path: string): string | null {
  if (isProtected(path)) return "Loading your account...";
  if (path === "/sample-bio") return "Loading sample bio...";
  if (path.startsWith("/artist/")) return "Loading artist profile...";
  return null;
}

function Footer() {
  return (
    <footer className="border-line border-t">
      <div className="mx-auto flex max-w-[87rem] flex-wrap items-center gap-x-6 px-4 py-6 text-muted text-sm sm:px-8 lg:px-12">
        <p className="mr-auto">Handbill, the sheet a musician hands out.</p>
        <Link to="/terms" className="inline-flex min-h-11 items-center hover:text-ink hover:underline">
          Terms
        </Link>
        <Link to="/privacy" className="inline-flex min-h-11 items-center hover:text-ink hover:underline">
          Privacy
        </Link>
      </div>
    </footer>
  );
}
