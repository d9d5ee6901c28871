import { exportAccount } from "../backup/export.ts";
import { createSite } from "../site-settings.ts";
import { accountNamed, type Command, megabytes, printLine, required } from "./command.ts";
import { writeWhole } from "./write-whole.ts";

export const exportCommand: Command = {
  usage: "export --email ADDRESS --to FILE.zip",
  summary: "Writes everything of one musician's into an archive: rows, messages, files.",
  options: { email: { type: "string" }, to: { type: "string" } },
  async run(parts, options) {
    const account = await accountNamed(parts.db, required(options, "email"));
    const to = required(options, "to");
    const { visitOf } = await import("./visit.ts");
    const archive = exportAccount(
      { ...parts, site: createSite(parts) },
      account.id,
      new Date(),
      await visitOf(parts),
    );
    const bytes = await writeWhole(to, archive);
    printLine(`${to}: ${megabytes(bytes)} MB`);
    return 0;
  },
};
