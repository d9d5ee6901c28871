import { join } from "node:path";
import { defineConfig } from "vitest/config";

const root = import.meta.dirname;

export default defineConfig({
  resolve: { alias: { "~": join(root, "app"), "#server": join(root, "server") } },
  test: {
    maxWorkers: 2,
    // Nothing may depend on the zone of the machine.
    env: { TZ: "UTC" },
    // Texts are put together as the server does it.
    setupFiles: [join(root, "server", "language.ts")],
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: ["{app,server,demo,release,tests}/**/*.test.{ts,tsx}"],
          exclude: ["**/*.{db,browser}.test.ts"],
          testTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          // Scripts for the browser, each in a page of its own without any server.
          name: "browser",
          include: ["app/**/*.browser.test.ts"],
          globalSetup: ["tests/harness/browser-setup.ts"],
          testTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: "db",
          include: ["{app,server,demo,tests}/**/*.db.test.ts"],
          globalSetup: ["tests/harness/global-setup.ts"],
          testTimeout: 60_000,
          // A database that is stopped after a test may take its time on a busy machine.
          hookTimeout: 60_000,
          expect: { poll: { timeout: 15_000 } },
        },
      },
      {
        extends: true,
        test: {
          // Not part of `npm test`: takes minutes, the repository's history, and an older PostgreSQL from npm.
          name: "upgrade",
          include: ["tests/upgrade/**/*.upgrade.ts"],
          globalSetup: ["tests/harness/global-setup.ts"],
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          // Makes a release and starts what came of it. Not part of `npm test`.
          name: "release",
          include: ["tests/release/*.release.ts"],
          fileParallelism: false,
          testTimeout: 900_000,
          hookTimeout: 1_800_000,
        },
      },
      {
        extends: true,
        test: {
          // Faults in the reference cluster: as root on Debian, with its packages. Not part of `npm test`.
          name: "cluster",
          include: ["tests/cluster/*.cluster.ts"],
          testTimeout: 3_600_000,
          hookTimeout: 600_000,
        },
      },
      {
        extends: true,
        test: {
          name: "journeys",
          include: ["tests/journeys/**/*.journey.ts"],
          globalSetup: ["tests/harness/journeys-setup.ts"],
          testTimeout: 240_000,
          hookTimeout: 240_000,
          // What a page shows may take its time on a busy machine.
          expect: { poll: { timeout: 15_000 } },
        },
      },
    ],
  },
});
