import { t } from "~/shared/t";

/** The number of waiting messages, as a small mark; nothing when there are none. */
export function UnreadMark({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <span className="inline-flex min-w-6 shrink-0 items-center justify-center rounded-full bg-danger-fill px-1.5 font-semibold text-on-danger text-xs tabular-nums">
      <span aria-hidden="true">{countText(count)}</span>
      <span className="sr-only">{unreadText(count)}</span>
    </span>
  );
}

/** Such as '3 unread messages'. */
export function unreadText(count: number): string {
  return t("{count, plural, one {{shown} unread message} other {{shown} unread messages}}", {
    ...{ count, shown: countText(count) },
  });
}

export function countText(count: number): string {
  return count > 99 ? "99+" : String(count);
}
