import { collectOrphans } from "../files/orphans.ts";
import { type Command, megabytes, printLine } from "./command.ts";

export const sweep: Command = {
  usage: "sweep [--dry-run]",
  summary: "Removes stored files that nothing names any more, and lists what names a file that is gone.",
  more: "With --dry-run it removes nothing and says what it would. The server does the same at its start and every day.",
  options: { "dry-run": { type: "boolean" } },
  async run(parts, options) {
    const dryRun = options["dry-run"] === true;
    const report = await collectOrphans(parts, { dryRun });
    const would = dryRun ? "would be " : "";
    printLine(`${report.files} files, ${megabytes(report.bytes)} MB`);
    for (const path of report.removed) printLine(`  ${dryRun ? "to remove" : "removed"}: ${path}`);
    printLine(
      `${report.removed.length} named by nothing ${would}removed, ${megabytes(report.removedBytes)} MB`,
    );
    if (report.measured > 0) printLine(`${report.measured} sizes ${would}written down`);
    if (report.forgotten > 0) printLine(`${report.forgotten} lost pictures ${would}forgotten`);
    if (report.remade > 0) printLine(`${report.remade} copies that are gone ${would}made anew`);
    for (const { table, id, path } of report.missing)
      printLine(`  missing: ${path}, named by ${table} ${id}`);
    printLine(`${report.missing.length} missing`);
    return report.missing.length > 0 ? 3 : 0;
  },
};
