import { ChartNoAxesColumn, Download, TrendingDown, TrendingUp } from "lucide-react";
import { useEffect } from "react";
import { Link, useFetcher } from "react-router";
import { AppError } from "#server/errors.ts";
import { ownerAction } from "~/forms.server";
import { loadOrNull } from "~/loaders.server";
import { servicesContext } from "~/services.server";
import { answerOrFailed, failureText, isNothingDone } from "~/shared/action-answer";
import { msg, t } from "~/shared/t";
import { todaysZone, zoneText } from "~/shared/zone-names";
import { Button, LinkButton } from "~/ui/button";
import { Card } from "~/ui/card";
import { EmptyState } from "~/ui/empty-state";
import { useBrowserZone, useFormats } from "~/ui/formats";
import { LoadFailure } from "~/ui/load-failure";
import { Rich } from "~/ui/rich";
import { useToast } from "~/ui/toasts";
import { ToolPage } from "~/ui/tool-page";
import { useAnswer } from "~/ui/use-answer";
import { requireViewer } from "~/viewer.server";
import type { Route } from "./+types/dashboard";
import { BarChart, ListeningCurve, Ranking } from "./charts.tsx";
import { setTimeZone } from "./commands.server";
import { bucketName } from "./days.ts";
import { isKind, isSpan, type Kind, kinds, playSeconds, type Span, spans } from "./kinds.ts";
import { kindName, spanName, untoldName } from "./names.ts";
import { type NamedCount, type OwnNumbers, ownNumbers, type TrackNumbers } from "./queries.server";
import { loadFailure, timeZoneActionSchema, zoneFailure } from "./schema";

export { unlessFailed as shouldRevalidate } from "~/shared/action-answer";

export async function loader({ request, context }: Route.LoaderArgs) {
  const { db, log, declarations } = context.get(servicesContext);
  const { userId } = requireViewer(context);
  const { searchParams } = new URL(request.url);
  const [span, of] = [searchParams.get("days") ?? "30", searchParams.get("of") ?? "views"];
  if (!isSpan(span) || !isKind(of)) throw new AppError("not-found", t("This page does not exist."));
  const numbers = await loadOrNull(
    "the numbers",
    { log, userId },
    db.asMusician(userId).read((tx) => ownNumbers(tx, declarations, userId, span, of)),
  );
  return { numbers, span, of };
}

export const action = ownerAction(timeZoneActionSchema, async (services, userId, { intent, time_zone }) => {
  await setTimeZone(services, userId, time_zone, { onlyFirst: intent === "set-first-time-zone" });
  return { done: true };
});

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return answerOrFailed(serverAction);
}

/** The numbers of visits, plays, clicks and forms, and their sources. [decisions: Gaps] */
export default function Analytics({ loaderData: { numbers, span, of } }: Route.ComponentProps) {
  return (
    <ToolPage
      title={t("Analytics")}
      intro={t("What came back: who saw your page, what they heard, and where they came from.")}
    >
      <div className="grid grid-cols-1 gap-6">
        {!numbers && <LoadFailure text={t(loadFailure)} />}
        {numbers?.isEmpty && (
          <EmptyState
            icon={ChartNoAxesColumn}
            title={t("Nothing counted yet")}
            text={t(
              "Once fans open your page, their visits, plays and clicks stand here within seconds. Your own visits don't count. Share your address to begin.",
            )}
            action={<LinkButton to="/profile">{t("Find your address")}</LinkButton>}
          />
        )}
        {numbers && !numbers.isEmpty && <Numbers numbers={numbers} span={span} of={of} />}
        {numbers && <HowItIsCounted numbers={numbers} />}
      </div>
    </ToolPage>
  );
}

