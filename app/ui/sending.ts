import type { DataStrategyResult, MiddlewareFunction } from "react-router";

/** The number of forms on their way. */
let sent = 0;

/** Whether a form is on its way. Where its answer leads on, the router forgets that for a reload that begins meanwhile. */
export const isSending = () => sent > 0;

/** Counts the forms on their way, in the browser. */
export const countSending: MiddlewareFunction<Record<string, DataStrategyResult>> = async (
  { request },
  goOn,
) => {
  if (request.method === "GET") return goOn();
  sent += 1;
  try {
    return await goOn();
  } finally {
    sent -= 1;
  }
};
