import { connectOwner } from "../db/prepare.ts";
import { changeLogins } from "../db/roles.ts";
import { StartError } from "../errors.ts";
import { hasSecret, sessionSecret } from "../secret.ts";
import { type Command, printLine } from "./command.ts";

export const changeSecret: Command = {
  usage: "change-secret",
  summary: "Lets the servers of DATABASE_URL use another SESSION_SECRET: the one this command is given.",
  more:
    "Stop the servers before it, and start them all with the new secret afterwards. One that still has the old secret " +
    "can't reach the database any more. The embedded database needs no such command.",
  options: {},
  async runAlone({ config }) {
    if (config.databaseUrl === undefined) {
      throw new StartError("The embedded database takes another secret by itself. Start the server with it.");
    }
    if (config.sessionSecret === undefined && !(await hasSecret(config.dataDir))) {
      throw new StartError("There is no new secret. Set SESSION_SECRET to it.");
    }
    const secret = await sessionSecret(config.sessionSecret, config.dataDir);
    const owner = await connectOwner(config.databaseUrl);
    try {
      await changeLogins(owner, secret);
    } finally {
      await owner.end();
    }
    printLine(
      "This secret holds now. Start every server with it; one that still runs with another must be restarted.",
    );
    return 0;
  },
};
