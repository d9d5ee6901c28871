/** The number of waiting messages, as a small mark; nothing when there are none. */
export function UnreadMark({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <span className="inline-flex min-w-6 shrink-0 items-center justify-center rounded-full bg-danger-fill px-1.5 font-semibold text-on-danger text-xs tabular-nums">
      {countText(count)}
      <span className="sr-only">{unreadText(count).replace(/^\S+/, "")}</span>
    </span>
  );
}

/** Such as '3 unread messages'. */
export function unreadText(count: number): string {
  return `${countText(count)} unread ${count === 1 ? "message" : "messages"}`;
}

export function countText(count: number): string {
  return count > 99 ? "99+" : String(count);
}
