import { useEffect, useState } from "react";
import { Link } from "react-router";
import { whenIdle } from "~/client/when-idle";
import { WeekCurve } from "~/features/analytics/week-curve";
import { bustCache } from "~/ui/bust-cache";
import { useFormats } from "~/ui/formats";
import type { MusicianHomeData } from "./musician-home.server.ts";
import { SharePage } from "./share-page.tsx";

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
      aria-label="Your page"
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
        <h2 className="font-semibold text-lg">Your page</h2>
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
      title="Your page as visitors see it"
      inert
      tabIndex={-1}
      loading="lazy"
      className="pointer-events-none absolute top-0 left-0 h-[540px] w-[390px] origin-top-left scale-[0.2257] sm:scale-[0.4103]"
    />
  );
}

function Week({ views }: { views: number[] }) {
  const { number } = useFormats();
  const sum = views.reduce((all, count) => all + count, 0);
  return (
    <Link
      to="/analytics?days=7"
      className="group flex flex-wrap items-end justify-between gap-x-4 gap-y-2 self-end border-line border-t pt-3 max-sm:col-span-full sm:col-start-2"
    >
      <span className="min-w-0">
        <span className="block font-bold text-2xl tabular-nums">{number(sum)}</span>
        <span className="text-muted text-sm group-hover:underline">
          {sum === 1 ? "view in the last 7 days" : "views in the last 7 days"}
        </span>
      </span>
      <WeekCurve counts={views} className="h-12 w-0 min-w-24 max-w-64 grow" />
    </Link>
  );
}
