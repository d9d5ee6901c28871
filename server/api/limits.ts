import type { LimitRule } from "../http/limits.ts";

/** Requests of one key: two a second on average, and some at once. */
export const keyLimit: LimitRule = { name: "api-key", tries: 600, windowSeconds: 300 };

/** Rows on a page of a list: unless asked otherwise, and at most. */
export const usualPage = 50;
export const largestPage = 100;

/** For how long the answer to an Idempotency-Key is kept. */
export const answerHours = 24;

/** The largest body; files travel another way. */
export const largestBody = 256 * 1024;
