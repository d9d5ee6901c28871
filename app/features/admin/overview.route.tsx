import { loadOrNull } from "~/loaders.server";
import { servicesContext } from "~/services.server";
import { sizeText } from "~/shared/size-text";
import { t } from "~/shared/t";
import { Card } from "~/ui/card";
import { useFormats } from "~/ui/formats";
import { LoadFailure } from "~/ui/load-failure";
import type { Route } from "./+types/overview.route";
import { requireAdmin } from "./actor.server";
import { AdminTabs } from "./admin-tabs.tsx";
import { HandTiles } from "./hand.tsx";
import {
  type ErrorKind,
  type Growth,
  loadHand,
  type Storage,
  storedBytes,
  userGrowth,
} from "./overview.server";

export async function loader({ context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const { userId } = requireAdmin(context);
  const about = { log: services.log, userId };
  const [hand, growth, storage] = await Promise.all([
    loadHand(services, userId),
    loadOrNull("the users' growth", about, services.db.asAdmin(userId).read(userGrowth)),
    loadOrNull("the stored bytes", about, storedBytes(services)),
  ]);
  return { hand, growth, storage, isOnDisk: services.config.s3 === undefined };
}

/** What needs a hand, and how the site is: errors, storage, growth, versions. */
export default function Overview({ loaderData: { hand, growth, storage, isOnDisk } }: Route.ComponentProps) {
  return (
    <AdminTabs open="overview" reports={hand.reports ?? 0}>
      <div className="grid grid-cols-1 gap-6">
        <HandTiles hand={hand} />
        <div className="grid items-start gap-6 lg:grid-cols-2">
          <div id="errors" className="scroll-mt-24">
            <Card title={t("Errors of the last day")}>
              <Errors errors={hand.errors} retrying={hand.retrying} />
            </Card>
          </div>
          <Card title={t("Users")}>
            {growth ? <GrowthCurve growth={growth} /> : <LoadFailure text={t("Failed to count the users")} />}
          </Card>
          <div id="storage" className="scroll-mt-24">
            <Card title={t("Storage")}>
              {storage ? (
                <StorageFacts storage={storage} disk={hand.disk} isOnDisk={isOnDisk} />
              ) : (
                <LoadFailure text={t("Failed to measure the storage")} />
              )}
            </Card>
          </div>
          <div id="versions" className="scroll-mt-24">
            <Card title={t("Versions")}>
              <Facts
                facts={[
                  ["Handbill", hand.versions.handbill],
                  ["PostgreSQL", hand.versions.database ?? t("Not known now")],
                  ["Node", hand.versions.node],
                ]}
              />
            </Card>
          </div>
        </div>
      </div>
    </AdminTabs>
  );
}

function Facts({ facts }: { facts: [string, string][] }) {
  return (
    <dl className="grid gap-2 text-sm">
      {facts.map(([name, value]) => (
        <div key={name} className="flex items-baseline justify-between gap-4">
          <dt className="text-muted">{name}</dt>
          <dd className="wrap-anywhere text-end font-medium tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Errors({ errors, retrying }: { errors: ErrorKind[] | null; retrying: number | null }) {
  const { number, dateTime } = useFormats();
  return (
    <>
      {errors === null && <LoadFailure text={t("Failed to load the errors")} />}
      {errors?.length === 0 && (
        <p className="text-sm">{t("The log has had no error in the last 24 hours.")}</p>
      )}
      {errors && errors.length > 0 && (
        <table className="w-full text-sm">
          <thead>
            <tr className="text-start text-muted text-xs">
              <th scope="col" className="py-2 pe-3 font-semibold">
                {t("Kind")}
              </th>
              <th scope="col" className="py-2 text-end font-semibold">
                {t("Errors")}
              </th>
            </tr>
          </thead>
          <tbody>
            {errors.map(({ kind, errors, last_at }) => (
              <tr key={kind} className="border-line border-t align-top">
                <td className="wrap-anywhere py-2 pe-3">
                  <span className="font-medium">{kind}</span>
                  <span className="block text-muted text-xs">
                    {t("Last {time}|an error", { time: dateTime(last_at) })}
                  </span>
                </td>
                <td className="py-2 text-end tabular-nums">{number(errors)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <p className="mt-4 text-muted text-xs">
        {retrying !== null &&
          retrying > 0 &&
          `${t("Mails and other work that is tried again: {count}.", { count: number(retrying) })} `}
        {t(
          "These are the lines of level error in the log of every server process, counted by the hour. The log itself says what happened.",
        )}
      </p>
    </>
  );
}

function StorageFacts({
  storage: { database, files, largest },
  disk,
  isOnDisk,
}: {
  storage: Storage;
  disk: { free: number; size: number } | null;
  isOnDisk: boolean;
}) {
  const formats = useFormats();
  const size = (bytes: number) => sizeText(bytes, formats);
  return (
    <>
      <Facts
        facts={[
          [t("Stored by musicians"), size(files)],
          [t("Database"), size(database)],
          ...(disk
            ? ([
                [isOnDisk ? t("Free on the disk") : t("Free on the server's own disk"), size(disk.free)],
                [t("The disk holds"), size(disk.size)],
              ] satisfies [string, string][])
            : []),
        ]}
      />
      <h3 className="mt-5 mb-2 font-semibold text-sm">{t("Who stores most")}</h3>
      {largest.length === 0 ? (
        <p className="text-muted text-sm">{t("Nobody has stored anything yet.")}</p>
      ) : (
        <ol className="grid gap-2 text-sm">
          {largest.map(({ id, email, name, bytes }) => (
            <li key={id} className="flex items-baseline justify-between gap-4">
              <bdi className="wrap-anywhere min-w-0">{name ?? email}</bdi>
              <span className="shrink-0 tabular-nums">{size(bytes)}</span>
            </li>
          ))}
        </ol>
      )}
    </>
  );
}

/** The number of accounts over half a year, with the numbers for those who don't see the curve. */
function GrowthCurve({ growth: { weeks } }: { growth: Growth }) {
  const { number, day } = useFormats();
  const last = weeks.at(-1);
  if (!last) return <p className="text-sm">{t("There is no account yet.")}</p>;
  const [width, height] = [300, 80];
  const most = Math.max(1, ...weeks.map(({ total }) => total));
  const points = weeks.map(({ total }, at) => {
    const x = (at / Math.max(1, weeks.length - 1)) * width;
    return `${x.toFixed(1)},${(height - (total / most) * (height - 4) - 2).toFixed(1)}`;
  });
  return (
    <>
      <p className="font-bold text-2xl tabular-nums">{number(last.total)}</p>
      <p className="mb-3 text-muted text-sm">
        {t(
          "{count, plural, one {account, {joined} of them new this week. The demo's don't count.} other {accounts, {joined} of them new this week. The demo's don't count.}}",
          { count: last.total, joined: number(last.joined) },
        )}
      </p>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        aria-hidden="true"
        className="h-20 w-full text-accent"
      >
        <polyline
          points={points.join(" ")}
          fill="none"
          stroke="currentColor"
          strokeWidth="2"
          vectorEffect="non-scaling-stroke"
        />
      </svg>
      <details className="mt-3 text-sm">
        <summary className="flex min-h-11 cursor-pointer items-center text-muted">
          {t("Week by week")}
        </summary>
        <table className="w-full">
          <thead>
            <tr className="text-start text-muted text-xs">
              <th scope="col" className="py-1 font-semibold">
                {t("Week until")}
              </th>
              <th scope="col" className="py-1 text-end font-semibold">
                {t("New")}
              </th>
              <th scope="col" className="py-1 text-end font-semibold">
                {t("Accounts")}
              </th>
            </tr>
          </thead>
          <tbody>
            {weeks.toReversed().map(({ until, total, joined }) => (
              <tr key={until} className="border-line border-t tabular-nums">
                <td className="py-1">{day(until)}</td>
                <td className="py-1 text-end">{number(joined)}</td>
                <td className="py-1 text-end">{number(total)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </>
  );
}
