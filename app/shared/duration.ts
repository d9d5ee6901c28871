/** Seconds as m:ss; 0:00 when unknown. [2 §9] */
export function formatDuration(seconds: number | null | undefined): string {
  const whole = Math.max(0, Math.floor(seconds ?? 0));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

/**
 * Seconds of a time as people write it: 1:15, 62:05 or 1:02:05. Null for anything else.
 */
export function parseDuration(text: string): number | null {
  const [, hours = "0", minutes = "", seconds = ""] =
    /^\s*(?:(\d{1,2}):(?=\d\d:))?(\d{1,3}):([0-5]\d)\s*$/.exec(text) ?? [];
  if (minutes === "" || (hours !== "0" && Number(minutes) > 59)) return null;
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
}
