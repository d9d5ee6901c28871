import type { ReactNode } from "react";
import { formatDuration } from "~/shared/duration";
import type { Formats } from "~/shared/formats";
import { t } from "~/shared/t";
import { waveformOutline } from "~/shared/waveform";
import { useFormats } from "~/ui/formats";
import { type Bucket, bucketName } from "./days.ts";
import { trackParts } from "./kinds.ts";

/** The bars as text, for screen readers. */
function barsInWords(bars: { bucket: Bucket; count: number }[], name: string, formats: Formats): string {
  const most = bars.reduce((best, bar) => (bar.count > best.count ? bar : best));
  const all = bars.reduce((sum, { count }) => sum + count, 0);
  if (all === 0) return t("{name}: none in this time.", { name });
  return t("{name}: {count} in all, most on {day} with {most}.", {
    ...{ name, count: formats.number(all) },
    ...{ day: bucketName(most.bucket, formats), most: formats.number(most.count) },
  });
}

/** A count over time, as bars and, behind them, as a table. */
export function BarChart({ name, bars }: { name: string; bars: { bucket: Bucket; count: number }[] }) {
  const formats = useFormats();
  const top = roundUp(Math.max(1, ...bars.map(({ count }) => count)));
  const [first, last] = [bars[0], bars.at(-1)];
  const middle = bars.length > 6 ? bars[Math.floor(bars.length / 2)] : undefined;
  return (
    <figure>
      <div className="flex gap-2">
        <div
          aria-hidden="true"
          className="-my-2.5 flex shrink-0 flex-col justify-between text-end text-muted text-xs tabular-nums"
        >
          <span>{formats.number(top)}</span>
          {top % 2 === 0 && <span>{formats.number(top / 2)}</span>}
          <span>0</span>
        </div>
        <svg
          role="img"
          aria-label={barsInWords(bars, name, formats)}
          viewBox={`0 0 ${bars.length * 10} 100`}
          preserveAspectRatio="none"
          className="h-48 min-w-0 grow border-edge border-b sm:h-56 rtl:-scale-x-100"
        >
          {[0, 50].map((y) => (
            <path
              key={y}
              d={`M0 ${y}H${bars.length * 10}`}
              className="stroke-line"
              vectorEffect="non-scaling-stroke"
            />
          ))}
          {bars.map(({ bucket, count }, index) => (
            <g key={bucket.from} className="group">
              <title>{`${bucketName(bucket, formats)}: ${formats.number(count)}`}</title>
              <rect
                x={index * 10}
                y={0}
                width={10}
                height={100}
                className="fill-transparent group-hover:fill-sunken"
              />
              <rect
                x={index * 10 + 1}
                y={100 - (count / top) * 100}
                width={8}
                height={(count / top) * 100}
                className="fill-primary"
              />
            </g>
          ))}
        </svg>
      </div>
      <p aria-hidden="true" className="mt-1 flex justify-between text-muted text-xs">
        {[first, middle, last !== first ? last : undefined].map(
          (bar) =>
            bar && (
              <span key={bar.bucket.from}>
                {bucketName({ from: bar.bucket.from, to: bar.bucket.from }, formats, { isShort: true })}
              </span>
            ),
        )}
      </p>
      <Behind
        caption={name}
        columns={[bars[0]?.bucket.from === bars[0]?.bucket.to ? t("Day") : t("Days"), name]}
      >
        {bars.toReversed().map(({ bucket, count }) => (
          <tr key={bucket.from} className="border-line border-t">
            <th scope="row" className="py-1.5 pe-4 text-start font-normal">
              {bucketName(bucket, formats)}
            </th>
            <td className="py-1.5 text-end tabular-nums">{formats.number(count)}</td>
          </tr>
        ))}
      </Behind>
    </figure>
  );
}

/** To where the scale goes: a number one can halve and read. */
function roundUp(most: number): number {
  const step = 10 ** Math.floor(Math.log10(most));
  const tops = [1, 1.2, 1.6, 2, 3, 4, 5, 6, 8, 10].map((times) => times * step);
  return tops.find((top) => top >= most && Number.isInteger(top)) ?? most;
}

