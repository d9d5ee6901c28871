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
 * Debian's Chromium without windows: the same engine, which opens a page for half the processor time of the browser that
 * has them and doesn't show them.
 */
const withoutWindows = { file: "/usr/bin/chromium-headless-shell", package: "chromium-headless-shell" };

/** Where Debian keeps a font as wide as Arial, which nearly every visitor's device has and a bare machine lacks. */
const commonFont = "/usr/share/fonts/truetype/liberation";

/**
 * The path of a Chromium: an installed one first, else the system's package, else the test tool's own download.
 * On Debian, a common font comes with it. Run it once before the journeys; it may take a minute on a fresh machine.
 */
export function ensureChromium(): string {
  const found = findChromium();
  if (isDebianRoot()) installMissing({ chromium: found, "fonts-liberation": existsSync(commonFont) });
  else if (!found) {
    const command = join(import.meta.dirname, "..", "..", "node_modules", "playwright-core", "cli.js");
    execFileSync(process.execPath, [command, "install", "chromium"], { stdio: "inherit", timeout: 600_000 });
  }
  const brought = findChromium();
  if (!brought)
    throw new Error("No Chromium was found and none could be installed. Install the package chromium.");
  return brought;
}

/** Installs what the journeys' browser is, once before them: the one without windows where there is one. */
export function prepareJourneyBrowser(): void {
  // Older systems have no such package, and do with the whole browser.
  tryToInstall({
    [withoutWindows.package]: existsSync(withoutWindows.file),
    "fonts-liberation": existsSync(commonFont),
  });
  journeyBrowser();
}

/** Installs packages on a Debian that may be changed. Elsewhere, and when it fails, what isn't there stays away. */
export function tryToInstall(packages: Record<string, boolean>): void {
  if (!isDebianRoot()) return;
  try {
    installMissing(packages);
  } catch {
    // The system has no such package, or no network.
  }
}

/** The path of the browser that the journeys drive. */
export function journeyBrowser(): string {
  return existsSync(withoutWindows.file) ? withoutWindows.file : ensureChromium();
}

function isDebianRoot(): boolean {
  return process.getuid?.() === 0 && existsSync("/usr/bin/apt-get");
}

/** Takes of each package whether it is there. */
function installMissing(packages: Record<string, unknown>): void {
  const names = Object.keys(packages).filter((name) => !packages[name]);
  if (names.length === 0) return;
  const options: ExecFileSyncOptions = {
    stdio: ["ignore", "ignore", "inherit"],
    timeout: 600_000,
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
  };
  execFileSync("apt-get", ["update"], options);
  execFileSync("apt-get", ["install", "-y", "--no-install-recommends", ...names], options);
}

function findChromium(): string | undefined {
  return [...installed, chromium.executablePath()].find((path) => path !== "" && existsSync(path));
}
