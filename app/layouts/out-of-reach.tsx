import { useEffect, useEffectEvent } from "react";
import { type DataStrategyResult, useLocation, useMatches, useNavigate, useNavigation } from "react-router";
import { asksServer, lostText, stayWhenOffline } from "~/shared/connection";
import { t } from "~/shared/t";
import { useToast } from "~/ui/toasts";
import { screen } from "./stay-when-out-of-reach.ts";

/** Screens whose code could not be had: the router waits for it for good, and only a new document leads there. */
const codeless = new Set<string>();

const pathOf = (address: string) => address.replace(/\?.*/, "");

/** A screen that loads updates by itself says it once in this time. */
const toastMs = 5_000;
/** How long trying again is offered. */
const againMs = 10_000;

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
    screen.shown = { path: pathname + search, results: Object.fromEntries(results) };
    return () => {
      screen.shown = undefined;
    };
  }, [pathname, search, matches]);
  /** Leads somewhere by a new document, once it is certain that one comes. */
  const leadTo = useEffectEvent(async (path: string) => {
    try {
      await fetch(path, { method: "HEAD" });
      window.location.assign(path);
    } catch {
      screen.showProblem?.(lostText(), path);
      // Ends the navigation.
      await navigate(screen.shown?.path ?? pathname + search, { replace: true });
    }
  });
  useEffect(() => {
    screen.next = goal && goal.pathname + goal.search;
    if (screen.next !== undefined && codeless.has(pathOf(screen.next))) void leadTo(screen.next);
  }, [goal]);
  useEffect(() => {
    // The router loads a document anew when it can't get the code of the next screen.
    const seeReload = (event: NavigateEvent) => {
      const next = screen.next ?? screen.going;
      const isLeaving = next !== undefined && next !== screen.shown?.path;
      // Where the code fails after the data, the router is back on this screen by then.
      const wanted = isLeaving || event.userInitiated ? next : screen.failed;
      if (event.navigationType !== "reload" || !asksServer(event)) return;
      if (wanted === undefined || wanted === screen.shown?.path) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      codeless.add(pathOf(wanted));
      if (isLeaving) void leadTo(wanted);
    };
    const leaving = new AbortController();
    window.navigation?.addEventListener("navigate", seeReload, leaving);
    stayWhenOffline(() => toast.error(lostText()), leaving);
    return () => leaving.abort();
  }, [toast]);
  useEffect(() => {
    let lastAt = Number.NEGATIVE_INFINITY;
    let closeLast = () => {};
    screen.showProblem = (message, wanted) => {
      if (!wanted && performance.now() - lastAt < toastMs) return;
      lastAt = performance.now();
      const action = wanted && { text: t("Try again"), onPress: () => void navigate(wanted) };
      closeLast();
      closeLast = toast.show({ type: "error", message, ...(action && { duration: againMs, action }) });
    };
    return () => {
      screen.showProblem = undefined;
    };
  }, [toast, navigate]);
  return null;
}
