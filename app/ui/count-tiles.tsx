import type { LucideIcon } from "lucide-react";
import { useFormats } from "./formats.ts";

interface CountTile {
  icon: LucideIcon;
  label: string;
  count: number;
  /** Something waits here. */
  isCalling?: boolean;
}

/** The number of items of each kind, side by side over a list. */
export function CountTiles({ label, tiles }: { label: string; tiles: CountTile[] }) {
  const { number } = useFormats();
  return (
    <dl
      aria-label={label}
      className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,max(8rem,40%)),1fr))] gap-3 sm:auto-cols-fr sm:grid-flow-col sm:grid-cols-none"
    >
      {tiles.map(({ icon: Icon, label, count, isCalling = false }) => (
        <div
          key={label}
          className="flex min-w-0 flex-col justify-between gap-2 rounded-box border border-line bg-surface p-3 odd:last:col-span-full sm:p-4 sm:odd:last:col-span-1"
        >
          <dt className="flex flex-wrap items-center gap-1.5 hyphens-auto text-muted text-sm sm:gap-2">
            <Icon
              aria-hidden="true"
              className={`box-content size-4 shrink-0 rounded-box p-1.5 ${
                isCalling && count > 0 ? "bg-accent text-on-accent" : "bg-sunken text-foreground"
              }`}
            />
            {/* Beside the icon only if its longest word has room there. */}
            <span className="wrap-break-word min-w-min max-w-full flex-1">{label}</span>
          </dt>
          <dd className="font-bold text-2xl tabular-nums">{number(count)}</dd>
        </div>
      ))}
    </dl>
  );
}
