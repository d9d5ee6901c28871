import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readImport } from "./import-file.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "handbill-import-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const read = (text: string | Uint8Array) => readImport(Buffer.from(text));
const reasonOf = (text: string | Uint8Array) =>
  read(text).then(
    () => "read",
    (error: Error) => error.message,
  );

test("a table is read in any encoding that spreadsheets write", async () => {
  const text = "Titel;Adresse\nGrüße;https://example.org/\n";
  const table = {
    is: "table",
    records: [
      ["Titel", "Adresse"],
      ["Grüße", "https://example.org/"],
    ],
  };
  const utf16 = Buffer.from(`\uFEFF${text}`, "utf16le");
  for (const bytes of [
    Buffer.from(text),
    Buffer.from(`\uFEFF${text}`),
    Buffer.from(text, "latin1"),
    utf16,
    Buffer.from(utf16).swap16(),
    Buffer.from(text.replaceAll("\n", "\r\n")),
  ]) {
    expect(await read(bytes)).toEqual(table);
  }
});

test("what is no text is refused, and so is what breaks off", async () => {
  expect(await reasonOf("")).toBe("There is nothing in this file.");
  expect(await reasonOf("\uFEFF \n")).toBe("There is nothing in this file.");
  expect(await reasonOf(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 3]))).toContain("no file that can");
  expect(await reasonOf('{"links": [')).toContain("isn't whole");
  expect(await reasonOf('<script id="__NEXT_DATA__">{"props":</script>')).toContain("aren't whole");
  expect(await reasonOf('email\n"never closed\n')).toContain("quotation mark");
});

test("a file of 100 MB is refused before it is read", async () => {
  const path = join(folder, "large.csv");
  await writeFile(path, Buffer.alloc(100 * 1024 * 1024, "a,b\n"));
  await expect(readImport(path)).rejects.toThrow("larger than 20 MB");
});

test("endless lines end with a reason", async () => {
  expect(await reasonOf("a".repeat(2_000_000))).toContain("longer than 200,000 characters");
  expect(await reasonOf(`"${"a\n".repeat(1_000_000)}`)).toContain("longer than 200,000 characters");
  expect(await reasonOf("a\n".repeat(100_000))).toContain("more than 5,000 lines");
});

test("deep data are cut, and entities that double are words like others", async () => {
  const deep = 100_000;
  expect(await read(`${"[".repeat(deep)}${"]".repeat(deep)}`)).toMatchObject({ is: "json" });
  const page = await read(`<html>${"<div>".repeat(5_000)}<a href="https://example.org/">End</a>`);
  expect(page).toMatchObject({ links: [{ href: "https://example.org/", text: "End" }] });
  const laughs = Array.from({ length: 30 }, (_, at) => `<!ENTITY lol${at + 1} "&lol${at};&lol${at};">`);
  const doubled = await read(
    `<!DOCTYPE html [<!ENTITY lol0 "lol">${laughs.join("")}]><a href="https://example.org/">&lol30;</a>`,
  );
  expect(JSON.stringify(doubled).length).toBeLessThan(5_000);
});

test("a page's scripts are never run, and only pictures within the file come along", async () => {
  const picture = `data:image/png;base64,${"A".repeat(100)}`;
  const page = await read(`<html><script>globalThis.harmed = 1</script>
    <a href="https://one.example/" onclick="harm()"><script>harm()</script><b>One</b> &amp; <i>only</i>
      <img src="https://elsewhere.example/x.png"><img src="${picture}"></a>
    <a href="https://two.example/"><img src="data:image/svg+xml;base64,PHN2Zz4=">Two</a></html>`);
  expect(page).toMatchObject({
    links: [
      { href: "https://one.example/", text: "One & only", picture },
      { href: "https://two.example/", text: "Two" },
    ],
  });
  expect(JSON.stringify(page)).not.toContain("harm");
  expect("harmed" in globalThis).toBe(false);
});
