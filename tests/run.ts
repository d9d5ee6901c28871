import { spawnSync } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { checks, complaintOf } from "./check.ts";

// Everything a change must pass, the fast first: a failing stage ends the run. The last line is the count.

const root = join(import.meta.dirname, "..");
const report = z.object({ numPassedTests: z.number(), numFailedTests: z.number(), success: z.boolean() });
const scratch = await mkdtemp(join(tmpdir(), "handbill-tests-"));
let passed = 0;
let failed = 0;

function runChecks(): void {
  for (const check of checks) {
    const complaint = complaintOf(check);
    if (complaint === undefined) passed++;
    else failed++;
    printLine(`${complaint === undefined ? "ok    " : "FAILED"} ${check.name}`);
    if (complaint !== undefined) printLine(complaint);
  }
}

async function runTests(project: string): Promise<void> {
  const outputFile = join(scratch, `${project}.json`);
  const { status } = spawnSync(
    "vitest",
    ["run", "--project", project, "--reporter=default", "--reporter=json", `--outputFile.json=${outputFile}`],
    { cwd: root, stdio: "inherit" },
  );
  const counted = await readFile(outputFile, "utf8").then(
    (text) => report.parse(JSON.parse(text)),
    () => ({ numPassedTests: 0, numFailedTests: 0, success: false }),
  );
  passed += counted.numPassedTests;
  failed += counted.numFailedTests;
  // A file that cannot even be loaded fails the run without a failed test.
  if (status !== 0 && counted.numFailedTests === 0) failed++;
}

function run(script: string, ...options: string[]): void {
  const { status } = spawnSync("node", [script, ...options], { cwd: root, stdio: "inherit" });
  if (status === 0) passed++;
  else failed++;
}

function printLine(line: string): void {
  process.stdout.write(`${line}\n`);
}

const stages: (() => void | Promise<void>)[] = [
  runChecks,
  () => runTests("unit"),
  () => runTests("browser"),
  () => run("server/build.ts"),
  () => runTests("db"),
  () => run("tests/public-scripts.ts", "--table"),
  () => runTests("journeys"),
];

for (const stage of stages) {
  try {
    await stage();
  } catch (error) {
    printLine(String(error));
    failed++;
  }
  if (failed > 0) break;
}
await rm(scratch, { recursive: true, force: true });
printLine(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
