import { killRounds } from "./kill-rounds.ts";

// node tests/durability/kill.ts [ROUNDS]: kills processes in the middle of writing and counts what was lost.

const report = await killRounds(Number(process.argv[2] ?? 40), (line) => process.stdout.write(`${line}\n`));
process.stdout.write(`${JSON.stringify(report)}\n`);
process.exitCode = report.lost.length === 0 && report.halves === 0 ? 0 : 1;
