import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";
import { publicScripts } from "./server/public-scripts.ts";
import { serverOnly } from "./server/server-only.ts";

/**
 * What each first screen of the dashboard needs comes in a few files: left to itself, the bundler makes one of each set of
 * modules that the same routes share, more than a hundred. What the server has drawn and works by itself is late (ui/late.tsx),
 * and Zod comes with the first form.
 */
const chunks = [
  {
    // What says texts is used everywhere, and must not take Zod along.
    name: "react",
    test: /node_modules\/(react|react-dom|react-router|scheduler)\/|app\/shared\/t\.ts/,
    priority: 3,
  },
  {
    name: "forms",
    test: /node_modules\/zod\/|app\/shared\/(forms|fields|text-fields|plain-text)\.ts/,
    priority: 2,
  },
  {
    name: "dashboard",
    test: /app\/(entry\.client|root|layouts\/dashboard(-frame)?|pages\/(musician-home|dashboard\.route))\.tsx/,
    priority: 1,
  },
  {
    name: "late",
    test: /app\/(pages\/(musician-home-panels|share-page)|layouts\/(top-navigation|error-screen|no-script-notice)|features\/account\/(warnings|kept-notice)|ui\/confirm-notice)\.tsx/,
  },
  { name: "uploads", test: /app\/(ui\/(drop-zone|uploads)\.tsx|client\/send-file\.ts)/ },
];

export default defineConfig(({ command }) => ({
  plugins: [serverOnly(), publicScripts(), tailwindcss(), reactRouter()],
  resolve: { alias: { "~": `${import.meta.dirname}/app` } },
  build: {
    assetsInlineLimit: 0,
    target: "es2022",
    // Of the icons' 1,900 modules only those in use are read.
    rolldownOptions: { experimental: { lazyBarrel: true } },
  },
  environments: {
    client: {
      build: {
        // A list of all that each of them needs would stand in the first.
        modulePreload: false,
        rolldownOptions: { output: { codeSplitting: { groups: chunks } } },
      },
    },
  },
  // Of the icons only those in use: the whole library would take each process 30 MB.
  ssr: { noExternal: command === "build" ? ["lucide-react"] : [] },
  clearScreen: false,
}));
