import { useEffect, useEffectEvent } from "react";
import {
  type DataStrategyResult,
  isRouteErrorResponse,
  type MiddlewareFunction,
  redirect,
  useLocation,
  useMatches,
  useNavigate,
  useNavigation,
} from "react-router";
import { leavesDocument, lostText, stayWhenOffline } from "~/shared/connection";
import { signInPath } from "~/shared/return-path";
import { hasAccount } from "~/shared/sign-in-again";
import { useToast } from "~/ui/toasts";
import { shownError } from "./public-error.ts";

// A server out of reach costs no user their screen: the wanted screen can't load, the current one stays. [1 §8]
// Nor does a session's end, nor an admin's action on the account.

type Results = Record<string, DataStrategyResult>;

/** The current screen, for the middleware, which runs beside React. */
let shown: { path: string; results: Results } | undefined;
/** The address of the navigation under way. */
let next: string | undefined;
/** The address that the router is loading, which it knows before React does. */
let going: string | undefined;
/** Reports that the server is out of reach; for a request without a press behind it, not every time. */
let showProblem: ((text: string, isAsked: boolean) => void) | undefined;

/** The time that React may take to report the navigation under way: a busy phone needs a while. */
const settleMs = 1_000;
const lookEveryMs = 20;

/** In the browser alone. Instead of failing, a navigation leads back to where one is, and a refresh changes nothing. */
export const stayWhenOutOfReach: MiddlewareFunction<Results> = async ({ request }, goOn) => {
  if (request.method !== "GET") return goOn();
  const { pathname, search } = new URL(request.url);
  const requestedAddress = pathname + search;
  going = requestedAddress;
  const results = await goOn();
  if (going === requestedAddress) going = undefined;
  const hindrance = hindranceIn(results);
  if (!hindrance) return results;
  if (hindrance.kind === "signed-out" && !hasAccount()) throw redirect(signInPath(requestedAddress));
  // Where one goes, that screen says it.
  if (hindrance.kind === "refused" && requestedAddress !== shown?.path) return results;
  const isKnown = () => requestedAddress === shown?.path || requestedAddress === next;
  for (let waited = 0; waited < settleMs && !isKnown() && !request.signal.aborted; waited += lookEveryMs) {
    await new Promise((resolve) => setTimeout(resolve, lookEveryMs));
  }
  if (!shown || request.signal.aborted) return results;
  if (requestedAddress === shown.path) {
    showProblem?.(hindrance.text, false);
    return shown.results;
  }
  if (requestedAddress !== next) return results;
  showProblem?.(hindrance.text, true);
  // The current screen asks the server once more, and stays.
  throw redirect(shown.path, { headers: { "X-Remix-Replace": "true" } });
};

interface Hindrance {
  kind: "out-of-reach" | "signed-out" | "refused";
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
      ? { kind: "refused", text: "Your account is suspended." }
      : undefined;
  }
  if (isRouteErrorResponse(error)) {
    // Whatever stands before the server and can't reach it either.
    if (error.status === 502 || error.status === 504) return { kind: "out-of-reach", text: lostText() };
    if (error.status === 401) return { kind: "signed-out", text: "You are signed out. Sign in to go on." };
    const seen = shownError(error);
    if (error.status !== 403 || seen.kind !== "refusal") return undefined;
    return { kind: "refused", text: seen.text ?? "This page isn't for your account." };
  }
  return error instanceof TypeError && /fetch|network|load failed/i.test(error.message)
    ? { kind: "out-of-reach", text: lostText() }
    : undefined;
}

/** Screens whose code could not be had: the router waits for it for good, and only a new document leads there. */
const codeless = new Set<string>();

const pathOf = (address: string) => address.replace(/\?.*/, "");

/** A screen that loads updates by itself says it once in this time. */
const toastMs = 5_000;

/** Knows what is on the screen, and says why it stays. */
export function StayingScreen() {
  const toast = useToast();
  const { pathname, search } = useLocation();
  const matches = useMatches();
  const { location: goal } = useNavigation();
  const navigate = useNavigate();

  useEffect(() => {
    const results = matches.flatMap(({ id, loaderData }): [string, DataStrategyResult][] =>
      loaderData === undefined ? [] : [[id, { type: "data", result: loaderData }]],
    );
    shown = { path: pathname + search, results: Object.fromEntries(results) };
    return () => {
      shown = undefined;
    };
  }, [pathname, search, matches]);
  /** Leads somewhere by a new document, once it is certain that one comes. */
  const leadTo = useEffectEvent(async (path: string) => {
    try {
      await fetch(path, { method: "HEAD" });
      window.location.assign(path);
    } catch {
      showProblem?.(lostText(), true);
      // Ends the navigation.
      await navigate(shown?.path ?? pathname + search, { replace: true });
    }
  });
  useEffect(() => {
    next = goal && goal.pathname + goal.search;
    if (next !== undefined && codeless.has(pathOf(next))) void leadTo(next);
  }, [goal]);
  useEffect(() => {
    // The router loads a document anew when it can't get the code of the next screen.
    const seeReload = (event: NavigateEvent) => {
      const wanted = next ?? going;
      if (event.navigationType !== "reload" || !leavesDocument(event)) return;
      if (wanted === undefined || wanted === shown?.path) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      codeless.add(pathOf(wanted));
      void leadTo(wanted);
    };
    const leaving = new AbortController();
    window.navigation?.addEventListener("navigate", seeReload, leaving);
    stayWhenOffline(() => showProblem?.(lostText(), true), leaving);
    return () => leaving.abort();
  }, []);
  useEffect(() => {
    let lastAt = Number.NEGATIVE_INFINITY;
    showProblem = (text, isAsked) => {
      if (!isAsked && performance.now() - lastAt < toastMs) return;
      lastAt = performance.now();
      toast.error(text);
    };
    return () => {
      showProblem = undefined;
    };
  }, [toast]);
  return null;
}
