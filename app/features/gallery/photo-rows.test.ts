import fc from "fast-check";
import { expect, test } from "vitest";
import { placesInRows, ratioOf, rowsOf, settings } from "./photo-rows.ts";

const picture = (width: number, height: number) => ({ src: "", width, height, widths: [], colour: "" });
const countsOf = (ratios: number[], setting: (typeof settings)[number]) => {
  const rows = rowsOf(ratios, setting);
  const counts: number[] = [];
  for (let at = 0; at < rows.length; at += rows[at]?.photos ?? 1) counts.push(rows[at]?.photos ?? 0);
  return counts;
};
const [phone, column, page] = settings;

test("rows are of about the best height, the last as well", () => {
  expect(countsOf(Array(6).fill(1.5), phone)).toEqual([2, 2, 2]);
  expect(countsOf(Array(8).fill(1.5), column)).toEqual([2, 2, 2, 2]);
  expect(countsOf(Array(9).fill(1.5), page)).toEqual([3, 3, 3]);
  expect(countsOf([0.667], page)).toEqual([1]);
  // A panorama is a row of its own on a phone.
  expect(countsOf([1.5, 1, 3.2, 0.667, 1.5], phone)).toEqual([2, 1, 2]);
});

test("every photo is in one row, with its neighbours, and no row holds too many", () => {
  const ratio = fc.double({ min: 0.45, max: 5, noNaN: true });
  fc.assert(
    fc.property(fc.array(ratio, { maxLength: 100 }), fc.constantFrom(...settings), (ratios, setting) => {
      const rows = rowsOf(ratios, setting);
      expect(rows).toHaveLength(ratios.length);
      const counts = countsOf(ratios, setting);
      expect(counts.reduce((sum, count) => sum + count, 0)).toBe(ratios.length);
      expect(Math.max(0, ...counts)).toBeLessThanOrEqual(setting.most);
      let at = 0;
      for (const count of counts) {
        const sum = ratios.slice(at, at + count).reduce((all, one) => all + one, 0);
        expect(rows[at]?.sum).toBeCloseTo(sum, 2);
        at += count;
      }
    }),
  );
});

test("photos keep their proportions, unless they are as long as a line or a thread", () => {
  expect([picture(1600, 500), picture(4000, 100), picture(10, 1000)].map(ratioOf)).toEqual([3.2, 5, 0.45]);
});

test("a photo takes its share of the row, without the gaps, on screens of each width", () => {
  const rows = [
    { sum: 2, photos: 2 },
    { sum: 4, photos: 3 },
    { sum: 8, photos: 3 },
    { sum: 8, photos: 3 },
  ];
  expect(placesInRows([{ from: 0, ofScreen: 0.5, rem: -2 }], 1, rows, 9)).toEqual([
    { from: 724, ofScreen: 0, rem: 40 },
    { from: 224, ofScreen: 0.0625, rem: -0.375 },
    { from: 124, ofScreen: 0.0625, rem: -0.375 },
    { from: 72, ofScreen: 0.125, rem: -0.75 },
    { from: 0, ofScreen: 0.25, rem: -1.25 },
  ]);
  const column = [
    { from: 64, ofScreen: 0, rem: 37 },
    { from: 0, ofScreen: 1, rem: 0 },
  ];
  expect(placesInRows(column, 1, rows, 9)).toEqual([
    { from: 64, ofScreen: 0, rem: 9 },
    { from: 60, ofScreen: 0.125, rem: -0.125 },
    { from: 34, ofScreen: 0.25, rem: -0.25 },
    { from: 0, ofScreen: 0.5, rem: -0.25 },
  ]);
});
