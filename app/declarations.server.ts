import { declarationsOf, type Feature } from "#server/features.ts";

const features = import.meta.glob<Feature>("./features/*/feature.server.ts", {
  eager: true,
  import: "default",
});

/** The statements of every feature's `feature.server.ts`, and of the server's own tables. */
export const declarations = declarationsOf(Object.values(features));
