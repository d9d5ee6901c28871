import { Outlet, useLocation } from "react-router";
import { IconSprite } from "~/public-ui/icon";
import { PublicToasts } from "~/public-ui/public-toasts";
import { imprintTitles, standardName } from "~/shared/site-name";
import { t } from "~/shared/t";
import { useSite } from "~/ui/site-name";
import { LoadingScreen } from "~/ui/spinner";
import type { Route } from "./+types/site";
import { Content } from "./content.tsx";
import { LanguageSwitch } from "./language-switch.tsx";
import { leadToDocument, nameGoal } from "./site.server.ts";
import { SiteHeader } from "./site-header.tsx";
import { SiteTheme } from "./site-theme.tsx";
import { TopNavigation } from "./top-navigation.tsx";
import { useAccount } from "./use-account.ts";

export const middleware: Route.MiddlewareFunction[] = [nameGoal];

export function loader(args: Route.LoaderArgs) {
  leadToDocument(args);
  return null;
}

/** Pages on which signed-in accounts too see the header and not the top navigation. [1 §2] */
const headerPaths = ["/", "/signin", "/signup", "/reset-password"];

/**
 * Handbill's own poster: landing, accounts, legal pages. Rendered on the server alone: links from pages that are React's
 * in the browser lead here with `reloadDocument`.
 */
export default function SiteLayout() {
  const account = useAccount();
  const { pathname } = useLocation();
  return (
    <SiteTheme name="site">
      <IconSprite names={["alert", "check", "info", "close"]} />
      {account && !account.isSuspended && !headerPaths.includes(pathname) ? (
        <TopNavigation account={account} />
      ) : (
        <SiteHeader account={account} />
      )}
      <Content>
        <Outlet />
      </Content>
      {/* For the script, which knows what is on its way. */}
      <div id="waiting" hidden className="after-a-blink fixed inset-x-0 top-16 bottom-0 z-30 bg-canvas">
        <LoadingScreen text="" />
      </div>
      <PublicToasts />
      <Footer />
    </SiteTheme>
  );
}

function Footer() {
  const { name, imprint } = useSite();
  return (
    <footer className="border-line border-t">
      <div className="mx-auto flex max-w-[87rem] flex-wrap items-center gap-x-6 px-4 py-6 text-muted text-sm sm:px-8 lg:px-12">
        <p dir={name === standardName ? undefined : "auto"} className="wrap-anywhere me-auto">
          {name === standardName ? t("{name}, the sheet a musician hands out.", { name }) : name}
        </p>
        <div className="flex flex-wrap gap-x-6">
          <LanguageSwitch className="hover:text-foreground" />
          <FootLink href="/terms">{t("Terms")}</FootLink>
          <FootLink href="/privacy">{t("Privacy")}</FootLink>
          {imprint && <FootLink href="/imprint">{t(imprintTitles[imprint])}</FootLink>}
        </div>
      </div>
    </footer>
  );
}

function FootLink({ href, children }: { href: string; children: string }) {
  return (
    <a href={href} className="inline-flex min-h-11 items-center hover:text-foreground hover:underline">
      {children}
    </a>
  );
}
