import { STATUS_CODES } from "node:http";
import { z } from "zod";
import { AppError } from "../errors.ts";
import { RefusedBody } from "./resource.ts";

/** An error as RFC 9457 has it. */
export const problemSchema = z.object({
  type: z.string().meta({ description: "The address of the kind of problem." }),
  title: z.string().meta({ description: "What the status means." }),
  status: z.int(),
  detail: z.string().meta({ description: "What was wrong this time, for people." }),
  errors: z
    .array(
      z.object({
        pointer: z.string().meta({ description: "The field, as a JSON Pointer in a fragment: #/title" }),
        detail: z.string(),
      }),
    )
    .optional(),
});

/** The kinds of problems, by the end of their `type`, with their status. */
export const problemKinds = [
  {
    kind: "invalid",
    status: 400,
    text: "The request can't be read: its body, its page's size or its cursor.",
  },
  { kind: "unauthenticated", status: 401, text: "There is no key, or it opens nothing, or not any more." },
  { kind: "forbidden", status: 403, text: "The key has no scope for this, or the account may not do it." },
  { kind: "not-found", status: 404, text: "There is no such address, or no such row of yours." },
  { kind: "not-allowed", status: 405, text: "The address knows other methods: see Allow." },
  { kind: "timeout", status: 408, text: "The body took too long." },
  { kind: "conflict", status: 409, text: "It can't be done as things are; the detail says why." },
  { kind: "precondition-failed", status: 412, text: "The row was changed since you read it." },
  { kind: "too-large", status: 413, text: "It is too much to send at once." },
  { kind: "unsupported-type", status: 415, text: "The body isn't sent as JSON." },
  { kind: "unprocessable", status: 422, text: "Fields were refused: errors names each with its reason." },
  { kind: "too-many", status: 429, text: "Too many requests: wait for Retry-After seconds." },
  {
    kind: "fault",
    status: 500,
    text: "Something is broken here. The operator finds it by the id in the detail.",
  },
  { kind: "unavailable", status: 503, text: "The database is out of reach: try again." },
  { kind: "disk-full", status: 507, text: "There is no room left." },
] as const;

export type Problem = z.output<typeof problemSchema>;

/**
 * What an error tells the client. An error that isn't meant for people hides behind the request's id.
 * @param origin the installation's, below which the kinds are described
 */
export function problemOf(error: unknown, { origin, requestId }: { origin: string; requestId: string }) {
  const { kind, status, detail, errors } = factsOf(error, requestId);
  const pointed = Object.entries(errors).map(([field, text]) => ({
    pointer: field === "" || field === "form" ? "#" : `#/${field}`,
    detail: text,
  }));
  return {
    type: `${origin}/api#problem-${kind}`,
    title: STATUS_CODES[status] ?? "Error",
    status,
    detail,
    ...(pointed.length > 0 && { errors: pointed }),
  } satisfies Problem;
}

function factsOf(error: unknown, requestId: string) {
  if (error instanceof RefusedBody) {
    return { kind: "unprocessable", status: 422, detail: error.message, errors: error.errors };
  }
  if (!(error instanceof AppError)) {
    return { kind: "fault", status: 500, detail: `Something went wrong (${requestId}).`, errors: {} };
  }
  const { kind, status, publicText: detail, field } = error;
  // A value that a command refuses is like one that the form refuses.
  if (field && kind === "invalid") {
    return { kind: "unprocessable", status: 422, detail, errors: { [field]: detail } };
  }
  return { kind, status, detail, errors: field ? { [field]: detail } : {} };
}
