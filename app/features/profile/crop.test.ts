import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  centred,
  cropOf,
  fitted,
  moved,
  overhang,
  type Size,
  sharesOf,
  shownArea,
  zoomed,
  zoomLimits,
} from "./crop.ts";

const avatar = { width: 400, height: 400 };
const cover = { width: 1200, height: 600 };

const size = fc.record({
  width: fc.integer({ min: 1, max: 8000 }),
  height: fc.integer({ min: 1, max: 8000 }),
});
const frame = fc.constantFrom(avatar, cover);
const percent = fc.double({ min: 0, max: 100, noNaN: true });
const anyCrop = fc
  .record({ picture: size, frame, zoom: fc.double({ min: 0, max: 1, noNaN: true }), x: percent, y: percent })
  .map(({ picture, frame, zoom, x, y }) => {
    const { min, max } = zoomLimits(picture, frame);
    return { picture, frame, crop: { zoom: min + zoom * (max - min), horizontal: x, vertical: y } };
  });

function expectInside(area: ReturnType<typeof shownArea>, { width, height }: Size, frame: Size) {
  const hair = 1e-6 * Math.max(width, height);
  expect(area.x).toBeGreaterThanOrEqual(0);
  expect(area.y).toBeGreaterThanOrEqual(0);
  expect(area.x + area.width).toBeLessThanOrEqual(width + hair);
  expect(area.y + area.height).toBeLessThanOrEqual(height + hair);
  expect(area.width / area.height / (frame.width / frame.height)).toBeCloseTo(1, 6);
}

test("what shows is the same part again when it was kept", () => {
  fc.assert(
    fc.property(anyCrop, ({ picture, frame, crop }) => {
      const shares = sharesOf(crop, picture, frame);
      const before = shownArea(crop, picture, frame);
      const after = shownArea(cropOf(shares, picture, frame), picture, frame);
      for (const side of ["x", "y", "width", "height"] as const) {
        // Along a side on which nothing is over it is less than a pixel of the frame.
        const pixel = 1 / crop.zoom;
        expect(Math.abs(after[side] - before[side])).toBeLessThanOrEqual(pixel);
      }
    }),
  );
});

test("a part that was kept is where it was", () => {
  const shares = { crop_x: 0.5, crop_y: 0.25, crop_width: 0.25, crop_height: 0.5 };
  expect(cropOf(shares, { width: 2000, height: 1000 }, avatar)).toEqual({
    zoom: 0.8,
    horizontal: expect.closeTo(66.67, 2),
    vertical: 50,
  });
});

describe("the zoom", () => {
  test.each([
    [{ width: 800, height: 600 }, avatar, 400 / 600],
    [{ width: 600, height: 800 }, avatar, 400 / 600],
    [{ width: 4000, height: 1000 }, cover, 0.6],
    [{ width: 1000, height: 4000 }, cover, 1.2],
    [{ width: 1200, height: 600 }, cover, 1],
  ])("of %o in %o begins where the frame is just covered, and ends at 3", (picture, frame, least) => {
    expect(zoomLimits(picture, frame)).toEqual({ min: least, max: 3 });
  });

  test("of a picture too small for its frame at 3x is the one that covers it", () => {
    expect(zoomLimits({ width: 100, height: 50 }, avatar)).toEqual({ min: 8, max: 8 });
  });

  test("stays within its limits, whatever is asked", () => {
    const picture = { width: 800, height: 600 };
    expect(zoomed(fitted(picture, avatar), 99, picture, avatar).zoom).toBe(3);
    expect(zoomed(fitted(picture, avatar), 0, picture, avatar).zoom).toBe(400 / 600);
  });

  test("leaves the point under the pointer where it is", () => {
    const picture = { width: 2000, height: 1500 };
    const at = { x: 100, y: 320 };
    const before = { zoom: 1, horizontal: 40, vertical: 60 };
    const after = zoomed(before, 1.7, picture, avatar, at);
    const under = (crop: typeof before) => {
      const { x, y } = shownArea(crop, picture, avatar);
      return [x + at.x / crop.zoom, y + at.y / crop.zoom];
    };
    expect(under(after)[0]).toBeCloseTo(under(before)[0] ?? 0, 6);
    expect(under(after)[1]).toBeCloseTo(under(before)[1] ?? 0, 6);
  });
});

describe("the position", () => {
  const picture = { width: 1000, height: 500 };

  test("is the middle at first, and shows as much as fits", () => {
    expect(fitted(picture, avatar)).toEqual({ zoom: 0.8, horizontal: 50, vertical: 50 });
    expect(shownArea(fitted(picture, avatar), picture, avatar)).toEqual({
      x: 250,
      y: 0,
      width: 500,
      height: 500,
    });
  });

  test("goes from edge to edge", () => {
    const shown = (horizontal: number) => shownArea({ zoom: 1, horizontal, vertical: 100 }, picture, avatar);
    expect(shown(0)).toEqual({ x: 0, y: 100, width: 400, height: 400 });
    expect(shown(100)).toEqual({ x: 600, y: 100, width: 400, height: 400 });
  });

  test("follows the hand pixel by pixel, and stops at the edge", () => {
    const start = { zoom: 1, horizontal: 50, vertical: 50 };
    const dragged = moved(start, { x: 60, y: -10 }, picture, avatar);
    expect(shownArea(dragged, picture, avatar)).toMatchObject({ x: 240, y: 60 });
    expect(moved(start, { x: -5000, y: 5000 }, picture, avatar)).toMatchObject({
      horizontal: 100,
      vertical: 0,
    });
  });

  test("does not change where nothing is left over", () => {
    const wide = { ...fitted(picture, avatar), vertical: 30 };
    expect(overhang(wide, picture, avatar)).toEqual({ width: 400, height: 0 });
    expect(moved(wide, { x: 0, y: 50 }, picture, avatar).vertical).toBe(30);
    expect(zoomed(wide, 0.8, picture, avatar).vertical).toBe(30);
  });

  test("is centred without changing the zoom", () => {
    expect(centred({ zoom: 2, horizontal: 3, vertical: 97 })).toEqual({
      zoom: 2,
      horizontal: 50,
      vertical: 50,
    });
  });
});

test("whatever one does, the frame is covered by the picture, undistorted", () => {
  fc.assert(
    fc.property(
      anyCrop,
      fc.double({ min: 0, max: 10, noNaN: true }),
      fc.integer({ min: -3000, max: 3000 }),
      fc.integer({ min: -3000, max: 3000 }),
      ({ picture, frame, crop }, zoom, x, y) => {
        expectInside(shownArea(crop, picture, frame), picture, frame);
        const turned = moved(zoomed(crop, zoom, picture, frame, { x: 10, y: 20 }), { x, y }, picture, frame);
        expectInside(shownArea(turned, picture, frame), picture, frame);
      },
    ),
  );
});
