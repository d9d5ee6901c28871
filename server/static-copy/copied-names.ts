import { createHash } from "node:crypto";

/** Below an artist's page: what a copy leaves to the site. */
const ofSite = /^\/(booking$|comments\/[^/]+\/report$|private\/|card\.jpg$|press-kit\.pdf$)|\/card\.jpg$/;
/** The parameters of pages that have others before or after them. */
const ofSteps = ["before", "month"];
/** Words of file systems that need no escaping in an address. */
const plain = /^[\w-][\w.-]*(\/[\w-][\w.-]*)*$/;

/**
 * The name that a copy of an artist's pages has for one of them: `index.html` for the artist's own, `events.html`,
 * `tracks/first-light.html`, `events.ics`. Undefined for addresses that are none of the artist's, and for what works on
 * the site alone.
 * @param artistPath of the artist's own page
 */
export function pageName(artistPath: string, { pathname, searchParams, hash }: URL): string | undefined {
  if (!pathname.startsWith(artistPath)) return undefined;
  const rest = pathname.slice(artistPath.length);
  if (!/^([/.]|$)/.test(rest) || ofSite.test(rest)) return undefined;
  // The calendar goes on for ever. The months that have events are linked in words as well.
  if (searchParams.has("month") && hash === "#calendar") return undefined;
  const query = [...searchParams];
  if (query.some(([name]) => !ofSteps.includes(name))) return undefined;
  const base = rest === "" ? "index" : rest.startsWith(".") ? `page${rest}` : rest.slice(1);
  const hasExtension = /\.[a-z0-9]+$/.test(base);
  if (hasExtension && query.length > 0) return undefined;
  const step = query.length > 0 ? `-${hashOf(searchParams.toString())}` : "";
  const name = hasExtension ? base : `${base}${step}.html`;
  return plain.test(name) ? name : undefined;
}

/** Whether this is the path of a file that the site brings along and that a public page may need. */
export function isSiteFile(path: string): boolean {
  return /^\/(assets\/[\w.-]+|favicon\.svg|apple-touch-icon\.png|(backgrounds|sample)\/[\w-]+\.\w+)$/.test(
    path,
  );
}

function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 8);
}
