import { useEffect, useState } from "react";
import { Link } from "react-router";
import { whenIdle } from "~/client/when-idle";
import { t } from "~/shared/t";
import { bustCache } from "~/ui/bust-cache";
import { late } from "~/ui/late";
import type { MusicianHomeData } from "./musician-home.server.ts";

const SharePage = late(async () => (await import("./share-page.tsx")).SharePage);
const Week = late(async () => (await import("./musician-home-panels.tsx")).Week);

/** The musician's page at a glance: how it looks, where it is, and how many came this week. */
export function OwnPage({
  page: { path, address },
  artistName,
  week,
  isShared,
  version,
}: {
  page: NonNullable<MusicianHomeData["page"]>;
  artistName: string | null;
  week: number[] | null;
  /** Is it known already that the address was handed out? */
  isShared: boolean;
  /** Changes when the page looks different. */
  version: string;
}) {
  return (
    <section
      aria-label={t("Your page")}
      className="grid grid-cols-[88px_minmax(0,1fr)] gap-4 rounded-box border border-line bg-surface p-4 sm:grid-cols-[160px_minmax(0,1fr)] sm:gap-6 sm:p-6"
    >
      <Link
        reloadDocument
        to={path}
        target="_blank"
        onClick={bustCache}
        aria-hidden="true"
        tabIndex={-1}
        className="relative block h-[120px] overflow-hidden rounded-box border border-line bg-sunken sm:row-span-3 sm:h-[216px]"
      >
        <Picture key={version} />
      </Link>
      <div className="min-w-0">
        <h2 className="font-semibold text-lg">{t("Your page")}</h2>
        <Link
          reloadDocument
          to={path}
          target="_blank"
          onClick={bustCache}
          className="wrap-anywhere mt-1 inline-block text-sm underline"
        >
          {address.replace(/^https?:\/\//, "")}
        </Link>
      </div>
      <div className="max-sm:col-span-full sm:col-start-2">
        <SharePage address={address} artistName={artistName} isNoted={isShared} />
      </div>
      {week && <Week views={week} />}
    </section>
  );
}

/** As wide as a phone, and made smaller. */
function Picture() {
  const [isDue, setIsDue] = useState(false);
  // The screen itself comes first.
  useEffect(() => whenIdle(() => setIsDue(true)), []);
  if (!isDue) return null;
  return (
    <iframe
      src="/settings/preview?still"
      title={t("Your page as visitors see it")}
      inert
      tabIndex={-1}
      loading="lazy"
      className="pointer-events-none absolute top-0 left-0 h-[540px] w-[390px] origin-top-left scale-[0.2257] sm:scale-[0.4103]"
    />
  );
}
