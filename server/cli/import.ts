import { openArchive } from "../backup/archive.ts";
import { importAccount } from "../backup/import.ts";
import { createLimits } from "../http/limits.ts";
import { createSemaphores } from "../semaphores.ts";
import { createSite } from "../site-settings.ts";
import { type Command, printLine, required, UsageError } from "./command.ts";

export const importCommand: Command = {
  usage: "import --from FILE.zip --email ADDRESS [--vouched]",
  summary:
    "Makes a new account of an archive that a musician took with them, and shows a link to set its password.",
  options: { from: { type: "string" }, email: { type: "string" }, vouched: { type: "boolean" } },
  async run(parts, options) {
    const email = required(options, "email").toLowerCase();
    if (!/^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(email)) throw new UsageError("--email must be an e-mail address.");
    await using archive = await openArchive(required(options, "from"));
    const { uploadKinds, resetByOperator } = parts.exports;
    const limits = createLimits(parts.db);
    const site = createSite(parts);
    const services = { ...parts, limits, semaphores: createSemaphores(), site, uploadKinds };
    const { taken, refused } = await importAccount(services, archive, email, {
      isVouchedFor: options.vouched === true,
    });
    for (const [kind, count] of taken) printLine(`${String(count).padStart(6)} ${kind}`);
    for (const line of refused) printLine(`  refused: ${line}`);
    printLine(`${email} sets a password here, within half an hour: ${await resetByOperator(parts, email)}`);
    return refused.length > 0 ? 3 : 0;
  },
};
