import type { SelectQueryBuilder } from "kysely";
import { z } from "zod";
import type { ApiArea } from "../../app/shared/api-areas.ts";
import { asForm } from "../../app/shared/archived.ts";
import type { FormErrors } from "../../app/shared/forms.ts";
import type { Reader } from "../db/database.ts";
import type { DB } from "../db/schema.ts";
import type { Services } from "../services.ts";

/** Narrows a query of a resource's rows to one of them, or to one page of them, and asks it. */
export type Asked = <Tables extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, Tables, Row>,
) => Promise<object[]>;

/**
 * One kind of rows in the API: a feature's `api.server.ts` exports its own as `resources`, and is found by that name. Reads
 * and writes, the document and its page are made of it. What is written goes through the feature's own forms and commands,
 * in one transaction in the account's name.
 */
export interface Resource<
  Row extends z.ZodObject = z.ZodObject,
  New extends z.ZodObject = z.ZodObject,
  Change extends z.ZodObject = z.ZodObject,
> {
  /** Below /api/v1/, such as `events`. */
  path: string;
  area: ApiArea;
  /** In sentences: "event", "events". */
  name: { one: string; many: string };
  about: string;
  /** There is one at most, and it has no id in its address. */
  isSingle?: true;
  /** The table whose row is locked before it is changed, and its column with the account's id. */
  table: keyof DB;
  owner: "user_id" | "musician_id";
  /** A row as answers hold it: JSON types, with the limits of the feature's forms. */
  row: Row;
  /** The account's rows, with at least the columns of `row`. The table isn't renamed. */
  rows(tx: Reader, userId: string, asked: Asked): Promise<object[]>;
  create?: {
    body: New;
    /** @returns the new row's id */
    run(services: Services, userId: string, values: z.output<New>): Promise<string>;
  };
  update?: {
    /** Of the fields that may be changed any. */
    body: Change;
    run(
      services: Services,
      userId: string,
      stored: z.output<Row>,
      changed: z.output<Change>,
    ): Promise<unknown>;
  };
  remove?(services: Services, userId: string, id: string): Promise<unknown>;
  /** @param order the ids of all or some of them in their new order */
  reorder?(services: Services, userId: string, order: string[]): Promise<unknown>;
}

/** Lets the compiler compare the parts of a resource with each other. */
export function resource<Row extends z.ZodObject, New extends z.ZodObject, Change extends z.ZodObject>(
  definition: Resource<Row, New, Change>,
): Resource<Row, New, Change> {
  return definition;
}

/** What was sent isn't what a form takes. */
export class RefusedBody extends Error {
  override name = "RefusedBody";
  readonly errors: FormErrors;

  constructor(errors: FormErrors) {
    super("These values were refused.");
    this.errors = errors;
  }
}

/**
 * Values as one of a feature's forms takes them: a form has no null, and sends a box where it is ticked.
 * @throws RefusedBody
 */
export function asFormOf<Schema extends z.ZodType>(
  schema: Schema,
  values: Readonly<Record<string, unknown>>,
): z.output<Schema> {
  const typed = Object.entries(asForm(values)).map(([name, value]) => [name, value ?? undefined]);
  return parsed(schema, Object.fromEntries(typed));
}

/** @throws RefusedBody with the first problem of each field */
export function parsed<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const errors: FormErrors = {};
  for (const issue of result.error.issues) {
    const names = issue.code === "unrecognized_keys" ? issue.keys : [String(issue.path[0] ?? "")];
    for (const name of names) errors[name] ??= issue.message;
  }
  throw new RefusedBody(errors);
}

// The fields that most resources have.
export const idField = z.uuid().meta({ description: "Never changes." });
/** One of the names of these. */
export const nameField = <Name extends string>(names: Readonly<Record<Name, unknown>>) =>
  z.enum(Object.keys(names) as [Name, ...Name[]]);
/** UTC. */
export const timeField = z.iso.datetime();
