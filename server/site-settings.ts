import type { Config } from "./config.ts";
import type { Reader } from "./db/database.ts";
import type { Services } from "./services.ts";

export type Registration = Config["registration"];

/** The settings of an admin for the whole site. */
export interface SiteSettings {
  /** Null: as `REGISTRATION` says. */
  registration: Registration | null;
  /** On every artist's page, every comment waits for its artist. */
  reviews_comments: boolean;
  /** On every artist's page, a comment with a link waits for its artist. */
  reviews_links: boolean;
}

/** @param tx the system's or an admin's */
export function siteSettings(tx: Reader): Promise<SiteSettings> {
  return tx
    .selectFrom("site_settings")
    .select(["registration", "reviews_comments", "reviews_links"])
    .executeTakeFirstOrThrow();
}

/** Whether visitors may sign up: by an admin's setting, else by the environment's. [decisions: Registration] */
export async function registrationNow(
  config: Pick<Config, "registration">,
  tx: Reader,
): Promise<Registration> {
  return (await siteSettings(tx)).registration ?? config.registration;
}

/** The same for a screen, which must not be lost with the database: the environment's setting has to do then. */
export function shownRegistration({
  config,
  db,
  log,
}: Pick<Services, "config" | "db" | "log">): Promise<Registration> {
  return db
    .asSystem()
    .read((tx) => registrationNow(config, tx))
    .catch((error: unknown) => {
      log.error({ err: error }, "the site's settings could not be read");
      return config.registration;
    });
}
