import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";
import { publicScripts } from "./server/public-scripts.ts";
import { serverOnly } from "./server/server-only.ts";

/**
 * What each first screen of the dashboard needs comes in a few files: left to itself, the bundler makes one of each set of
 * modules that the same routes share, more than a hundred. Zod comes with the first form.
 */
const chunks = [
  { name: "react", test: /node_modules\/(react|react-dom|react-router|scheduler)\//, priority: 2 },
  { name: "zod", test: /node_modules\/zod\//, priority: 2 },
  {
    name: "dashboard",
    test: /app\/(root|layouts\/dashboard(-frame)?|pages\/(musician-home|dashboard\.route))\.tsx/,
    priority: 1,
  },
];

export default defineConfig(({ command }) => ({
  plugins: [serverOnly(), publicScripts(), tailwindcss(), reactRouter()],
  resolve: { alias: { "~": `${import.meta.dirname}/app` } },
  build: { assetsInlineLimit: 0, target: "es2022" },
  environments: { client: { build: { rolldownOptions: { output: { codeSplitting: { groups: chunks } } } } } },
  // Of the icons only those in use: the whole library would take each process 30 MB.
  ssr: { noExternal: command === "build" ? ["lucide-react"] : [] },
  clearScreen: false,
}));
