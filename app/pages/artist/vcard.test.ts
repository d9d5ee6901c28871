import { expect, test } from "vitest";
import { contactFileName, vcard } from "./vcard.ts";

const contact = {
  name: "Nova",
  location: null,
  note: null,
  urls: ["https://example.org/artist/nova"],
  photo: null,
};

test("a card names the artist and leads to the page", () => {
  expect(vcard(contact)).toBe(
    "BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Nova\r\nN:;Nova;;;\r\nTITLE:Musician\r\nURL:https://example.org/artist/nova\r\nEND:VCARD\r\n",
  );
});

test("the photo is in the card", () => {
  const card = vcard({ ...contact, photo: Buffer.alloc(100, 7) }).replaceAll("\r\n ", "");
  expect(card).toContain(`\r\nPHOTO;ENCODING=b;TYPE=JPEG:${Buffer.alloc(100, 7).toString("base64")}\r\n`);
});

test("text can't add properties of its own", () => {
  const card = vcard({ ...contact, name: "A;B,C\\D\r\nEMAIL:x@example.org", note: "one\u2028TEL:1" });
  expect(card).toContain("FN:A\\;B\\,C\\\\D\\nEMAIL:x@example.org\r\n");
  expect(card).not.toMatch(/^(EMAIL|TEL)/m);
});

test("long lines are folded, between characters", () => {
  const card = vcard({ ...contact, note: "🎸".repeat(100) });
  for (const line of card.split("\r\n")) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  expect(card.replaceAll("\r\n ", "")).toContain(`NOTE:${"🎸".repeat(100)}`);
});

test.each([
  ["Ishbel Carrow", "Ishbel_Carrow_contact"],
  ["AC/DC!", "AC_DC__contact"],
  ["Sigur Rós", "Sigur_Rós_contact"],
])("the file of %s", (name, file) => expect(contactFileName(name)).toBe(file));
