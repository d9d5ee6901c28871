import * as player from "~/client/player";

/** Longer ago than this, a listener begins anew. */
const longestMs = 86_400_000;

interface Kept extends player.Place {
  /** As `Date.now()` has it. */
  at: number;
}

/** Each artist's pages have a place of their own, and so has each tab: two that play don't overwrite each other's. */
function key(): string {
  return `handbill:place:${location.pathname.split("/", 3).join("/")}`;
}

/** Has the place survive a reload, and the way to another of the artist's pages. */
export function keepPlace(): void {
  // A phone may end a page that is hidden, and says no more then.
  for (const type of ["pagehide", "visibilitychange"]) {
    addEventListener(type, () => {
      const place = player.place();
      try {
        if (place) sessionStorage.setItem(key(), JSON.stringify({ ...place, at: Date.now() } satisfies Kept));
        else sessionStorage.removeItem(key());
      } catch {
        // A browser may keep nothing.
      }
    });
  }
}

/**
 * Shows what this tab had on when the artist's page was left or reloaded, at rest.
 * @param current the page's own list of this name, which may have changed since; undefined where it has none
 */
export function takeUpPlace(current: (name: string) => player.PlayableList | undefined): void {
  try {
    const kept: Kept | null = JSON.parse(sessionStorage.getItem(key()) ?? "null");
    if (!kept || Date.now() - kept.at > longestMs) return;
    player.rest({ ...kept, list: current(kept.list.name) ?? kept.list });
  } catch {
    // Nothing was kept, or by another version.
  }
}

/** Rather than a reload, or the way back. */
export function isNewVisit(): boolean {
  return performance
    .getEntriesByType("navigation")
    .some((entry) => "type" in entry && entry.type === "navigate");
}