function Numbers({ numbers, span, of }: { numbers: OwnNumbers; span: Span; of: Kind }) {
  const formats = useFormats();
  const name = kindName(of);
  const untold = numbers.untold > 0 ? [{ name: untoldName(), count: numbers.untold }] : [];
  const sources = [...numbers.sources, ...untold];
  const devices = [...numbers.devices, ...untold];
  const days = bucketName({ from: numbers.from, to: numbers.today }, formats);
  const bars = numbers.buckets.map(({ sums, ...bucket }) => ({ bucket, count: sums[of] }));
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Spans span={span} of={of} />
        <CsvLink query={`days=${span}`}>{t("CSV by day")}</CsvLink>
      </div>
      <p className="-mt-3 text-muted text-sm">
        {numbers.before
          ? t("{days}, compared with the {count, plural, one {day} other {# days}} before", {
              days,
              count: spans[span] ?? 0,
            })
          : days}
      </p>
      <ul className="grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-4">
        {kinds.map((kind) => (
          <Tile key={kind} kind={kind} span={span} isChosen={kind === of} numbers={numbers} />
        ))}
      </ul>
      <Card title={t("{kind} over time", { kind: name })}>
        <BarChart name={name} bars={bars} />
      </Card>
      <div className="grid items-start gap-6 md:grid-cols-2">
        <Card title={t("Sources")}>
          <RankingOr rows={sources} columns={[t("Where from"), name]} />
          {sources.length > 0 && (
            <CsvLink query={`days=${span}&of=${of}&table=sources`}>{t("CSV of the sources")}</CsvLink>
          )}
        </Card>
        <Card title={t("Devices")}>
          <RankingOr rows={devices} columns={[t("Device"), name]} />
          {devices.length > 0 && (
            <CsvLink query={`days=${span}&of=${of}&table=devices`}>{t("CSV of the devices")}</CsvLink>
          )}
        </Card>
      </div>
      <Tracks tracks={numbers.tracks} span={span} />
      {numbers.releases.length > 0 && (
        <Card title={t("Releases")}>
          <Ranking rows={numbers.releases} columns={[t("Release"), kindName("plays")]} />
          <p className="mt-3 text-muted text-sm">
            {t(
              "Plays of the tracks that are on it, wherever they were played. A track on two releases counts for both.",
            )}
          </p>
        </Card>
      )}
      <div className="grid items-start gap-6 md:grid-cols-2">
        <Card title={t("Links")}>
          <RankingOr rows={numbers.links} columns={[t("Link"), kindName("clicks")]} />
          {numbers.links.length > 0 && (
            <CsvLink query={`days=${span}&table=links`}>{t("CSV of the links")}</CsvLink>
          )}
        </Card>
        {numbers.downloads.length > 0 && (
          <Card title={t("Press kit")}>
            <Ranking rows={numbers.downloads} columns={[t("File"), kindName("downloads")]} />
          </Card>
        )}
      </div>
    </>
  );
}

function RankingOr({ rows, columns }: { rows: NamedCount[]; columns: [string, string] }) {
  if (rows.length === 0) return <p className="text-muted">{t("None in this time.")}</p>;
  return <Ranking rows={rows} columns={columns} />;
}

function Spans({ span, of }: { span: Span; of: Kind }) {
  return (
    <nav
      aria-label={t("Time|a period")}
      className="flex flex-wrap rounded-box border border-edge bg-surface p-0.5"
    >
      {Object.keys(spans)
        .filter(isSpan)
        .sort((one, other) => (spans[one] ?? Infinity) - (spans[other] ?? Infinity))
        .map((one) => (
          <Link
            key={one}
            to={`/analytics?days=${one}&of=${of}`}
            preventScrollReset
            aria-current={one === span ? "page" : undefined}
            className={`inline-flex min-h-11 items-center whitespace-nowrap rounded-box px-2 font-semibold text-sm sm:px-4 ${
              one === span ? "bg-primary text-on-primary" : "hover:bg-sunken"
            }`}
          >
            {spanName(one)}
          </Link>
        ))}
    </nav>
  );
}

