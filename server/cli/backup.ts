import { backup } from "../backup/backup.ts";
import type { Manifest } from "../backup/tables.ts";
import { type Command, megabytes, printLine, required } from "./command.ts";
import { writeWhole } from "./write-whole.ts";

export const backupCommand: Command = {
  usage: "backup --to FILE.zip",
  summary: "Writes database and files into one archive, while the server runs or without it.",
  more: "The file appears under its name when it is whole. It is never written over another.",
  options: { to: { type: "string" } },
  async run({ db, storage, declarations }, options) {
    const to = required(options, "to");
    const made = Promise.withResolvers<Manifest>();
    const bytes = await writeWhole(
      to,
      backup({ loginUrl: db.loginUrl, storage, declarations }, made.resolve),
    );
    const { tables, files, missing } = await made.promise;
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    printLine(`${to}: ${megabytes(bytes)} MB`);
    printLine(
      `${rows} rows of ${tables.length} tables, ${files.count} files with ${megabytes(files.bytes)} MB`,
    );
    for (const path of missing) printLine(`  missing: ${path}`);
    if (missing.length > 0) printLine(`${missing.length} files were gone already`);
    return missing.length > 0 ? 3 : 0;
  },
};
