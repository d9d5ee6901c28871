import type { Selectable } from "kysely";
import type { Picture } from "../../app/shared/picture.ts";
import type { NamedStatement } from "./as.ts";
import type { DB } from "./schema.ts";

// The public pages' statements are composed of fragments: constant SQL, never text of visitors. What a fragment gives is
// in its type, most of it from the tables themselves, so that a page's row needs no type of its own.

/** An SQL expression, and in its type the value that it gives. */
export interface Fragment<Value> {
  sql: string;
  /** Never there: only the type is of use. */
  value?: Value;
}

/** An expression whose type the tables don't say. */
export function fragment<Value>(sql: string): Fragment<Value> {
  return { sql };
}

type Row<Table extends keyof DB> = Selectable<DB[Table]>;
type Json<Value> = Value extends Date ? string : Value;

/** A row's columns by their names on the page: a column of the table, a picture that one names, or any expression. */
type Columns<Table extends keyof DB> = Record<
  string,
  (keyof Row<Table> & string) | PictureColumn<keyof Row<Table> & string> | Fragment<unknown>
>;

interface PictureColumn<Column extends string> {
  picture: Column;
  /** The shape of the frame that a picture without known size is shown in. */
  frame?: { width: number; height: number };
}

/** The values of such columns. */
type Values<Table extends keyof DB, Chosen> = {
  [Name in keyof Chosen]: Chosen[Name] extends keyof Row<Table>
    ? Json<Row<Table>[Chosen[Name]]>
    : Chosen[Name] extends { picture: infer Column extends keyof Row<Table> }
      ? Picture | Extract<Row<Table>[Column], null>
      : Chosen[Name] extends Fragment<infer Value>
        ? Value
        : never;
};

/**
 * Rows of a table as a JSON array.
 * @param rest which rows, their order and their limit, as SQL
 */
export function rows<Table extends keyof DB, const Chosen extends Columns<Table>>(
  table: Table,
  columns: Chosen,
  rest: string,
): Fragment<Values<Table, Chosen>[]> {
  return {
    sql: `(select coalesce(json_agg(item), '[]') from (select ${listOf(table, columns)} from ${table} ${rest}) item)`,
  };
}

/** The one row of a table that there may be, as a JSON object; else null. */
export function row<Table extends keyof DB, const Chosen extends Columns<Table>>(
  table: Table,
  columns: Chosen,
  rest: string,
): Fragment<Values<Table, Chosen> | null> {
  return {
    sql: `(select row_to_json(item) from (select ${listOf(table, columns)} from ${table} ${rest}) item)`,
  };
}

/** Null where the artist doesn't show the section. */
export function whereShown<Value>(
  section: Extract<keyof DB["musician_profiles"], `show_${string}`>,
  { sql }: Fragment<Value>,
): Fragment<Value | null> {
  return { sql: `case when profile.${section} then ${sql} end` };
}

const formerOwner = "(select user_id from former_addresses where custom_url = lower($1))";

/**
 * The one profile that the slug in $1 means: custom URL first, so that no artist name takes over another's address;
 * then one that the artist had before; then the name; then the custom URL in another case. [1 §7, decisions: Gaps]
 */
export const profileBySlug = `(
      select *
      from musician_profiles
      where custom_url = lower($1) or name_key = lower($1) or user_id = ${formerOwner}
      order by custom_url = $1 desc nulls last, user_id = ${formerOwner} desc nulls last,
        name_key = lower($1) desc, created_at
      limit 1)`;

/**
 * A prepared statement that reads all of a page in one round trip.
 * @param name the statement's, which no other has
 * @param profile the one row of musician_profiles, as SQL in brackets; fragments call it `profile`
 * @param condition on which there is such a page, as SQL
 */
export function pageStatement<const Chosen extends Columns<"musician_profiles">>(
  name: string,
  profile: string,
  columns: Chosen,
  condition = "true",
): NamedStatement<Values<"musician_profiles", Chosen>> {
  return {
    name,
    text: `select ${listOf("musician_profiles", columns, "profile.")} from ${profile} profile where ${condition}`,
  };
}

/** The type of the rows that a statement gives. */
export type RowOf<Statement> = Statement extends NamedStatement<infer Row> ? Row : never;

type Column = string | PictureColumn<string> | Fragment<unknown>;

/**
 * The tables whose rows may be translated. Their translations come along, for the page to put those into their places that its
 * reader reads (app/pages/artist/page-answer.server.ts); no type says so, as nothing else is to look at them.
 */
const translated: ReadonlySet<keyof DB> = new Set([
  "musician_profiles",
  "music_tracks",
  "releases",
  "photo_gallery",
  "video_gallery",
  "page_links",
  "events",
  "letters",
] satisfies (keyof DB)[]);

function listOf(table: keyof DB, chosen: Record<string, Column>, prefix = ""): string {
  const columns = translated.has(table) ? { translations: "translations", ...chosen } : chosen;
  return Object.entries(columns)
    .map(([name, column]) => `${expressionOf(column, prefix)} as "${name}"`)
    .join(", ");
}

function expressionOf(column: Column, prefix: string): string {
  if (typeof column === "string") return prefix + column;
  return "picture" in column ? pictureOf(prefix + column.picture, column.frame) : column.sql;
}

function pictureOf(url: string, frame = { width: 800, height: 800 }): string {
  return `(
    select json_build_object('src', ${url}, 'width', coalesce(width, ${frame.width}),
      'height', coalesce(height, ${frame.height}), 'widths', coalesce(widths, '{}'),
      'colour', coalesce(colour, '#808080'))
    from (values (${url})) shown (url) left join stored_images stored on stored.url = shown.url
    where shown.url is not null)`;
}
