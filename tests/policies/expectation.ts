import type { DB } from "../../server/db/schema.ts";

/** Rows by what they are to the musician "me", with their keys. Every row of the table must have such a name. */
export type Rows = Record<string, string>;

interface Rights {
  reads?: { columns: string[]; rows: string[] };
  /** `to`: what a column is set to where its old value would be refused. */
  updates?: { columns: string[]; rows: string[]; to?: Record<string, unknown> };
  deletes?: string[];
  inserts?: {
    /** Accepted, in exactly these columns. */
    row: Record<string, unknown>;
    /** Changes to that row which a policy refuses. */
    refused: Record<string, unknown>[];
    /** Who inserts, where "me" already has the only row there may be. */
    as?: string;
  };
}

export interface Expectation {
  rows: Rows;
  /** The column that `rows` holds, as text; the id unless said otherwise. */
  key?: string;
  /** Nobody changes or deletes these, the system neither. */
  isAppendOnly?: true;
  visitor?: Rights;
  musician?: Rights;
  admin?: Rights;
}

/** What each role may do to some of the tables. What isn't listed must be refused. */
export type Expectations = Partial<Record<keyof DB, Expectation>>;
