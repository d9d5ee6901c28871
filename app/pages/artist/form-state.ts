import type { RefusedForm } from "~/shared/forms";

/** The outcomes of a visitor's form. On the way back to the page one of these stands in a cookie. */
export const formOutcomes = ["posted", "pending", "subscribed", "known", "sent", "reminded"] as const;

export type FormOutcome = (typeof formOutcomes)[number];

/** The form that this visitor has just sent from the page, if any: it was refused, or it went through. */
export interface FormState {
  refused?: RefusedForm | undefined;
  outcome?: FormOutcome | undefined;
}

/** The form with this intent, where it was refused. */
export function refusedOf(intent: string, { refused }: FormState): RefusedForm | undefined {
  return refused?.values.intent === intent ? refused : undefined;
}

/**
 * The outcome, where it is one of those of a certain form. Beside a refused form, one is left over from an earlier
 * answer whose redirect the browser didn't follow.
 */
export function outcomeAmong<Own extends FormOutcome>(
  own: readonly Own[],
  { refused, outcome }: FormState,
): Own | undefined {
  return refused ? undefined : own.find((one) => one === outcome);
}
