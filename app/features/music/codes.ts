import { msg } from "~/shared/t";
// The numbers by which shops and charts know records (UPC-A and EAN-13) and recordings (ISRC, ISO 3901).

export const noBarcode = msg("A UPC has 12 digits, and an EAN has 13");
export const wrongBarcode = msg("This number has a mistake in it: its last digit does not fit the others");
export const noIsrc = msg(
  "An ISRC has two letters, three letters or digits, the year in two digits and a number of five, such as SE-A1B-26-00012",
);

/** The digits of a UPC-A or EAN-13, however it is spaced; else what is wrong with it. */
export function barcodeOf(text: string): { code: string } | { problem: string } {
  const code = text.replace(/[\s-]/g, "");
  if (!/^\d{12,13}$/.test(code)) return { problem: noBarcode };
  return hasCheckDigit(code) ? { code } : { problem: wrongBarcode };
}

/** Whether a GTIN's digits, from the right times one and three in turn, add up to a multiple of ten. */
function hasCheckDigit(code: string): boolean {
  const sum = [...code].reverse().reduce((sum, digit, at) => sum + Number(digit) * (at % 2 === 0 ? 1 : 3), 0);
  return sum % 10 === 0;
}

/** An ISRC without hyphens, in capitals, however it is spaced; undefined where it is none. */
export function isrcOf(text: string): string | undefined {
  const code = text
    .toUpperCase()
    .replace(/^\s*ISRC\b:?/, "")
    .replace(/[\s-]/g, "");
  return /^[A-Z]{2}[A-Z0-9]{3}\d{7}$/.test(code) ? code : undefined;
}

/** As ISO 3901 has it presented: `SE-A1B-26-00012`. */
export function presentedIsrc(code: string): string {
  return [code.slice(0, 2), code.slice(2, 5), code.slice(5, 7), code.slice(7)].join("-");
}
