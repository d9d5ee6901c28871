import type { z } from "zod";
import type { Reader } from "./db/database.ts";
import type { DB } from "./db/schema.ts";

/**
 * A feature's declarations for all other code: the default of its `feature.server.ts`, found by that name. Export,
 * import, deletion, statistics and the search for orphaned files are made of it; triggers and policies are compared
 * with it.
 */
export interface Feature {
  /** The feature's tables. Each table is one feature's; `app/features.db.test.ts` names those that are none's. */
  tables: { [Name in keyof DB]?: Table<keyof DB[Name] & string> };
  /** Columns that it takes of rows of another feature's table in an archive, by that table. */
  importedColumns?: { [Name in keyof DB]?: ImportedSchema };
  /** The events that webhooks tell of, by their types. Triggers on its tables note them: `app.webhook`. */
  webhooks?: Readonly<Record<string, WebhookEvent>>;
}

export interface WebhookEvent {
  /** In whose name the row is read: row-level security decides what a webhook may say. */
  readBy: "owner" | "visitor";
  /** What is posted about the row with this id; undefined where its reader doesn't see it any more. */
  data(tx: Reader, id: string): Promise<object | undefined>;
}

export type Table<Column extends string = string> = OwnedTable<Column> | SiteTable<Column>;

/** A table of rows that go when an account goes. */
interface OwnedTable<Column extends string> extends AnyTable<Column> {
  /** Refers to `users`, or to rows that have an owner. A row of several goes with each of them. */
  owner: Column | readonly Column[];
  /** Whether the owner's archive has its rows: each column that its owner may read. If not, why. */
  exported: true | string;
  /** Columns that let in who knows them: no archive has them, and an import makes others. */
  secrets?: readonly Column[];
  /** The columns that an archive's rows import; nothing without it. */
  imported?: Imported<Column>;
  /**
   * What the deletion of an account says of its rows, with the number as `count` and `shown`, and at which place of the
   * sentence. Tables with the same words are added up.
   */
  contents?: { text: string; place: number };
  /** The items that visitors play, fetch or follow on the artist's page. */
  counted?: readonly Counted[];
}

/** A table of rows that no account owns. */
interface SiteTable<Column extends string> extends AnyTable<Column> {
  owner: null;
}

interface AnyTable<Column extends string> {
  /** Which cached pages a change drops, by the trigger `page_changed` or `every_page_changed`; none without it. */
  dropsPages?: "owner's" | "everyone's" | "both";
  /** Columns that name a stored file. The trigger `file_unnamed` removes a file that no row names any more. */
  files?: readonly Column[];
  /**
   * Columns that hold what is made of the others, files too: no archive has them, and where they are null a job makes
   * them anew.
   */
  madeAnew?: readonly Column[];
}

/**
 * Checks a row of an archive, which has no nulls, as the feature's forms check what is typed, and gives the columns to
 * write: no ids, nothing that is worked out or counted.
 */
type ImportedSchema = z.ZodType<Record<string, unknown>>;

interface Imported<Column extends string> {
  schema?: ImportedSchema;
  /** Columns that name the rows that one is of, which have other ids here. It stays out when one of them did. */
  of?: readonly Column[];
  /** Other columns that hold ids of rows. One that names a row alone stays empty when that stayed out. */
  names?: readonly Column[];
  /** What counts only where the operator vouches for the archive, which anyone can write: these columns, or the rows. */
  vouched?: readonly Column[] | true;
  /** At most so many rows come in, and this is said of the others. */
  most?: { rows: number; text: string };
}

/** Something that the statistics count by the row. Its texts are SQL. */
type Counted = {
  /** The page's report of the row. */
  target: string;
  /** Whether visitors see it at the moment; `profile` is the owner's. */
  shown: string;
} & (
  | { kind: "plays" | "downloads" }
  | {
      kind: "clicks";
      /** The link's name in the owner's statistics. */
      name: string;
    }
);

/** A table as a feature or the server declares it. */
export type DeclaredTable = Table & { table: string };

/** A table whose rows are accounts'. */
export type DeclaredOwnedTable = OwnedTable<string> & { table: string };

/** The declarations of all features and of the server, for code that works on every table. */
export interface Declarations {
  tables: readonly DeclaredTable[];
  /** The imported columns of each table's rows: those of all schemas together. */
  importedColumns: readonly { table: string; schema: ImportedSchema }[];
  webhooks: ReadonlyMap<string, WebhookEvent>;
}

/** The tables that belong to no feature: those of the server around the features. */
const system: Feature = {
  tables: {
    // The accounts themselves.
    users: { owner: null, dropsPages: "everyone's" },
    stored_images: {
      owner: "user_id",
      dropsPages: "owner's",
      exported: "worked out anew from the pictures themselves",
    },
    rendered_pages: { owner: "user_id", exported: "rendered anew from all the others" },
    uploads: { owner: "user_id", exported: "not a file yet" },
    upload_pieces: { owner: ["upload_id"], files: ["url"], exported: "not a file yet" },
    files_to_remove: { owner: null },
    rate_limits: { owner: null },
    mail_counts: { owner: null },
    audit_log: { owner: null },
    site_settings: { owner: null, dropsPages: "everyone's" },
  },
};

/** Puts together what features and server declare. @throws Error when two claim the same table */
export function declarationsOf(features: readonly Feature[]): Declarations {
  const tables = [system, ...features].flatMap((feature) =>
    Object.entries<Table>(feature.tables).map(([table, declared]) => ({ table, ...declared })),
  );
  for (const { table } of tables) {
    if (tables.filter((other) => other.table === table).length > 1)
      throw new Error(`Two features claim ${table}.`);
  }
  const importedColumns = [
    ...ownedTables({ tables }).flatMap(({ table, imported }) =>
      imported?.schema ? [{ table, schema: imported.schema }] : [],
    ),
    ...features.flatMap(({ importedColumns = {} }) =>
      Object.entries(importedColumns).map(([table, schema]) => ({ table, schema })),
    ),
  ];
  const webhooks = new Map(features.flatMap(({ webhooks = {} }) => Object.entries(webhooks)));
  return { tables, importedColumns, webhooks };
}

/** The tables of rows that go with an account. */
export function ownedTables({ tables }: Pick<Declarations, "tables">): DeclaredOwnedTable[] {
  return tables.filter((table): table is DeclaredOwnedTable => table.owner !== null);
}

/** A column that names a stored file; without an owner's column where the file is the site's. */
export interface FileColumn {
  table: string;
  column: string;
  owner: string | null;
  /** The table's columns that are made anew, where this is one of them. */
  madeAnew: readonly string[] | null;
}

/** Every column that names a stored file. */
export function fileColumns({ tables }: Pick<Declarations, "tables">): FileColumn[] {
  return tables.flatMap(({ table, owner, files = [], madeAnew = [] }) =>
    files.map((column) => ({
      table,
      column,
      owner: typeof owner === "string" ? owner : null,
      madeAnew: madeAnew.includes(column) ? madeAnew : null,
    })),
  );
}
