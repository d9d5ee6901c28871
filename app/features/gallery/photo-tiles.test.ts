import { expect, test } from "vitest";
import { hasLead, tileSpans } from "./photo-tiles.ts";

/** Puts tiles on lines as a grid does, the first two lines being shorter beside a lead. @returns the holes */
function holesOf(spans: number[], columns: number, withLead: boolean): number {
  const beside = columns - 2;
  const lines = withLead ? [beside, beside].filter((room) => room > 0) : [];
  let holes = 0;
  let room = 0;
  for (const span of withLead ? spans.slice(1) : spans) {
    if (span > room) {
      holes += room;
      room = lines.shift() ?? columns;
    }
    room -= span;
  }
  return holes + room + lines.reduce((sum, left) => sum + left, 0);
}

const counts = Array.from({ length: 120 }, (_, index) => index + 1);

test.each([2, 3])("of %i columns no line has a hole, however many photos there are", (columns) => {
  for (const count of counts) {
    const withLead = hasLead(count);
    const spans = tileSpans(count, columns, withLead);
    expect(spans).toHaveLength(count);
    expect(holesOf(spans, columns, withLead), `${count} photos`).toBe(0);
    expect(holesOf(tileSpans(count, columns, false), columns, false), `${count} after the first`).toBe(0);
  }
});

test("where they fit, all but the lead are squares", () => {
  expect(tileSpans(9, 2, true)).toEqual([2, 1, 1, 1, 1, 1, 1, 1, 1]);
  expect(tileSpans(4, 2, false)).toEqual([1, 1, 1, 1]);
});