/** A download is the browser's own: nothing for the router. */
function CsvLink({ query, children }: { query: string; children: string }) {
  return (
    <a
      href={`/analytics/table.csv?${query}`}
      download
      className="inline-flex min-h-11 items-center gap-2 font-semibold text-sm underline"
    >
      <Download aria-hidden="true" className="size-4" />
      {children}
    </a>
  );
}

/** One number, which shows what it is made of when pressed. */
function Tile({
  kind,
  span,
  isChosen,
  numbers: { totals, before },
}: {
  kind: Kind;
  span: Span;
  isChosen: boolean;
  numbers: OwnNumbers;
}) {
  const { number } = useFormats();
  return (
    <li
      className={`relative rounded-box border bg-surface p-4 hover:border-foreground ${
        isChosen ? "border-foreground shadow-raised ring-1 ring-foreground" : "border-line"
      }`}
    >
      <Link
        to={`/analytics?days=${span}&of=${kind}`}
        preventScrollReset
        aria-current={isChosen ? "true" : undefined}
        className="font-medium text-muted text-sm after:absolute after:inset-0 after:rounded-box"
      >
        {kindName(kind)}
      </Link>
      <p className="mt-1 font-bold text-2xl tabular-nums">{number(totals[kind])}</p>
      {before && <Change now={totals[kind]} before={before[kind]} />}
    </li>
  );
}

function Change({ now, before }: { now: number; before: number }) {
  const { percent } = useFormats();
  if (now === before) return <p className="text-muted text-sm">{t("As before")}</p>;
  const Icon = now > before ? TrendingUp : TrendingDown;
  const share = before > 0 ? Math.abs(now - before) / before : undefined;
  return (
    <p className={`flex items-center gap-1 text-sm ${now > before ? "text-success" : "text-muted"}`}>
      <Icon aria-hidden="true" className="size-4 shrink-0" />
      {share === undefined
        ? t("None before")
        : t(now > before ? "{share} more|than before" : "{share} fewer|than before", {
            share: percent(share),
          })}
    </p>
  );
}

function Tracks({ tracks, span }: { tracks: TrackNumbers[]; span: Span }) {
  const { number } = useFormats();
  return (
    <Card title={t("How far people listen")}>
      {tracks.length === 0 && <p className="text-muted">{t("No track was played in this time.")}</p>}
      <ol className="grid gap-8">
        {tracks.map(({ id, title, plays, downloads, heard, durationSeconds, waveform }) => (
          <li key={id}>
            <div className="flex flex-wrap items-baseline justify-between gap-x-4">
              <h3 dir="auto" className="font-semibold wrap-anywhere">
                {title}
              </h3>
              <p className="text-muted text-sm tabular-nums">
                {t(
                  "{plays, plural, one {{shownPlays} play} other {{shownPlays} plays}}, {downloads, plural, one {{shownDownloads} download} other {{shownDownloads} downloads}}",
                  {
                    ...{ plays, shownPlays: number(plays) },
                    ...{ downloads, shownDownloads: number(downloads) },
                  },
                )}
              </p>
            </div>
            {heard.length > 0 && (
              <ListeningCurve title={title} heard={heard} seconds={durationSeconds} waveform={waveform} />
            )}
          </li>
        ))}
      </ol>
      {tracks.length > 0 && <CsvLink query={`days=${span}&table=tracks`}>{t("CSV of the tracks")}</CsvLink>}
    </Card>
  );
}

const definitions: Record<Kind, string> = {
  views: msg("Each time one of your pages is opened in a browser and looked at."),
  visitors: msg(
    "Each browser on a network once a day. Who comes on two days counts twice. To tell one from another, the server mixes their network and browser with a random number into a hash; when the day is over, both are deleted, and nobody can be told from it any more.",
  ),
  plays: msg(
    "A track counts once {seconds} seconds of it were heard, or half of a track shorter than {double} seconds. Skipping about isn't listening. Starting it again counts again.",
  ),
  downloads: msg("Each press on a download of a track or of your press kit."),
  clicks: msg("Each press on one of your links of any kind, or on a ticket link of your next events."),
  signups: msg("Each new address in your newsletter form; not those you add yourself."),
  bookings: msg("Each booking request that was sent, even if you delete it later."),
};

