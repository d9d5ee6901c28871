import { useEffect, useState } from "react";
import { relativeTime, relativeTimeChangesAt } from "~/shared/relative-time";

/** The time since a moment, kept up to date. @param at ISO 8601 */
export function Age({ at }: { at: string }) {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const next = relativeTimeChangesAt(new Date(at), now);
    if (!next) return;
    const timer = setTimeout(() => setNow(new Date()), Math.max(1000, next.getTime() - Date.now()));
    return () => clearTimeout(timer);
  }, [at, now]);
  return (
    // The clocks of the server and of the browser need not agree.
    <time dateTime={new Date(at).toISOString()} suppressHydrationWarning className="text-muted text-sm">
      {relativeTime(new Date(at), now)}
    </time>
  );
}
