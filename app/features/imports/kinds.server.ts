import type { ImportKind } from "#server/import-kinds.ts";

const found = import.meta.glob<Record<string, ImportKind>>("../*/imports.server.ts", {
  eager: true,
  import: "importKinds",
});

/** Every kind of rows that can be brought in, by its name: each feature's `imports.server.ts`. */
export const importKinds: Readonly<Record<string, ImportKind>> = Object.assign({}, ...Object.values(found));
