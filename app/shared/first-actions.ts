import { msg } from "./t.ts";
/** What an artist may offer a fan first, each with the words it is shown under, in the order it is offered. */
export const firstActions = {
  none: msg("Nothing special"),
  play: msg("Play the latest"),
  show: msg("The next show"),
  link: msg("A link"),
} as const;

export type FirstAction = keyof typeof firstActions;

/** The longest text of the link. */
export const firstLabelLimit = 40;

/** What of it may stand in other languages as well. */
export const translatedColumns = { lines: { first_action_label: firstLabelLimit } };
