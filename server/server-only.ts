import type { Plugin } from "vite";

/**
 * Fails the build when code for the browser reaches this folder or a `*.server.ts` module, however far around.
 * React Router itself checks only the suffix.
 */
export function serverOnly(): Plugin {
  return {
    name: "handbill:server-only",
    enforce: "pre",
    apply: "build",
    applyToEnvironment: (environment) => environment.name === "client",
    async resolveId(source, importer, options) {
      const resolved = await this.resolve(source, importer, { ...options, skipSelf: true });
      const path = resolved?.id.split("?")[0] ?? "";
      if (path.startsWith(`${import.meta.dirname}/`) || /\.server\.tsx?$/.test(path)) {
        this.error(`${importer ?? "the browser's entry"} imports ${source}, which is for the server only`);
      }
      return null;
    },
  };
}
