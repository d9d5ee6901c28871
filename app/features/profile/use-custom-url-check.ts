import { useEffect, useState } from "react";
import { customUrlProblem } from "./schema.ts";

/** A musician who types pauses less long than this between two letters. */
const pauseMs = 350;

export type CustomUrlCheck = "checking" | "free" | "taken" | "failed";

/**
 * Whether a custom URL is free, asked for when the typing pauses. Undefined where there is nothing to ask: it is
 * empty, malformed, or this musician's already. An answer to an earlier question is never shown.
 */
export function useCustomUrlCheck(customUrl: string, own: string | null): CustomUrlCheck | undefined {
  const [answer, setAnswer] = useState<{ about: string; check: CustomUrlCheck }>();
  const isAsked = customUrl !== "" && customUrl !== own && customUrlProblem(customUrl) === undefined;

  useEffect(() => {
    if (!isAsked) return;
    const asking = new AbortController();
    const timer = setTimeout(async () => {
      const check = await fetchCheck(customUrl, asking.signal);
      if (!asking.signal.aborted) setAnswer({ about: customUrl, check });
    }, pauseMs);
    return () => {
      clearTimeout(timer);
      asking.abort();
    };
  }, [customUrl, isAsked]);

  if (!isAsked) return undefined;
  return answer?.about === customUrl ? answer.check : "checking";
}

async function fetchCheck(customUrl: string, signal: AbortSignal): Promise<CustomUrlCheck> {
  try {
    const answer = await fetch(`/profile/custom-url?url=${encodeURIComponent(customUrl)}`, { signal });
    if (!answer.ok) return "failed";
    const { isFree }: { isFree?: unknown } = await answer.json();
    return isFree === true ? "free" : "taken";
  } catch {
    return "failed";
  }
}
