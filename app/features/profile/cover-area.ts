import { type CoverSize, coverHeights } from "~/shared/cover-sizes";
import { t } from "~/shared/t";
import type { Area, Size } from "./crop.ts";

/** The point of a picture that stays in sight, in percent from its left and its top. */
export interface Focus {
  x: number;
  y: number;
}

export const middle: Focus = { x: 50, y: 50 };

export type Device = "mobile" | "desktop";

/** The page's width on a usual screen of each kind, in CSS pixels. */
const pageWidths: Record<Device, number> = { mobile: 390, desktop: 1440 };

/**
 * The part of a cover that a page shows: it fills the page's width and the size's height, and what is cut off
 * is shared between the edges as its focal point is (`object-position`). All in percent of the cover.
 */
export function visibleArea(cover: Size, size: CoverSize, focus: Focus, device: Device): Area {
  const shape = pageWidths[device] / coverHeights[size][device];
  const own = cover.width / cover.height;
  const width = 100 * Math.min(1, shape / own);
  const height = 100 * Math.min(1, own / shape);
  return { x: ((100 - width) * focus.x) / 100, y: ((100 - height) * focus.y) / 100, width, height };
}

/** The same in words. */
export function hiddenText(area: Area, device: Device): string {
  const width = Math.round(area.width);
  if (width < 100) {
    const cut = cutOff(area.x, area.width);
    return t(
      "{device, select, mobile {On a phone} other {On a desktop}}, {width}% of the width shows; {cut, select, both {the sides are} before {the left is} other {the right is}} cut off.",
      { device, width, cut },
    );
  }
  const height = Math.round(area.height);
  if (height < 100) {
    const cut = cutOff(area.y, area.height);
    return t(
      "{device, select, mobile {On a phone} other {On a desktop}}, {height}% of the height shows; {cut, select, both {the top and the bottom are} before {the top is} other {the bottom is}} cut off.",
      { device, height, cut },
    );
  }
  return t("{device, select, mobile {On a phone} other {On a desktop}}, the whole picture shows.", {
    device,
  });
}

/** Which of the two edges, of which at least one is out of sight. */
function cutOff(before: number, shown: number): "both" | "before" | "after" {
  const after = 100 - before - shown;
  if (before < 0.5) return "after";
  return after < 0.5 ? "before" : "both";
}
