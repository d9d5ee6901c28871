import {
  type DataStrategyResult,
  isRouteErrorResponse,
  type MiddlewareFunction,
  redirect,
} from "react-router";
import { lostText } from "~/shared/connection";
import { signInPath } from "~/shared/return-path";
import { hasAccount } from "~/shared/sign-in-again";
import { t } from "~/shared/t";
import { hasUnsaved } from "~/ui/leave-guard";
import { shownError } from "./public-error.ts";

// A server out of reach costs no user their screen: the wanted screen can't load, the current one stays. [1 §8]
// Nor does a session's end, nor an admin's action on the account; nor a fault of the server's where something typed would go.

type Results = Record<string, DataStrategyResult>;

/** What React knows of the screen, for the middleware, which runs beside it. */
export const screen: {
  /** The current screen. */
  shown?: { path: string; results: Results };
  /** The address of the navigation under way. */
  next?: string;
  /** The address that the router is loading, which it knows before React does. */
  going?: string;
  /** The last address whose data didn't come. Its code may fail later than they. */
  failed?: string;
  /**
   * Says why the screen stays; for a request without a press behind it, not every time.
   * @param wanted the address that was asked for by a press, to be tried again
   */
  showProblem?: (text: string, wanted?: string) => void;
} = {};

/** The time that React may take to report the navigation under way: a busy phone needs a while. */
const settleMs = 1_000;
const lookEveryMs = 20;

/** In the browser alone. Instead of failing, a navigation leads back to where one is, and a refresh changes nothing. */
export const stayWhenOutOfReach: MiddlewareFunction<Results> = async ({ request }, goOn) => {
  if (request.method !== "GET") return goOn();
  const { pathname, search } = new URL(request.url);
  const requestedAddress = pathname + search;
  screen.going = requestedAddress;
  const results = await goOn();
  if (screen.going === requestedAddress) screen.going = undefined;
  const hindrance = hindranceIn(results);
  if (!hindrance) return results;
  const isLeaving = requestedAddress !== screen.shown?.path;
  if (isLeaving) screen.failed = requestedAddress;
  if (hindrance.kind === "signed-out" && !hasAccount()) throw redirect(signInPath(requestedAddress));
  // Where one goes, that screen says it.
  if (isLeaving && hindrance.kind === "refused") return results;
  if (isLeaving && hindrance.kind === "fault" && !hasUnsaved()) return results;
  const isKnown = () => requestedAddress === screen.shown?.path || requestedAddress === screen.next;
  for (let waited = 0; waited < settleMs && !isKnown() && !request.signal.aborted; waited += lookEveryMs) {
    await new Promise((resolve) => setTimeout(resolve, lookEveryMs));
  }
  const { shown } = screen;
  if (!shown || request.signal.aborted) return results;
  if (requestedAddress === shown.path) {
    screen.showProblem?.(hindrance.text);
    return shown.results;
  }
  if (requestedAddress !== screen.next) return results;
  screen.showProblem?.(hindrance.text, requestedAddress);
  // The current screen asks the server once more, and stays.
  throw redirect(shown.path, { headers: { "X-Remix-Replace": "true" } });
};

interface Hindrance {
  kind: "out-of-reach" | "signed-out" | "refused" | "fault";
  text: string;
}

/** The reason a screen's data didn't come that is no fault of the screen's. */
function hindranceIn(results: Results): Hindrance | undefined {
  for (const { type, result } of Object.values(results)) {
    const found = type === "error" && hindranceOf(result);
    if (found) return found;
  }
  return undefined;
}

function hindranceOf(error: unknown): Hindrance | undefined {
  if (error instanceof Response) {
    return error.headers.get("Location") === "/suspended"
      ? { kind: "refused", text: t("Your account is suspended.") }
      : undefined;
  }
  if (isRouteErrorResponse(error)) {
    // Whatever stands before the server and can't reach it either.
    if (error.status === 502 || error.status === 504) return { kind: "out-of-reach", text: lostText() };
    if (error.status === 401) return { kind: "signed-out", text: t("You are signed out. Sign in to go on.") };
    const seen = shownError(error);
    const text = seen.kind === "refusal" ? seen.text : undefined;
    if (error.status >= 500)
      return {
        kind: "fault",
        text: text ?? t("Something unexpected happened on the server. What you have typed is still here."),
      };
    if (error.status !== 403) return undefined;
    return { kind: "refused", text: text ?? t("This page isn't for your account.") };
  }
  return error instanceof TypeError && /fetch|network|load failed/i.test(error.message)
    ? { kind: "out-of-reach", text: lostText() }
    : undefined;
}
