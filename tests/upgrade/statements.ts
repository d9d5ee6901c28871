/** The statements of an SQL file, with where each ends: quotes, dollar quotes and comments are stepped over. */
export function endsOfStatements(sql: string): number[] {
  const skipped = /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"[^"]*"|(\$[a-z_]*\$)[\s\S]*?\1|;/gi;
  return [...sql.matchAll(skipped)].filter(([text]) => text === ";").map(({ index }) => index + 1);
}
