import type { ShouldRevalidateFunctionArgs } from "react-router";
import type { RefusedForm } from "./forms.ts";

/** What an action answers where it did nothing: with reasons, or because the server was out of reach or fell over. */
export type NothingDone = { refused: RefusedForm } | { failed: true };

/**
 * For a screen's `clientAction`, so that the screen stays as it is when an action fails unexpectedly, and can say so
 * itself, instead of giving way to the error screen with all that was typed.
 */
export async function answerOrFailed<Answer>(
  serverAction: () => Promise<Answer>,
): Promise<Answer | { failed: true }> {
  try {
    return await serverAction();
  } catch (error) {
    if (error instanceof Response) throw error; // a redirect
    return { failed: true };
  }
}

/**
 * For the `shouldRevalidate` of a screen with `answerOrFailed`: asking a server that is out of reach once more would
 * lose the screen after all. After a refusal it is asked, because what was refused may rest on what has changed since.
 */
export function unlessFailed({ actionResult }: ShouldRevalidateFunctionArgs): boolean {
  return !isNothingDone(actionResult) || "refused" in actionResult;
}

/** Did the action do nothing? */
export function isNothingDone(answer: unknown): answer is NothingDone {
  return typeof answer === "object" && answer !== null && ("refused" in answer || "failed" in answer);
}

/**
 * What a toast says of an action that did nothing: what the server said of the whole, unless it fell over; then
 * `failure`, the documented text. Undefined when there is something to mend in a field instead.
 */
export function failureText(answer: NothingDone, failure: string): string | undefined {
  if ("failed" in answer) return failure;
  const { form, ...fields } = answer.refused.errors;
  return form ?? (Object.keys(fields).length > 0 ? undefined : failure);
}
