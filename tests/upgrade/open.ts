import { join } from "node:path";
import type * as DatabaseModule from "../../server/db/database.ts";
import type * as LogModule from "../../server/log.ts";
import { testSecret } from "../harness/settings.ts";

// Opens a database as the Handbill in another folder does, and closes it: node tests/upgrade/open.ts ROOT DATABASE_URL DATA_DIR

const [root = "", databaseUrl = "", dataDir = ""] = process.argv.slice(2);
const { openDatabase }: typeof DatabaseModule = await import(join(root, "server/db/database.ts"));
const { createLogger }: typeof LogModule = await import(join(root, "server/log.ts"));
const database = await openDatabase({
  databaseUrl,
  dataDir,
  sessionSecret: testSecret,
  log: createLogger("silent"),
});
await database.close();