function HowItIsCounted({ numbers }: { numbers: OwnNumbers }) {
  return (
    <Card title={t("How this is counted")}>
      <dl className="grid gap-x-6 gap-y-3 text-sm sm:grid-cols-[max-content_1fr]">
        {kinds.map((kind) => (
          <div key={kind} className="sm:col-span-2 sm:grid sm:grid-cols-subgrid">
            <dt className="font-semibold">{kindName(kind)}</dt>
            <dd className="max-w-prose">
              {t(definitions[kind], { seconds: playSeconds, double: playSeconds * 2 })}
            </dd>
          </div>
        ))}
        <div className="sm:col-span-2 sm:grid sm:grid-cols-subgrid">
          <dt className="font-semibold">{t("The curve")}</dt>
          <dd className="max-w-prose">
            {t(
              "A track is divided into 48 parts. The curve shows in how many of its plays each part was heard.",
            )}
          </dd>
        </div>
        <div className="sm:col-span-2 sm:grid sm:grid-cols-subgrid">
          <dt className="font-semibold">{t("Sources")}</dt>
          <dd className="max-w-prose">
            {t(
              "The site that led to your page, as far as the browser says; never which page of it. Add “?utm_source=flyer” to your address where you share it, and “flyer” stands here. The page says the same of a form that is sent from it, unless its sender has scripts off or asks not to be tracked: those sign-ups and booking requests stand under “{untold}”.",
              { untold: untoldName() },
            )}
          </dd>
        </div>
        <div className="sm:col-span-2 sm:grid sm:grid-cols-subgrid">
          <dt className="font-semibold">{t("Left out")}</dt>
          <dd className="max-w-prose">
            {t(
              "Your own visits while you are signed in, robots, browsers without scripts, and everybody whose browser asks not to be tracked (Do Not Track, Global Privacy Control). Only what they send you by a form counts. No cookies are set, no address is stored, and nobody else learns any of this.",
            )}
          </dd>
        </div>
      </dl>
      <TimeZone numbers={numbers} />
    </Card>
  );
}

function TimeZone({ numbers: { timeZone, isZoneKnown } }: { numbers: OwnNumbers }) {
  const fetcher = useFetcher<typeof action>();
  const toast = useToast();
  const { submit } = fetcher;
  const here = useBrowserZone(timeZone);
  // Most musicians never need to know: the first device that looks says when their days begin.
  useEffect(() => {
    if (isZoneKnown) return;
    const { timeZone: time_zone } = Intl.DateTimeFormat().resolvedOptions();
    submit({ intent: "set-first-time-zone", time_zone }, { method: "post", action: "/analytics" });
  }, [isZoneKnown, submit]);
  useAnswer(fetcher.data, (answer) => {
    const failure = isNothingDone(answer) && failureText(answer, t(zoneFailure));
    if (failure && isZoneKnown) toast.error(failure);
  });
  return (
    <div className="mt-5 flex flex-wrap items-center gap-x-4 gap-y-2 border-line border-t pt-4 text-sm">
      <p>
        <Rich
          text="Your days begin at midnight in {zone}."
          parts={{ zone: <strong>{zoneText(timeZone)}</strong> }}
        />
      </p>
      {isZoneKnown && here !== todaysZone(timeZone) && (
        <fetcher.Form method="post" action="/analytics">
          <input type="hidden" name="intent" value="set-time-zone" />
          <input type="hidden" name="time_zone" value={here} />
          <Button type="submit" variant="secondary" pending={fetcher.state !== "idle"}>
            {t("Use {zone} from now on", { zone: zoneText(here) })}
          </Button>
        </fetcher.Form>
      )}
    </div>
  );
}