/** How far listeners get: the share of plays over the track's own waveform, and behind it a table. */
export function ListeningCurve({
  title,
  heard,
  seconds,
  waveform,
}: {
  title: string;
  /** The share of plays for every part, from 0 to 1. */
  heard: number[];
  seconds: number | null;
  waveform: string | null;
}) {
  const formats = useFormats();
  const line = heard.map((share, part) => `${part + 0.5} ${100 - share * 100}`);
  const outline = `M0 ${100 - (heard[0] ?? 0) * 100}L${line.join("L")}L${trackParts} ${100 - (heard.at(-1) ?? 0) * 100}`;
  const shownParts = heard.map((share, part) => ({ part, share })).filter(({ part }) => part % 4 === 0);
  const left = heard.findIndex((share) => share < 0.5);
  const at = (part: number) =>
    seconds ? formatDuration((part / trackParts) * seconds) : formats.percent(part / trackParts);
  const reached = { title, time: at(left), share: formats.percent(heard.at(-1) ?? 0) };
  return (
    <figure className="mt-2">
      <div className="relative h-20 border-edge border-b rtl:-scale-x-100">
        {waveform && (
          <span
            aria-hidden="true"
            style={{ clipPath: waveformOutline(waveform) }}
            className="absolute inset-0 bg-line"
          />
        )}
        <svg
          role="img"
          aria-label={t(
            left === -1
              ? "At least half of the plays reach the end of {title}."
              : "Half of the plays of {title} reach {time}; {share} reach the end.",
            reached,
          )}
          viewBox={`0 0 ${trackParts} 100`}
          preserveAspectRatio="none"
          className="relative size-full overflow-visible"
        >
          <path d={`${outline}V100H0Z`} className="fill-primary opacity-20" />
          <path d={outline} className="fill-none stroke-2 stroke-primary" vectorEffect="non-scaling-stroke" />
        </svg>
      </div>
      <figcaption className="mt-1 flex justify-between gap-4 text-muted text-xs">
        <span>0:00</span>
        <span className="text-center">
          {t(
            left === -1
              ? "At least half of the plays reach the end."
              : "Half of the plays reach {time}; {share} reach the end.",
            reached,
          )}
        </span>
        <span>{seconds ? formatDuration(seconds) : t("End|of a track")}</span>
      </figcaption>
      <Behind
        caption={t("How far people listen to {title}", { title })}
        columns={[t("At|a time within a track"), t("Share of the plays")]}
      >
        {shownParts.map(({ part, share }) => (
          <tr key={part} className="border-line border-t">
            <th scope="row" className="py-1.5 pe-4 text-start font-normal tabular-nums">
              {at(part)}
            </th>
            <td className="py-1.5 text-end tabular-nums">{formats.percent(share)}</td>
          </tr>
        ))}
      </Behind>
    </figure>
  );
}

/** The table behind a chart. */
function Behind({
  caption,
  columns: [first, second],
  children,
}: {
  caption: string;
  columns: [string, string];
  children: ReactNode;
}) {
  return (
    <details className="mt-1">
      <summary className="inline-flex min-h-11 items-center font-semibold text-sm underline">
        {t("Show as a table")}
      </summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling element must be reached by keyboard */}
      <section aria-label={caption} tabIndex={0} className="max-h-80 overflow-y-auto">
        <table className="w-full max-w-md text-sm">
          <caption className="sr-only">{caption}</caption>
          <thead>
            <tr>
              <th scope="col" className="py-1.5 pe-4 text-start">
                {first}
              </th>
              <th scope="col" className="py-1.5 text-end">
                {second}
              </th>
            </tr>
          </thead>
          <tbody>{children}</tbody>
        </table>
      </section>
    </details>
  );
}

/** Counts by name, the largest first, each with a bar: the list is its own table. */
export function Ranking({
  columns: [first, second],
  rows,
}: {
  columns: [string, string];
  rows: { name: string; count: number }[];
}) {
  const formats = useFormats();
  const most = Math.max(1, ...rows.map(({ count }) => count));
  return (
    <table className="w-full table-fixed text-sm">
      <thead className="text-muted">
        <tr>
          <th scope="col" className="pb-1 text-start font-medium">
            {first}
          </th>
          <th scope="col" className="w-28 pb-1 text-end font-medium">
            {second}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, count }) => (
          <tr key={name}>
            <th scope="row" className="py-0.5 text-start font-normal">
              <span className="relative flex min-h-9 items-center rounded-box px-2.5 py-1">
                <span
                  aria-hidden="true"
                  style={{ width: `${(count / most) * 100}%` }}
                  className="absolute inset-y-0 start-0 rounded-box bg-sunken"
                />
                <span dir="auto" className="relative wrap-anywhere">
                  {name}
                </span>
              </span>
            </th>
            <td className="py-0.5 text-end font-semibold tabular-nums">{formats.number(count)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
