import type { RefusedForm } from "./forms.ts";

/** An action's answer when nothing was done: with reasons, or because the server was out of reach or failed. */
export type NothingDone = { refused: RefusedForm } | Failed;

export interface Failed {
  failed: true;
  /** The toast's text, where the documented text holds the reason. */
  text?: string;
}

/** Did the action do nothing? */
export function isNothingDone(answer: unknown): answer is NothingDone {
  return typeof answer === "object" && answer !== null && ("refused" in answer || "failed" in answer);
}
