import { z } from "zod";
import { orderField } from "~/shared/fields";
import { msg, t } from "~/shared/t";

/** For how long what was deleted can be brought back. */
export const keptDays = 30;
export const itemsPerPage = 100;

export const recentlyDeletedSchema = z.discriminatedUnion("intent", [
  // As many as a form has room for: what was deleted with one press comes back with one.
  z.object({ intent: z.literal("restore"), ids: orderField.pipe(z.array(z.uuid()).min(1).max(20_000)) }),
  z.object({ intent: z.literal("purge"), id: z.uuid() }),
  // Its `id` is the moment up to which it is emptied: what another tab has deleted since then stays.
  z.object({ intent: z.literal("empty"), id: z.iso.datetime() }),
]);

export type RecentlyDeletedAction = z.output<typeof recentlyDeletedSchema>;

/** What each kind is called, and what is said where something else stands in its place. */
export const kinds = {
  track: { name: msg("Track"), taken: msg("Your library has this file already") },
  photo: { name: msg("Photo"), taken: msg("Your gallery has this photo already") },
  video: { name: msg("Video"), taken: msg("Your page has this video already") },
  event: { name: msg("Event"), taken: msg("Your page has this event already") },
  link: { name: msg("Link"), taken: msg("Your page has this link already") },
  "social-link": { name: msg("Social link"), taken: msg("Your page has the same link already") },
  "payment-link": { name: msg("Support link"), taken: msg("Your page has the same link already") },
  "press-kit": {
    name: msg("Press kit"),
    taken: msg("There is another press kit by now: delete that one first"),
  },
} as const;

export type Kind = keyof typeof kinds;

export const loadFailure = msg("Failed to load what was deleted");
export const purgeFailure = msg("Failed to delete it for good");
export const goneText = msg("It isn't there any more: it was brought back already, or deleted for good.");

/** How it went with one item. */
export interface Restored {
  name: string;
  kind: Kind;
  /**
   * `moved`: its old address is another track's. `apart`: one of its releases is full. Otherwise why it stays where it is.
   */
  outcome: "back" | "moved" | "apart" | { kept: string };
}

/** What an item is called in a sentence: of all kinds, only a photo may be without words. */
export function nameOf({ name }: Pick<Restored, "name">): string {
  return name === "" ? t("The photo|begins a sentence") : t("“{name}”", { name });
}

/** The sentences that say how a restoration went: what is back, and what isn't. */
export function restoredTexts(items: readonly Restored[]): { undone?: string; kept?: string } {
  const back = items.filter(({ outcome }) => typeof outcome === "string");
  const [only] = back;
  const reasons = new Map<string, Restored[]>();
  for (const item of items) {
    if (typeof item.outcome === "string") continue;
    reasons.set(item.outcome.kept, [...(reasons.get(item.outcome.kept) ?? []), item]);
  }
  const kept = [...reasons].map(([reason, [first, ...others]]) =>
    first && others.length === 0
      ? t("{item}: {reason}.", { item: nameOf(first), reason })
      : t("{count, plural, one {# item} other {# items}}: {reason}.", { count: others.length + 1, reason }),
  );
  return {
    ...(only && { undone: back.length === 1 ? backText(only) : backTexts(back).join(" ") }),
    ...(kept.length > 0 && { kept: [t("Not brought back, and kept."), ...kept].join(" ") }),
  };
}

function backText(item: Restored): string {
  const name = nameOf(item);
  if (item.outcome === "moved")
    return t("{item} is back, at another address: a newer track has its old one", { item: name });
  if (item.outcome === "apart")
    return t("{item} is back, but not on a release that is full by now", { item: name });
  return t("{item} is back", { item: name });
}

function backTexts(items: readonly Restored[]): string[] {
  const moved = items.filter(({ outcome }) => outcome === "moved").length;
  const apart = items.filter(({ outcome }) => outcome === "apart").length;
  const text = t("{count, plural, one {# item is back.} other {# items are back.}}", { count: items.length });
  return [
    text,
    ...(moved > 0
      ? [t("{count} at another address, because newer tracks have the old ones.", { count: moved })]
      : []),
    ...(apart > 0 ? [t("{count} not on a release that is full by now.", { count: apart })] : []),
  ];
}
