/** Seconds as m:ss; 0:00 when unknown. [2 §9] */
export function formatDuration(seconds: number | null | undefined): string {
  const whole = Math.max(0, Math.floor(seconds ?? 0));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}
