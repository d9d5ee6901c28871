import { standardName } from "../app/shared/site-name.ts";
import type { Config } from "./config.ts";
import type { Database, Reader } from "./db/database.ts";
import { AppError } from "./errors.ts";
import type { Logger } from "./log.ts";
import type { Subscriber } from "./realtime/listener.ts";

export type Registration = Config["registration"];

/** The settings of an admin for the whole site. */
export interface SiteSettings {
  /** Null: as `REGISTRATION` says. */
  registration: Registration | null;
  /** On every artist's page, every comment waits for its artist. */
  reviews_comments: boolean;
  /** On every artist's page, a comment with a link waits for its artist. */
  reviews_links: boolean;
  /** Admins may do nothing as one before they have a second factor. */
  requires_second_factor: boolean;
}

/** @param tx the system's or an admin's */
export function siteSettings(tx: Reader): Promise<SiteSettings> {
  return tx
    .selectFrom("site_settings")
    .select(["registration", "reviews_comments", "reviews_links", "requires_second_factor"])
    .executeTakeFirstOrThrow();
}

/** Whether visitors may sign up: by an admin's setting, else by the environment's. [decisions: Registration] */
export async function registrationNow(
  config: Pick<Config, "registration">,
  tx: Reader,
): Promise<Registration> {
  return (await siteSettings(tx)).registration ?? config.registration;
}

/** The installation's own name, for the texts of mails. @param tx the system's */
export async function siteName(tx: Reader): Promise<string> {
  const { name } = await tx.selectFrom("site_settings").select("name").executeTakeFirstOrThrow();
  return name ?? standardName;
}

/** The part of the settings that screens show on every page. */
export interface ShownSite {
  registration: Registration;
  name: string;
  /** Whether there is something at /imprint, and what it begins with. */
  imprint: "imprint" | "contact" | null;
  /** What stands at the root, and whose page; null: as `SITE` says. */
  root: "landing" | "artist" | null;
  rootArtist: string | null;
}

/** The texts that the site has of its own; null where nothing of their own is written. */
export interface SiteTexts {
  imprint: string | null;
  contact: string | null;
  terms: string | null;
  privacy: string | null;
}

/**
 * The settings as visitors see them. They are read when they are first asked for, and again after a notice of the channel
 * `pages` that all pages may have changed. While the notices don't arrive they are read each time. Nothing here ever
 * rejects: where the database can't be asked, what was last known holds, or else the environment.
 */
export interface Site extends Subscriber {
  shown(): Promise<ShownSite>;
  texts(): Promise<SiteTexts>;
  /** Some notices are late: forgets what was read. */
  forget(): void;
}

interface SiteParts {
  config: Pick<Config, "registration">;
  db: Database;
  log: Logger;
}

export function createSite({ config, db, log }: SiteParts): Site {
  let connected = false;

  function kept<Value>(initial: Value, read: (tx: Reader) => Promise<Value>) {
    let last = initial;
    let current: Promise<Value> | undefined;
    const get = () => {
      if (current) return current;
      const reading: Promise<Value> = db
        .asSystem()
        .read(read)
        .then(
          (value) => {
            last = value;
            return value;
          },
          (error: unknown) => {
            // Each page asks, and that the database is away is in the log already.
            const isAway = error instanceof AppError && error.kind === "unavailable";
            if (!isAway) log.error({ err: error }, "the site's settings could not be read");
            if (current === reading) current = undefined;
            return last;
          },
        );
      if (connected) current = reading;
      return reading;
    };
    const forget = () => {
      current = undefined;
    };
    return { get, forget };
  }

  const unset: ShownSite = {
    registration: config.registration,
    name: standardName,
    imprint: null,
    root: null,
    rootArtist: null,
  };
  const shown = kept(unset, async (tx): Promise<ShownSite> => {
    const row = await tx
      .selectFrom("site_settings")
      .select(["registration", "name", "root", "root_artist"])
      .select((row) => [
        row("imprint", "is not", null).as("hasImprint"),
        row("contact", "is not", null).as("hasContact"),
      ])
      .executeTakeFirstOrThrow();
    return {
      registration: row.registration ?? config.registration,
      name: row.name ?? standardName,
      imprint: row.hasImprint ? "imprint" : row.hasContact ? "contact" : null,
      root: row.root,
      rootArtist: row.root_artist,
    };
  });
  const nothing: SiteTexts = { imprint: null, contact: null, terms: null, privacy: null };
  const texts = kept(nothing, (tx) =>
    tx
      .selectFrom("site_settings")
      .select(["imprint", "contact", "terms", "privacy"])
      .executeTakeFirstOrThrow(),
  );
  const forget = () => {
    shown.forget();
    texts.forget();
  };

  return {
    shown: shown.get,
    texts: texts.get,
    forget,
    onConnect() {
      connected = true;
    },
    onNotify(tag) {
      if (tag === "*") forget();
    },
    onDisconnect() {
      connected = false;
      forget();
    },
  };
}
