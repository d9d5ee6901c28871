import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { artist } from "../../demo/artist.ts";
import { smallPdf } from "../../tests/harness/pdf.ts";
import { requirePdf } from "./pdf.ts";

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "handbill-pdf-"));
});
afterAll(() => rm(folder, { recursive: true }));

async function check(bytes: Uint8Array | string): Promise<void> {
  const path = join(folder, "file.pdf");
  await writeFile(path, bytes);
  await requirePdf(path);
}

const notPdf = { kind: "invalid", publicText: "Please select a PDF file only" };
const corrupted = { kind: "invalid", publicText: "Invalid file: File is empty or corrupted" };
const pdf = smallPdf();
const text = pdf.toString("latin1");

test("a PDF is one: as browsers print it, with a table or a stream at its end, after other bytes, changed later", async () => {
  await check(await readFile(join(import.meta.dirname, "../../demo/press-kit", artist.pressKit)));
  await check(pdf);
  // Counted from the file's beginning, as most do, and from the header.
  await check(`\n\n${text}`);
  await check(`\n\n${text.replace(/startxref\n(\d+)/, (_, offset) => `startxref\n${Number(offset) + 2}`)}`);
  await check(streamPdf());
  const later = text.length;
  await check(`${text}xref\n0 0\ntrailer << /Root 1 0 R /Prev 1 >>\nstartxref\n${later}\n%%EOF\n`);
  await check(`${text}\r\n\r\n`);
  // Made for reading from its beginning: the table that the end leads to stands before the rest.
  const entries = Array.from({ length: 900 }, () => "0000000015 00000 n \n").join("");
  const first = `%PDF-1.7\nxref\n0 900\n${entries}trailer << /Root 1 0 R >>\nstartxref\n0\n%%EOF\n`;
  await check(`${first}${"rest ".repeat(900)}trailer << /Size 1 >>\nstartxref\n9\n%%EOF`);
});

test("a file that isn't a PDF is refused, whatever its first line or its name says", async () => {
  await expect(check("<!doctype html><p>page</p>")).rejects.toMatchObject(notPdf);
  await expect(check(`%PDF-1.7\n<!doctype html><script>alert(1)</script>`)).rejects.toMatchObject(notPdf);
  await expect(
    check(await readFile(join(import.meta.dirname, "../../tests/fixtures/tone.mp3"))),
  ).rejects.toMatchObject(notPdf);
  await expect(check(`${"x".repeat(2000)}${text}`)).rejects.toMatchObject(notPdf);
  await expect(check("%PDF-9.9\n")).rejects.toMatchObject(notPdf);
});

test("an empty, truncated or inconsistent PDF is refused as corrupted", async () => {
  await expect(check("")).rejects.toMatchObject(corrupted);
  await expect(check("%PDF-1.7\n")).rejects.toMatchObject(corrupted);
  for (const share of [0.3, 0.6, 0.9]) {
    await expect(check(pdf.subarray(0, pdf.length * share)), `${share}`).rejects.toMatchObject(corrupted);
  }
  const elsewhere = (offset: string) => check(text.replace(/startxref\n\d+/, `startxref\n${offset}`));
  for (const offset of ["0", "9", "99999999", "9999999999"]) {
    await expect(elsewhere(offset), offset).rejects.toMatchObject(corrupted);
  }
  await expect(check(text.replace("/Root", "/Toor"))).rejects.toMatchObject(corrupted);
});

test("the largest one takes no longer than a small one", async () => {
  const path = join(folder, "large.pdf");
  const stuffed = smallPdf(25 * 1024 * 1024 - 1000);
  await writeFile(path, stuffed);
  const started = performance.now();
  await requirePdf(path);
  expect(performance.now() - started).toBeLessThan(500);
});

/** A PDF whose cross-reference is a stream, as of PDF 1.5. */
function streamPdf(): string {
  const body =
    "%PDF-1.5\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n2 0 obj\n<< /Type /Pages /Kids [] /Count 0 >>\nendobj\n";
  const reference = `3 0 obj\n<< /Type /XRef /Size 4 /W [1 2 1] /Root 1 0 R /Length 0 >>\nstream\n\nendstream\nendobj\n`;
  return `${body}${reference}startxref\n${body.length}\n%%EOF\n`;
}
