import { startEmbedded } from "../../server/embedded-postgres/supervisor.ts";
import { StartError } from "../../server/errors.ts";
import { testLog, testSecret } from "./settings.ts";

// A server process reduced to its embedded database, for tests that kill one or run one under another account:
//   node database-process.ts DATA_DIR [SHARED_FOLDER]
// It prints one line of JSON, { ownerUrl } or { refusal }, and keeps running until SIGTERM.

const [dataDir = "", sharedFolder] = process.argv.slice(2);
try {
  const options = { dataDir, sessionSecret: testSecret, log: testLog };
  const database = await startEmbedded(sharedFolder ? { ...options, sharedFolder } : options);
  process.once("SIGTERM", () => database.stop().then(() => process.exit(0)));
  process.stdout.write(`${JSON.stringify({ ownerUrl: database.ownerUrl })}\n`);
} catch (error) {
  if (!(error instanceof StartError)) throw error;
  process.stdout.write(`${JSON.stringify({ refusal: error.message })}\n`);
  process.exitCode = 1;
}
