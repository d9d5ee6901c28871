import { type CoverSize, coverHeights } from "~/shared/cover-sizes";
import type { Area, Size } from "./crop.ts";

export type Device = "mobile" | "desktop";

/** The page's width on a usual screen of each kind, in CSS pixels. */
const pageWidths: Record<Device, number> = { mobile: 390, desktop: 1440 };

/**
 * The part of a cover that a page shows: it fills the page's width and the size's height from its middle. All in
 * percent of the cover.
 */
export function visibleArea(cover: Size, size: CoverSize, device: Device): Area {
  const shape = pageWidths[device] / coverHeights[size][device];
  const own = cover.width / cover.height;
  const width = 100 * Math.min(1, shape / own);
  const height = 100 * Math.min(1, own / shape);
  return { x: (100 - width) / 2, y: (100 - height) / 2, width, height };
}

/** The same in words. */
export function hiddenText(area: Area, device: Device): string {
  const place = device === "mobile" ? "On a phone" : "On a desktop";
  if (Math.round(area.width) < 100) {
    return `${place}, ${Math.round(area.width)}% of the width shows; the sides are cut off.`;
  }
  if (Math.round(area.height) < 100) {
    return `${place}, ${Math.round(area.height)}% of the height shows; the top and the bottom are cut off.`;
  }
  return `${place}, the whole picture shows.`;
}
