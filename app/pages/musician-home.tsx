import { useEffect, useRef } from "react";
import { t } from "~/shared/t";
import { late } from "~/ui/late";
import { useLive } from "~/ui/live";
import { SiteTitle, useSiteName } from "~/ui/site-name";
import { useToast } from "~/ui/toasts";
import { useFocusAfter } from "~/ui/use-focus-after";
import type { MusicianHomeData } from "./musician-home.server.ts";
import { OwnPage } from "./own-page.tsx";

// Who has put the steps away loads nothing of them.
const FirstStepsList = late(async () => (await import("./first-steps-list.tsx")).FirstStepsList);
const ConfirmNotice = late(async () => (await import("~/ui/confirm-notice")).ConfirmNotice);
const FailingNotice = late(async () => (await import("~/features/webhooks/failing-notice")).FailingNotice);
const HomePanels = late(async () => (await import("./musician-home-panels.tsx")).HomePanels);

/**
 * The musician's dashboard home: the first steps, their page and what waits for them above the totals, and a tile for
 * each tool. [1 §2]
 */
export function MusicianHome({ home }: { home: MusicianHomeData }) {
  const { artistName, page, steps, week, stats, failure, confirming } = home;
  const toast = useToast();
  const siteName = useSiteName();
  useEffect(() => {
    if (failure) toast.error(failure);
  }, [toast, failure]);
  useLive("comments");
  useLive("bookings");
  const heading = useRef<HTMLHeadingElement>(null);
  useFocusAfter(steps !== null, heading);
  return (
    <main className="mx-auto w-full max-w-5xl px-4 py-6 sm:px-6 sm:py-10">
      <SiteTitle>{t("Dashboard")}</SiteTitle>
      <h1
        ref={heading}
        tabIndex={-1}
        dir="auto"
        className="wrap-anywhere font-bold text-2xl outline-none sm:text-3xl"
      >
        {artistName ? t("Welcome back, {name}!", { name: artistName }) : t("Welcome back!")}
      </h1>
      <p className="mt-2 text-muted">
        {t("Manage your {site}: what fans see, hear and find starts here.", { site: siteName })}
      </p>
      <div className="mt-6 grid grid-cols-1 gap-4 sm:gap-6">
        {confirming && <ConfirmNotice confirming={confirming} />}
        {stats.failingWebhooks.length > 0 && <FailingNotice webhooks={stats.failingWebhooks} />}
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
      </div>
      <HomePanels home={home} />
    </main>
  );
}
