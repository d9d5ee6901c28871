import { isRouteErrorResponse } from "react-router";

/** The only data about an error that a browser gets: a text meant for people, or the id of a logged fault. */
export type PublicError = { text: string } | { requestId: string };

/** The error screen's content. */
export type ShownError =
  | { kind: "refusal"; status: number; text: string | undefined }
  | { kind: "fault"; requestId: string | undefined };

/**
 * Sorts what an error boundary caught. A refusal (4xx, or 503 with its text) is the server's answer; everything
 * else is a fault, whatever it carries.
 */
export function shownError(error: unknown): ShownError {
  if (!isRouteErrorResponse(error)) return { kind: "fault", requestId: undefined };
  const text = property(error.data, "text");
  if (error.status < 500 || text !== undefined) return { kind: "refusal", status: error.status, text };
  return { kind: "fault", requestId: property(error.data, "requestId") };
}

function property(data: unknown, name: "text" | "requestId"): string | undefined {
  if (typeof data !== "object" || data === null || !(name in data)) return undefined;
  const value: unknown = Reflect.get(data, name);
  return typeof value === "string" ? value : undefined;
}
