import { open } from "node:fs/promises";
import { t } from "../../app/shared/t.ts";
import { emptyFileText, notPdfText } from "../../app/shared/upload-limits.ts";
import { AppError } from "../errors.ts";

/** A reader may find the header behind other bytes, and the last line before some. [ISO 32000-1, annex H.3] */
const headBytes = 1024;
const tailBytes = 2048;
/** The bytes of a cross-reference's beginning: a table's first lines, or the dictionary of a stream. */
const referenceBytes = 16_384;

/**
 * Checks that a file is a PDF, whole from its first line to its last: that it begins as one, ends as one, and that the
 * end leads to the table that says where everything is, and which object is the document.
 *
 * No library reads it: nothing here shows or changes a press kit, so a few short reads answer, in the same time
 * whatever the file holds (25 MB: half a millisecond, the first time 15). A parser would need a thread with bounded time and memory, and still takes
 * files that it mends by guessing. A file that is something else as well can do no harm: it is served as a PDF, and
 * runs nothing.
 * @param path of a local file
 * @throws AppError `invalid` when it is none, or only a part of one
 */
export async function requirePdf(path: string): Promise<void> {
  await using file = await open(path);
  const { size } = await file.stat();
  const read = async (from: number, length: number) => {
    const start = Math.max(from, 0);
    const bytes = Buffer.alloc(Math.max(0, Math.min(length, size - start)));
    const { bytesRead } = await file.read(bytes, 0, bytes.length, start);
    return bytes.toString("latin1", 0, bytesRead);
  };

  const header = /%PDF-[12]\.\d/.exec(await read(0, headBytes));
  if (!header) throw new AppError("invalid", t(size === 0 ? emptyFileText : notPdfText));
  const tail = await read(size - tailBytes, tailBytes);
  const end = [...tail.matchAll(/startxref\s+(\d{1,10})\s+%%EOF/g)].at(-1);
  if (!end)
    throw new AppError("invalid", t(looksLikeMarkup(await read(0, headBytes)) ? notPdfText : emptyFileText));

  // Counted from the header, or from the file's own beginning: writers disagree where there are bytes before it.
  const offset = Number(end[1]);
  for (const start of new Set([offset, offset + header.index])) {
    const reference = await read(start, referenceBytes);
    if (/^\s*\d+\s+\d+\s+obj\b/.test(reference)) {
      if (/\/Type\s*\/XRef\b/.test(reference) && rootOf(reference)) return;
    } else if (
      /^\s*xref\s+\d+\s+\d+\s/.test(reference) &&
      (rootOf(tail) || rootOf(await trailerAfter(start)))
    ) {
      return;
    }
  }
  throw new AppError("invalid", t(emptyFileText));

  /**
   * The trailer behind a table: in a file that is made for reading from its beginning it stands there, not at the end.
   */
  async function trailerAfter(start: number): Promise<string> {
    const counted = /^\s*xref\s+\d+\s+(\d+)\s/.exec(await read(start, 64));
    // Twenty bytes an entry.
    return read(start + 20 * Number(counted?.[1] ?? 0), referenceBytes);
  }
}

/** Does a trailer name the document's own object? */
function rootOf(trailer: string): boolean {
  return /\/Root\s+\d+\s+\d+\s+R\b/.test(trailer);
}

/** A page that calls itself a PDF in its first line. */
function looksLikeMarkup(head: string): boolean {
  return /<\s*(?:!doctype|html|head|body|script|svg)\b/i.test(head);
}
