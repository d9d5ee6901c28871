import { openDatabase } from "../../server/db/database.ts";
import { AppError } from "../../server/errors.ts";
import { testLog, testSecret } from "../harness/settings.ts";

// A server process reduced to its database, which writes as fast as it can until it is killed:
//   node writer.ts DATA_DIR ROUND
// It says `ready ADDRESS` and then `stored NAME.` after each commit: an account and a job in one transaction.

const [dataDir = "", round = ""] = process.argv.slice(2);
const database = await openDatabase({ dataDir, sessionSecret: testSecret, log: testLog });
process.stdout.write(`ready ${database.loginUrl}\n`);

let written = 0;
async function write(): Promise<never> {
  for (;;) {
    const name = `${round}-${written++}`;
    try {
      await database.asSystem().write(async (tx) => {
        await tx
          .insertInto("users")
          .values({ email: `${name}@example.com` })
          .execute();
        await tx.enqueue("mail.send", { to: `${name}@example.com`, subject: name, text: "" });
      });
      process.stdout.write(`stored ${name}.\n`);
    } catch (error) {
      if (!(error instanceof AppError && error.kind === "unavailable")) throw error;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
}
await Promise.all([write(), write(), write(), write()]);
