import { spawnSync } from "node:child_process";
import { join } from "node:path";

const root = join(import.meta.dirname, "..");

/** The checks that need nothing running, the quickest first. */
export const checks = [
  { name: "import directions", command: ["node", "tests/import-directions.ts"] },
  { name: "scripts of public pages", command: ["node", "tests/public-scripts.ts"] },
  {
    name: "lint and format",
    command: ["biome", "ci", "--error-on-warnings", "--reporter=concise", "--colors=off"],
  },
  { name: "translations", command: ["node", "tests/translations.ts"] },
  { name: "types of the routes", command: ["react-router", "typegen"] },
  { name: "types", command: ["tsc", "--noEmit"] },
  { name: "unused code and dependencies", command: ["knip", "--no-config-hints"] },
];

/** Runs one check. @returns what it had to say, undefined when it passed */
export function complaintOf({ command: [name = "", ...rest] }: { command: string[] }): string | undefined {
  const { status, stdout, stderr } = spawnSync(name, rest, { cwd: root, encoding: "utf8" });
  return status === 0 ? undefined : `${stdout ?? ""}${stderr ?? ""}`.trim() || `it ended with ${status}`;
}

if (import.meta.main) {
  for (const check of checks) {
    const complaint = complaintOf(check);
    if (complaint === undefined) continue;
    process.stderr.write(`${check.name}:\n${complaint}\n`);
    process.exitCode = 1;
  }
}
