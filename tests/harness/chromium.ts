import { type ExecFileSyncOptions, execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { chromium } from "playwright-core";

const installed = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/**
 * The path of a Chromium: an installed one first, else the system's package, else the test tool's own download.
 * Run it once before the journeys; it may take a minute on a fresh machine.
 */
export function ensureChromium(): string {
  const found = findChromium();
  if (found) return found;
  if (process.getuid?.() === 0 && existsSync("/usr/bin/apt-get")) {
    const options: ExecFileSyncOptions = { stdio: ["ignore", "ignore", "inherit"], timeout: 600_000 };
    execFileSync("apt-get", ["update"], options);
    execFileSync("apt-get", ["install", "-y", "--no-install-recommends", "chromium"], {
      ...options,
      env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    });
  } else {
    const command = join(import.meta.dirname, "..", "..", "node_modules", "playwright-core", "cli.js");
    execFileSync(process.execPath, [command, "install", "chromium"], { stdio: "inherit", timeout: 600_000 });
  }
  const brought = findChromium();
  if (!brought)
    throw new Error("No Chromium was found and none could be installed. Install the package chromium.");
  return brought;
}

function findChromium(): string | undefined {
  return [...installed, chromium.executablePath()].find((path) => path !== "" && existsSync(path));
}
