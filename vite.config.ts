import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig, type Plugin } from "vite";

/**
 * Fails the build when code for the browser reaches `server/` or a `*.server.ts` module.
 * React Router itself checks only the suffix; the folder needs this.
 */
function keepServerCodeOutOfTheBrowser(): Plugin {
  return {
    name: "handbill:server-only",
    enforce: "pre",
    applyToEnvironment: (environment) => environment.name === "client",
    async resolveId(source, importer, options) {
      const resolved = await this.resolve(source, importer, { ...options, skipSelf: true });
      const path = resolved?.id.split("?")[0] ?? "";
      if (path.startsWith(`${import.meta.dirname}/server/`) || /\.server\.tsx?$/.test(path)) {
        this.error(`${importer ?? "the browser's entry"} imports ${source}, which is for the server only`);
      }
      return null;
    },
  };
}

export default defineConfig({
  plugins: [keepServerCodeOutOfTheBrowser(), tailwindcss(), reactRouter()],
  resolve: { alias: { "~": `${import.meta.dirname}/app` } },
  build: { assetsInlineLimit: 0, target: "es2022" },
  clearScreen: false,
});
