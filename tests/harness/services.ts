import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { declarations } from "../../app/declarations.server.ts";
import { loadConfig } from "../../server/config.ts";
import { createLimits } from "../../server/http/limits.ts";
import { createSemaphores } from "../../server/semaphores.ts";
import type { Services } from "../../server/services.ts";
import { createSite } from "../../server/site-settings.ts";
import { openStorage } from "../../server/storage/open-storage.ts";
import { freshDatabase, type TestDatabase } from "./database.ts";
import { testLog } from "./settings.ts";

/** Everything a request may need, real and empty: a database of its own and files in a folder that goes with it. */
export async function freshServices(
  settings: Record<string, string> = {},
): Promise<Services & { db: TestDatabase } & AsyncDisposable> {
  const dataDir = await mkdtemp(join(tmpdir(), "handbill-services-"));
  const config = loadConfig({ DATA_DIR: dataDir, DEMO: "off", ...settings });
  const db = await freshDatabase();
  const storage = await openStorage({ dataDir });
  return {
    config,
    db,
    storage,
    limits: createLimits(db),
    semaphores: createSemaphores(),
    site: createSite({ config, db, log: testLog }),
    declarations,
    log: testLog,
    async [Symbol.asyncDispose]() {
      await db.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
