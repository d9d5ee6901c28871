import type { IncomingHttpHeaders } from "node:http";
import type { ByteRange, StoredFile } from "../storage/storage.ts";

export type Outcome = { status: 200 | 304 | 412 | 416 } | { status: 206; range: ByteRange };

/**
 * The answer to a GET or HEAD of a stored file: RFC 9110's preconditions in their order (§13.2.2), then its
 * single byte ranges (§14). A range that is malformed, of another unit or one of several gets the whole file.
 */
export function outcomeOf(
  method: "GET" | "HEAD",
  headers: IncomingHttpHeaders,
  file: Pick<StoredFile, "etag" | "modified" | "size">,
): Outcome {
  // A header's time has whole seconds.
  const modified = Math.floor(file.modified.getTime() / 1000) * 1000;

  const ifMatch = headers["if-match"];
  const ifUnmodifiedSince = Date.parse(headers["if-unmodified-since"] ?? "");
  if (ifMatch !== undefined) {
    if (ifMatch.trim() !== "*" && !tagsIn(ifMatch).includes(file.etag)) return { status: 412 };
  } else if (modified > ifUnmodifiedSince) {
    return { status: 412 };
  }

  const ifNoneMatch = headers["if-none-match"];
  if (ifNoneMatch !== undefined) {
    if (isKnown(ifNoneMatch, file.etag)) return { status: 304 };
  } else if (modified <= Date.parse(headers["if-modified-since"] ?? "")) {
    return { status: 304 };
  }

  if (method !== "GET" || typeof headers.range !== "string") return { status: 200 };
  const ifRange = headers["if-range"]?.toString();
  if (ifRange !== undefined && ifRange !== file.etag && Date.parse(ifRange) !== modified)
    return { status: 200 };
  return rangeOutcome(headers.range, file.size);
}

function rangeOutcome(header: string, size: number): Outcome {
  const [, first, last] = /^bytes=(\d*)-(\d*)$/i.exec(header) ?? [];
  if (first === undefined || last === undefined || (first === "" && last === "")) return { status: 200 };
  if (first !== "" && last !== "" && Number(last) < Number(first)) return { status: 200 };

  // "-500" are the last 500 bytes, all of them when there are fewer.
  const start = first === "" ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === "" || last === "" ? size - 1 : Math.min(Number(last), size - 1);
  return start < size ? { status: 206, range: { start, end } } : { status: 416 };
}

/** Whether an `If-None-Match` names this strong entity tag, compared weakly (RFC 9110 §13.1.2). */
export function isKnown(ifNoneMatch: string, etag: string): boolean {
  if (ifNoneMatch === etag || ifNoneMatch.trim() === "*") return true;
  return tagsIn(ifNoneMatch).some((tag) => tag.replace(/^W\//, "") === etag);
}

/** The entity tags of a header, weak ones with their mark. */
function tagsIn(header: string): string[] {
  return header.match(/(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"/g) ?? [];
}
