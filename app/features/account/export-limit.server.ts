import type { LimitRule } from "#server/http/limits.ts";

/** Each may be as large as the quota. */
export const exportsOfOne: LimitRule = { name: "export", tries: 5, windowSeconds: 3600 };
