import type { PublicComment } from "~/features/comments/public";
import { relativeTimeChangesAt } from "~/shared/relative-time";
import { todayEnds } from "~/shared/today";

/** When a page's text changes without a write: a comment's age, the next day's events. */
export function changesAt(comments: PublicComment[]): Date {
  const now = new Date();
  const changes = comments.map(({ createdAt }) => relativeTimeChangesAt(new Date(createdAt), now));
  return new Date(Math.min(...[todayEnds(now), ...changes].flatMap((at) => at?.getTime() ?? [])));
}
