import { expect, test } from "vitest";
import { kitName, megabytes, pdfFileProblem } from "./schema.ts";

const pdf = { name: "Kit.PDF", size: 5_000_000, type: "application/pdf" };

test.each([
  [{}, undefined],
  [{ type: "" }, undefined],
  [{ size: 25 * 1024 * 1024 }, undefined],
  [{ size: 25 * 1024 * 1024 + 1 }, "PDF file must be smaller than 25MB"],
  [{ size: 0 }, "Invalid file: File is empty or corrupted"],
  [{ type: "text/html" }, "Please select a PDF file only"],
  [{ type: "", name: "kit.html" }, "Please select a PDF file only"],
])("of a file with %j: %s", (claimed, problem) => {
  expect(pdfFileProblem({ ...pdf, ...claimed })).toBe(problem);
});

test.each([
  ["Ida Quell – Press Kit.pdf", "Ida Quell – Press Kit.pdf"],
  ["Kit.PDF", "Kit.pdf"],
  ["kit", "kit.pdf"],
  ["../../etc/passwd.pdf", "passwd.pdf"],
  ["C:\\kits\\ours.pdf", "ours.pdf"],
  ["a\u0000b\r\nc\u202efdp.exe", "a b c fdp.exe.pdf"],
  [".pdf", "Press kit.pdf"],
  ["\ud800.pdf", "\ufffd.pdf"],
  [`${"🎵".repeat(300)}.pdf`, `${"🎵".repeat(200)}.pdf`],
])("%j is kept as %j", (name, kept) => {
  expect(kitName(name)).toBe(kept);
});

test("sizes are shown in megabytes with one decimal", () => {
  expect([0, 52_429, 203_937, 26_214_400].map(megabytes)).toEqual(["0.0 MB", "0.1 MB", "0.2 MB", "25.0 MB"]);
});
