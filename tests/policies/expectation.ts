import type { DB } from "../../server/db/schema.ts";

/** Rows by their relation to the musician "me", with their keys. Every row of the table must have such a name. */
export type Rows = Record<string, string>;

interface Rights {
  reads?: { columns: string[]; rows: string[] };
  /** `to`: the new value of a column whose old value would be refused. */
  updates?: { columns: string[]; rows: string[]; to?: Record<string, unknown> };
  deletes?: string[];
  inserts?: {
    /** Accepted, in exactly these columns. */
    row: Record<string, unknown>;
    /** Changes to that row which a policy refuses. */
    refused: Record<string, unknown>[];
    /** The account that inserts, where "me" already has the only row there may be. */
    as?: string;
  };
}

export interface Expectation {
  rows: Rows;
  /** The column that `rows` holds, as text; the id unless stated otherwise. */
  key?: string;
  /** No role changes or deletes these, the system neither. */
  isAppendOnly?: true;
  visitor?: Rights;
  musician?: Rights;
  admin?: Rights;
}

/** The rights of each role on some of the tables. A right that isn't listed must be refused. */
export type Expectations = Partial<Record<keyof DB, Expectation>>;
