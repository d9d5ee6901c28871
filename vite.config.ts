import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";
import { publicScripts } from "./server/public-scripts.ts";
import { serverOnly } from "./server/server-only.ts";

export default defineConfig({
  plugins: [serverOnly(), publicScripts(), tailwindcss(), reactRouter()],
  resolve: { alias: { "~": `${import.meta.dirname}/app` } },
  build: { assetsInlineLimit: 0, target: "es2022" },
  clearScreen: false,
});
