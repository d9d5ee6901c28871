import { inflateSync } from "node:zlib";

/**
 * A PDF of one empty page with its table where it should be.
 * @param padding bytes that it is larger for a content that shows nothing
 */
export function smallPdf(padding = 0): Buffer {
  const filling = Buffer.alloc(padding, "%");
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R >>",
  ].map((content, index) => Buffer.from(`${index + 1} 0 obj\n${content}\nendobj\n`));
  objects.push(
    Buffer.concat([
      Buffer.from(`4 0 obj\n<< /Length ${padding} >>\nstream\n`),
      filling,
      Buffer.from("\nendstream\nendobj\n"),
    ]),
  );
  let offset = 0;
  const parts = [Buffer.from("%PDF-1.4\n")];
  const entries = ["0000000000 65535 f \n"];
  offset += parts[0]?.length ?? 0;
  for (const object of objects) {
    entries.push(`${String(offset).padStart(10, "0")} 00000 n \n`);
    offset += object.length;
    parts.push(object);
  }
  const count = entries.length;
  parts.push(
    Buffer.from(
      `xref\n0 ${count}\n${entries.join("")}trailer\n<< /Size ${count} /Root 1 0 R >>\nstartxref\n${offset}\n%%EOF\n`,
    ),
  );
  return Buffer.concat(parts);
}

/** How many pages a PDF that a browser has printed says it has: Chromium as text, Firefox in a compressed stream. */
export function pageCount(pdf: Buffer): number {
  const text = pdf.toString("latin1");
  const starts = [...text.matchAll(/\/Type \/ObjStm[\s\S]*?stream\r?\n/g)].map(
    ({ index, 0: head }) => index + head.length,
  );
  const objects = [text, ...starts.map((start) => inflateSync(pdf.subarray(start)).toString("latin1"))].join(
    "\n",
  );
  const [, count] = /\/Type \/Pages\s[^>]*?\/Count (\d+)/.exec(objects) ?? [];
  if (!count) throw new Error("The PDF doesn't say how many pages it has.");
  return Number(count);
}
