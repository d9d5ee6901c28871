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

/** Where Debian keeps a font as wide as Arial, which nearly every visitor's device has and a bare machine lacks. */
const commonFont = "/usr/share/fonts/truetype/liberation";

/**
 * The path of a Chromium: an installed one first, else the system's package, else the test tool's own download.
 * On Debian, a common font comes with it. Run it once before the journeys; it may take a minute on a fresh machine.
 */
export function ensureChromium(): string {
  const found = findChromium();
  const isDebianRoot = process.getuid?.() === 0 && existsSync("/usr/bin/apt-get");
  if (isDebianRoot) {
    const missing = [...(found ? [] : ["chromium"]), ...(existsSync(commonFont) ? [] : ["fonts-liberation"])];
    if (missing.length > 0) installPackages(missing);
  } else if (!found) {
    const command = join(import.meta.dirname, "..", "..", "node_modules", "playwright-core", "cli.js");
    execFileSync(process.execPath, [command, "install", "chromium"], { stdio: "inherit", timeout: 600_000 });
  }
  const brought = findChromium();
  if (!brought)
    throw new Error("No Chromium was found and none could be installed. Install the package chromium.");
  return brought;
}

function installPackages(names: string[]): void {
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
