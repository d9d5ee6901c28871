import type { ReactNode } from "react";
import { IconSprite } from "~/public-ui/icon";
import { PublicToasts } from "~/public-ui/public-toasts";
import { imprintTitles, type SiteIdentity, standardName } from "~/shared/site-name";
import { t } from "~/shared/t";
import type { Account } from "./account.ts";
import { LanguageSwitch } from "./language-switch.tsx";
import { TopNavigation } from "./top-navigation.tsx";

/**
 * The frame of an artist's public pages. Handbill keeps out of sight: a way to sign in, and one small line at the foot. [2 §2]
 * Rendered on the server alone: links from pages that are React's in the browser lead here with `reloadDocument`.
 */
export function PublicFrame({
  account,
  site: { name, imprint },
  children,
}: {
  account: Account | null;
  site: SiteIdentity;
  children: ReactNode;
}) {
  const isMusician = account && !account.isSuspended;
  return (
    <div className="public-page">
      <IconSprite />
      {isMusician ? (
        <TopNavigation account={account} />
      ) : (
        <>
          <a
            href="#content"
            className="absolute start-2 -top-20 z-20 rounded-box bg-primary px-4 py-3 font-semibold text-on-primary focus:top-2"
          >
            {t("Skip to content")}
          </a>
          <nav aria-label={t("Account")} className="absolute end-2 top-2 z-10">
            <a
              href={account ? "/suspended" : "/signin"}
              className="inline-flex min-h-11 items-center rounded-box bg-surface px-4 font-semibold text-sm"
            >
              {t(account ? "Your account" : "Sign In")}
            </a>
          </nav>
        </>
      )}
      <div id="content" tabIndex={-1} className="flex grow flex-col outline-none">
        {children}
      </div>
      <PublicToasts />
      <footer className="flex flex-wrap justify-center gap-x-6 px-4 pt-4 pb-28 text-sm">
        <FootLink href="/">{name === standardName ? t("Made with {name}", { name }) : name}</FootLink>
        <LanguageSwitch className="text-muted hover:text-foreground" />
        {imprint && <FootLink href="/imprint">{t(imprintTitles[imprint])}</FootLink>}
      </footer>
    </div>
  );
}

function FootLink({ href, children }: { href: string; children: string }) {
  return (
    <a
      href={href}
      dir="auto"
      className="inline-flex min-h-11 items-center wrap-anywhere text-muted hover:text-foreground hover:underline"
    >
      {children}
    </a>
  );
}
