import { data, isRouteErrorResponse, type ShouldRevalidateFunctionArgs } from "react-router";
import { isOffline, lostText } from "./connection.ts";
import { type Failed, isNothingDone, type NothingDone } from "./nothing-done.ts";
import { signedOutText } from "./sign-in-again.ts";
import { t } from "./t.ts";

export { type Failed, isNothingDone, type NothingDone };

export interface FailureTexts {
  failed(reason: string): string;
  /** Instead of `failed` where the reason is unknown. */
  unexpected?: string;
  /** The text when the user hasn't signed in again after the session's end. */
  signedOut: string;
}

/**
 * For a screen's `clientAction`, so that the screen stays as it is when an action fails unexpectedly, and can say so
 * itself, instead of giving way to the error screen with all that was typed.
 * @param texts where the specification has words for it
 */
export async function answerOrFailed<Answer>(serverAction: () => Promise<Answer>, texts?: FailureTexts) {
  try {
    return await serverAction();
  } catch (error) {
    if (error instanceof Response) throw error; // a redirect
    const status = isRouteErrorResponse(error) ? error.status : 503;
    if (status === 401) return failure(status, texts?.signedOut ?? t(signedOutText));
    // An account that lost the right gets that text: it isn't the action that has failed.
    if (texts) return failure(status, textOf(error, texts));
    const isTold = status === 403 || (error instanceof TypeError && isOffline());
    return failure(status, isTold ? reasonOf(error) : undefined);
  }
}

/** The status keeps the routes above from being asked anew, which would end on the error screen after all. */
function failure(status: number, text: string | undefined) {
  const failed: Failed = { failed: true, ...(text && { text }) };
  return data(failed, { status });
}

function textOf(error: unknown, texts: FailureTexts): string {
  const reason = reasonOf(error);
  if (reason === undefined)
    return (
      texts.unexpected ??
      texts.failed(t("something unexpected happened. Please try again.|after the name of what failed"))
    );
  return texts.failed(reason);
}

/** The server's own words where it had some. */
function reasonOf(error: unknown): string | undefined {
  if (!isRouteErrorResponse(error)) return error instanceof TypeError ? lostText() : undefined;
  const text: unknown = Object(error.data).text;
  return typeof text === "string" ? text : undefined;
}

/**
 * For the `shouldRevalidate` of a screen with `answerOrFailed`: asking a server that is out of reach once more would
 * lose the screen after all. After a refusal it is asked, because the refusal may rest on rows that have changed since.
 */
export function unlessFailed({ actionResult }: ShouldRevalidateFunctionArgs): boolean {
  return !isNothingDone(actionResult) || "refused" in actionResult;
}

/**
 * The toast's text for an action that did nothing: the server's text about the whole form, unless the server failed;
 * then `failure`, the documented text. Undefined when there is something to mend in a field instead.
 */
export function failureText(answer: NothingDone, failure: string): string | undefined {
  if ("failed" in answer) return answer.text ?? failure;
  const { form, ...fields } = answer.refused.errors;
  return form ?? (Object.keys(fields).length > 0 ? undefined : failure);
}
