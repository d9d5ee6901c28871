import type { Config } from "./config.ts";
import type { Database } from "./db/database.ts";
import type { Declarations } from "./features.ts";
import type { Limits } from "./http/limits.ts";
import type { Logger } from "./log.ts";
import type { Mailer } from "./mail/mail.ts";
import type { Semaphores } from "./semaphores.ts";
import type { Site } from "./site-settings.ts";
import type { Storage } from "./storage/storage.ts";

/** Everything alive that a request may need, made once in `start/worker.ts`. */
export interface Services {
  config: Config;
  db: Database;
  storage: Storage;
  limits: Limits;
  /** Those of all workers of this machine. */
  semaphores: Semaphores;
  /** What every screen needs to know of the site's settings. */
  site: Site;
  /** The features' declarations about their tables. */
  declarations: Declarations;
  log: Logger;
}

/** The services of background work. Requests never wait for a mail server: they leave a job. */
export interface JobServices extends Services {
  mailer: Mailer;
  /** Aborted when the server stops: work that would take minutes ends, and leaves a job for the rest. */
  stopping: AbortSignal;
}
