import { data, isRouteErrorResponse } from "react-router";
import type { RefusedForm } from "~/shared/forms";

const networkText =
  "Network connection failed. Please check your internet connection and server configuration.";
const unexpectedText = "something unexpected happened. Please try again.";

/**
 * Sends a form from the browser so that whatever goes wrong comes back as a refused form, under `form`: on an error
 * screen, or on the way to the sign-in page, what was typed would be gone. For a route's `clientAction`.
 * @param texts of a failure with its reason, and of a session that has ended
 */
export async function keepForm<Answer>(
  serverAction: () => Promise<Answer>,
  texts: { failed(reason: string): string; signedOut: string },
) {
  try {
    return await serverAction();
  } catch (error) {
    if (error instanceof Response) {
      if (error.headers.get("Location") !== "/signin") throw error;
      return refusal(texts.signedOut, 401);
    }
    return refusal(texts.failed(reasonOf(error)), isRouteErrorResponse(error) ? error.status : 503);
  }
}

/** Its status keeps the loaders from being asked again, which would end on the same error screen. */
function refusal(form: string, status: number) {
  const refused: RefusedForm = { errors: { form }, values: {} };
  return data({ refused }, { status });
}

/** The server's own words where it had some. */
function reasonOf(error: unknown): string {
  if (!isRouteErrorResponse(error)) return error instanceof TypeError ? networkText : unexpectedText;
  const said: unknown = Object(error.data).text;
  return typeof said === "string" ? said : unexpectedText;
}
