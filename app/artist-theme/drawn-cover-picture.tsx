import { drawnCover, drawnCoverSize } from "./drawn-cover.ts";

const inks = ["var(--primary)", "var(--accent)", "var(--muted)"];

/** A picture in the place of a cover: drawn from the artist's name, in the colours of the page. */
export function DrawnCover({ name, className }: { name: string; className: string }) {
  const { width, height } = drawnCoverSize;
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="xMidYMid slice"
      className={`bg-sunken ${className}`}
    >
      {drawnCover(name).map((d, ink) => (
        <path key={inks[ink]} fill={inks[ink]} d={d} />
      ))}
    </svg>
  );
}
