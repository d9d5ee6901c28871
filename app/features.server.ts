import { declarationsOf, type Feature } from "#server/features.ts";

const features = import.meta.glob<Feature>("./features/*/feature.server.ts", {
  eager: true,
  import: "default",
});

/** What every feature says of itself in its `feature.server.ts`, and the server of its own tables. */
export const declarations = declarationsOf(Object.values(features));
