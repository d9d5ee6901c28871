import type { Resource } from "#server/api/resource.ts";

/** What the API is about: each feature's `api.server.ts`, found by that name. */
export const apiResources: Resource[] = Object.values(
  import.meta.glob<Resource[]>("../../features/*/api.server.ts", { eager: true, import: "resources" }),
).flat();
