/** A count of each of the last days as a small curve. It says nothing to a screen reader: the words beside it do. */
export function WeekCurve({ counts, className }: { counts: readonly number[]; className: string }) {
  const top = Math.max(1, ...counts);
  const last = Math.max(1, counts.length - 1);
  const points = counts.map((count, day) => `${(day / last) * 100} ${38 - (count / top) * 36}`);
  return (
    <svg aria-hidden="true" viewBox="0 0 100 40" preserveAspectRatio="none" className={className}>
      <path d={`M0 40L${points.join("L")}L100 40Z`} className="fill-sunken" />
      <path
        d={`M${points.join("L")}`}
        vectorEffect="non-scaling-stroke"
        strokeWidth="2"
        strokeLinejoin="round"
        className="fill-none stroke-primary"
      />
    </svg>
  );
}
