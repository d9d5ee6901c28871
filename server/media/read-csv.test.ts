import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { expect, test } from "vitest";
import { csvOf } from "../../app/shared/csv.ts";
import { readCsv, textOf } from "./read-csv.ts";

const hostile = [
  '=HYPERLINK("http://evil.example","click")',
  "+1+1",
  "-2+3",
  "@SUM(A1:A9)",
  "\t=1",
  "\r=1",
  "\n=1",
  'a "quoted" word',
  "two\r\nlines",
  "comma, semicolon; tab\t",
  "'already",
  "",
  "名前 🌙",
];

test("an independent parser reads back formulas, quotes and line breaks in every field", () => {
  const rows = hostile.map((_, at) =>
    hostile.map((__, column) => hostile[(at + column) % hostile.length] ?? ""),
  );
  const read: string[][] = parse(csvOf(rows), { bom: true });
  expect(read.map((row) => row.map((field) => field.replace(/^'(?=\s*[=+\-@\t\r])/, "")))).toEqual(rows);
});

test("no field begins as a formula does", () => {
  const [read = []]: string[][] = parse(csvOf([hostile]), { bom: true });
  for (const field of read) expect(field).not.toMatch(/^\s*[=+\-@\t\r]/);
});

test("a written file reads back as the same values", () => {
  fc.assert(
    fc.property(fc.array(fc.array(fc.string({ unit: "binary" }), { minLength: 3, maxLength: 3 })), (rows) => {
      const kept = rows.filter((row) => row.some((field) => field.trim() !== ""));
      // An apostrophe before a formula's beginning is one of ours.
      fc.pre(!kept.flat().some((field) => /^'\s*[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/.test(field)));
      fc.pre(!kept.flat().includes("\uFEFF"));
      const head = ["email", "name", "note"];
      expect(readCsv(csvOf([head, ...kept]))).toEqual([head, ...kept]);
    }),
  );
});

test.each([
  ["semicolons", "email;name\r\na@example.org;Ana\r\n"],
  ["tabs and bare line feeds", "email\tname\na@example.org\tAna"],
  ["the separator announced", "sep=;\r\nemail;name\r\na@example.org;Ana\r\n"],
  ["a mark, quotes and empty lines", '\uFEFF"email","name"\r\n\r\n"a@example.org", "Ana"\r\n,\r\n'],
])("other spreadsheets' files: %s", (_, text) => {
  expect(readCsv(text)).toEqual([
    ["email", "name"],
    ["a@example.org", "Ana"],
  ]);
});

test("a comma or the end of a line within quotes separates nothing", () => {
  const text = '"Doe, Jane, of\r\nthe board";jane@example.org;x\r\nOlu;olu@example.org;y';
  expect(readCsv(text)).toEqual([
    ["Doe, Jane, of\r\nthe board", "jane@example.org", "x"],
    ["Olu", "olu@example.org", "y"],
  ]);
});

const utf16 = (text: string, isBigEndian: boolean) => {
  const bytes = Buffer.from(`\uFEFF${text}`, "utf16le");
  return isBigEndian ? bytes.swap16() : bytes;
};

test.each([
  ["UTF-8", Buffer.from("Zoë;Müller")],
  ["UTF-8 with its mark", Buffer.from("\uFEFFZoë;Müller")],
  ["Latin-1", Buffer.from("Zoë;Müller", "latin1")],
  ["UTF-16, little end first", utf16("Zoë;Müller", false)],
  ["UTF-16, big end first", utf16("Zoë;Müller", true)],
])("a file in %s is read in its own letters", (_, bytes) => {
  expect(readCsv(textOf(new Uint8Array(bytes).buffer))).toEqual([["Zoë", "Müller"]]);
});

test("Windows-1252 characters beyond Latin-1 are read, and an empty file is empty", () => {
  expect(textOf(new Uint8Array([0x80, 0x93, 0x41, 0x94]).buffer)).toBe("€“A”");
  expect(readCsv(textOf(new ArrayBuffer(0)))).toEqual([]);
});

test("a file whose quotation mark is never closed is refused, and quotes inside a field are kept", () => {
  expect(() => readCsv('email,name\na@example.org,"Ana\nb@example.org,Bo')).toThrow(/never closed/);
  expect(readCsv('email,name\na@example.org,Ana "Bo" C')).toEqual([
    ["email", "name"],
    ["a@example.org", 'Ana "Bo" C'],
  ]);
});
