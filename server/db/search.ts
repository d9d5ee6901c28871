import { type RawBuilder, sql } from "kysely";
import { searchable } from "../../app/shared/search-words.ts";

/** Whether one of the columns has these words somewhere, whatever their accents; true for none. */
export function hasWords(words: string, ...columns: [string, ...string[]]): RawBuilder<boolean> {
  if (words === "") return sql`true`;
  const pattern = `%${searchable(words).replace(/[\\%_]/g, "\\$&")}%`;
  const found = columns.map((column) => sql<boolean>`app.searchable(${sql.ref(column)}) like ${pattern}`);
  return sql`(${sql.join(found, sql` or `)})`;
}
