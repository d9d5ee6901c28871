import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";
import { serverOnly } from "./server/server-only.ts";
import { stageScripts } from "./server/stage-scripts.ts";

export default defineConfig({
  plugins: [serverOnly(), stageScripts(), tailwindcss(), reactRouter()],
  resolve: { alias: { "~": `${import.meta.dirname}/app` } },
  build: { assetsInlineLimit: 0, target: "es2022" },
  clearScreen: false,
});
