import { waveformOutline } from "~/shared/waveform";

/**
 * A track's shape, in whatever colour it stands in. Decoration: its words say the same.
 * @param done how much of it is drawn in full colour, from 0 to 1
 */
export function Waveform({
  waveform,
  done = 0,
  className = "",
}: {
  waveform: string;
  done?: number;
  className?: string;
}) {
  return (
    <span
      aria-hidden="true"
      style={{ clipPath: waveformOutline(waveform), "--done": `${done * 100}%` }}
      className={`block bg-linear-[to_right,var(--color-primary)_var(--done),var(--color-edge)_0] ${className}`}
    />
  );
}
