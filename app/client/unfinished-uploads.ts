import { z } from "zod";

/** A file that was being sent when its page was closed. */
export interface UnfinishedUpload {
  /** The key of its entry in the browser's storage. */
  key: string;
  name: string;
  /** Bytes. */
  size: number;
  /** Bytes that have arrived. */
  sent: number;
}

/** The upload library's entry for each upload under way, which it removes at the end. */
const entryShape = z.object({
  uploadUrl: z.string().startsWith("/upload/"),
  size: z.number(),
  metadata: z.object({ kind: z.string(), filename: z.string() }),
});

/** The library's prefix, and the beginning of the fingerprints that `send-file.ts` makes. */
const prefix = "tus::handbill-";

/**
 * The uploads of a kind that this browser has begun and not finished, as far as the server still knows them and they
 * belong to the signed-in account. Choosing the same file again goes on with one. Asking after one that has arrived
 * whole has the server take it over, if that is still to do; it is reported as arrived, and forgotten.
 * @param isUnderWay tells the uploads that are being sent now: asking after one would interrupt it
 */
export async function unfinishedUploads(
  kind: string,
  isUnderWay: (file: { name: string; size: number }) => boolean,
): Promise<{ unfinished: UnfinishedUpload[]; arrived: number }> {
  const unfinished: UnfinishedUpload[] = [];
  let arrived = 0;
  for (const [key, { uploadUrl, size, metadata }] of entries(kind)) {
    const name = metadata.filename;
    if (isUnderWay({ name, size })) continue;
    const offset = await arrivedBytes(uploadUrl);
    if (offset === "gone") forgetUpload(key);
    else if (offset === size) {
      arrived += 1;
      forgetUpload(key);
    } else if (offset !== undefined) {
      unfinished.push({ key, name, size, sent: offset });
    }
  }
  return { unfinished, arrived };
}

/** Removes an unfinished upload: from the server, which otherwise does so a day later, and from the storage. */
export async function discardUnfinished(key: string): Promise<void> {
  const entry = readEntry(key);
  forgetUpload(key);
  if (entry) await fetchUpload(entry.uploadUrl, "DELETE").catch(() => {});
}

/** The bytes of it that have arrived; undefined while that is unknown. */
async function arrivedBytes(url: string): Promise<number | "gone" | undefined> {
  try {
    const answer = await fetchUpload(url, "HEAD");
    // Another account's upload answers 404 as well, but then it is theirs to go on with or to remove.
    if (answer.status === 410) return "gone";
    const offset = answer.headers.get("Upload-Offset");
    return answer.ok && offset !== null ? Number(offset) : undefined;
  } catch {
    return undefined;
  }
}

function fetchUpload(url: string, method: "HEAD" | "DELETE"): Promise<Response> {
  return fetch(url, { method, headers: { "Tus-Resumable": "1.0.0" } });
}

function* entries(kind: string): Generator<[string, z.output<typeof entryShape>]> {
  for (const key of storedKeys()) {
    const entry = readEntry(key);
    if (entry?.metadata.kind === kind) yield [key, entry];
  }
}

/** None where the browser keeps nothing for us. */
function storedKeys(): string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(prefix));
  } catch {
    return [];
  }
}

function readEntry(key: string): z.output<typeof entryShape> | undefined {
  try {
    return entryShape.safeParse(JSON.parse(localStorage.getItem(key) ?? "")).data;
  } catch {
    return undefined;
  }
}

function forgetUpload(key: string): void {
  localStorage.removeItem(key);
}
