import { useEffect, useState } from "react";
import { relativeTime, relativeTimeChangesAt } from "~/shared/relative-time";
import { useFormats } from "./formats.ts";

/** The time since a moment, kept up to date, with the moment itself in its tip. @param at ISO 8601 */
export function Age({ at }: { at: string }) {
  const { date, dateTime } = useFormats();
  const then = new Date(at);
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const next = relativeTimeChangesAt(new Date(at), now);
    if (!next) return;
    const timer = setTimeout(() => setNow(new Date()), Math.max(1000, next.getTime() - Date.now()));
    return () => clearTimeout(timer);
  }, [at, now]);
  return (
    // The clocks of the server and of the browser need not agree.
    <time
      dateTime={then.toISOString()}
      title={dateTime(then)}
      suppressHydrationWarning
      className="text-muted text-sm"
    >
      {relativeTimeChangesAt(then, now) ? relativeTime(then, now) : date(then)}
    </time>
  );
}
