import { importLimits } from "./import-limits.ts";

/**
 * Parsed JSON as far down as what is looked for lies, with lists and texts of bounded length: what is deeper is null, so that
 * no depth harms what works on the rest.
 */
export function pruned(value: unknown, depth = 10): unknown {
  if (typeof value === "string") return value.slice(0, importLimits.textLength);
  if (typeof value !== "object" || value === null) return value;
  if (depth === 0) return null;
  if (Array.isArray(value)) return value.slice(0, importLimits.rows).map((item) => pruned(item, depth - 1));
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, pruned(item, depth - 1)]));
}
