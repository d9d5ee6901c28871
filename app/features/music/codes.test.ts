import fc from "fast-check";
import isEAN from "validator/lib/isEAN.js";
import isISRC from "validator/lib/isISRC.js";
import { expect, test } from "vitest";
import { barcodeOf, isrcOf, noBarcode, presentedIsrc, wrongBarcode } from "./codes.ts";

test.each([
  // The examples of the standards' own pages: UPC-A, EAN-13, an EAN that begins with a nought.
  ["036000291452", "036000291452"],
  ["4006381333931", "4006381333931"],
  ["0 36000 29145 2", "036000291452"],
  ["4-006381-333931", "4006381333931"],
  ["0036000291452", "0036000291452"],
])("%s is the number %s", (text, code) => {
  expect(barcodeOf(text)).toEqual({ code });
});

test.each([
  ["036000291453", wrongBarcode],
  ["4006381333932", wrongBarcode],
  // Two neighbours changed places.
  ["4006381339331", wrongBarcode],
  ["03600029145", noBarcode],
  ["40063813339310", noBarcode],
  ["O36000291452", noBarcode],
  ["", noBarcode],
])("%s is none: %s", (text, problem) => {
  expect(barcodeOf(text)).toEqual({ problem });
});

test("every digit that is mistyped shows", () => {
  const right = "4006381333931";
  for (let at = 0; at < right.length; at++) {
    for (let by = 1; by < 10; by++) {
      const wrong = right.slice(0, at) + ((Number(right[at]) + by) % 10) + right.slice(at + 1);
      expect(barcodeOf(wrong), wrong).toEqual({ problem: wrongBarcode });
    }
  }
});

test.each([
  ["SE-A1B-26-00012", "SEA1B2600012"],
  ["sea1b2600012", "SEA1B2600012"],
  [" ISRC US-RC1-76-07839 ", "USRC17607839"],
])("%s is the ISRC %s", (text, code) => {
  expect(isrcOf(text)).toBe(code);
});

test.each(["", "S1-A1B-26-00012", "SE-A1B-26-0012", "SE-A1B-2X-00012", "SE-A1B-26-000123", "SEA1B26 0001"])(
  "“%s” is no ISRC",
  (text) => {
    expect(isrcOf(text)).toBeUndefined();
  },
);

test("an ISRC is shown with hyphens", () => {
  expect(presentedIsrc("USRC17607839")).toBe("US-RC1-76-07839");
});

test("of every number the same last digit is right as for another's library", () => {
  fc.assert(
    fc.property(fc.stringMatching(/^\d{11,12}$/), (start) => {
      const codes = Array.from("0123456789", (digit) => start + digit);
      // A UPC is an EAN that begins with a nought.
      const right = codes.filter((code) => isEAN(code.padStart(13, "0")));
      expect(right).toHaveLength(1);
      expect(codes.filter((code) => "code" in barcodeOf(code))).toEqual(right);
    }),
  );
});

test("what is an ISRC for another's library is one here, and nothing else", () => {
  const right = fc.stringMatching(/^[A-Z]{2}[A-Z0-9]{3}\d{7}$/);
  const near = fc
    .tuple(right, fc.nat(12), fc.constantFrom("", "A", "7", "É", "_"))
    .map(([code, at, sign]) => code.slice(0, at) + sign + code.slice(at + 1));
  fc.assert(
    fc.property(fc.oneof(right, near), (code) => {
      expect(isrcOf(code)).toBe(isISRC(code) ? code : undefined);
      if (isISRC(code)) expect(isISRC(presentedIsrc(code).replaceAll("-", ""))).toBe(true);
    }),
  );
});
