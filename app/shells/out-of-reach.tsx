import { useEffect } from "react";
import {
  type DataStrategyResult,
  isRouteErrorResponse,
  type MiddlewareFunction,
  redirect,
  useLocation,
  useMatches,
  useNavigation,
} from "react-router";
import { networkText } from "~/shared/action-answer";
import { useToast } from "~/ui/toasts";

// A server out of reach costs nobody the screen they are at: where they wanted to go can't come, what is there stays. [1 §8]

type Results = Record<string, DataStrategyResult>;

/** What is on the screen, for the middleware, which runs beside React. */
let shown: { path: string; results: Results } | undefined;
/** Where somebody is on the way to. */
let next: string | undefined;
/** Says that the server is out of reach; to whom nobody has asked for anything, not every time. */
let tell: ((isAsked: boolean) => void) | undefined;

/** As long as React may take to say where somebody is on the way to: a busy phone needs a while. */
const settleMs = 1_000;
const lookEveryMs = 20;

/** In the browser alone. Instead of failing, a navigation leads back to where one is, and a refresh changes nothing. */
export const stayWhenOutOfReach: MiddlewareFunction<Results> = async ({ request }, goOn) => {
  const results = await goOn();
  if (request.method !== "GET" || !isOutOfReach(results)) return results;
  const { pathname, search } = new URL(request.url);
  const asked = pathname + search;
  const isKnown = () => asked === shown?.path || asked === next;
  for (let waited = 0; waited < settleMs && !isKnown() && !request.signal.aborted; waited += lookEveryMs) {
    await new Promise((resolve) => setTimeout(resolve, lookEveryMs));
  }
  if (!shown || request.signal.aborted) return results;
  if (asked === shown.path) {
    tell?.(false);
    return shown.results;
  }
  if (asked !== next) return results;
  tell?.(true);
  // What is there asks the server once more, and stays.
  throw redirect(shown.path, { headers: { "X-Remix-Replace": "true" } });
};

function isOutOfReach(results: Results): boolean {
  return Object.values(results).some(({ type, result }) => {
    if (type !== "error") return false;
    // Whatever stands before the server and can't reach it either.
    if (isRouteErrorResponse(result)) return result.status === 502 || result.status === 504;
    return result instanceof TypeError && /fetch|network|load failed/i.test(result.message);
  });
}

/** A screen that looks for news by itself says it once in this time. */
const toastMs = 5_000;

/** Knows what is on the screen, and says why it stays. */
export function StayingScreen() {
  const toast = useToast();
  const { pathname, search } = useLocation();
  const matches = useMatches();
  const { location: goal } = useNavigation();

  useEffect(() => {
    const results = matches.flatMap(({ id, loaderData }): [string, DataStrategyResult][] =>
      loaderData === undefined ? [] : [[id, { type: "data", result: loaderData }]],
    );
    shown = { path: pathname + search, results: Object.fromEntries(results) };
    return () => {
      shown = undefined;
    };
  }, [pathname, search, matches]);
  useEffect(() => {
    next = goal && goal.pathname + goal.search;
  }, [goal]);
  useEffect(() => {
    let lastAt = Number.NEGATIVE_INFINITY;
    tell = (isAsked) => {
      if (!isAsked && performance.now() - lastAt < toastMs) return;
      lastAt = performance.now();
      toast.error(networkText);
    };
    return () => {
      tell = undefined;
    };
  }, [toast]);
  return null;
}
