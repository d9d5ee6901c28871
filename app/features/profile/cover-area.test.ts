import { expect, test } from "vitest";
import { hiddenText, middle, visibleArea } from "./cover-area.ts";

const cover = { width: 1200, height: 600 };

test.each([
  // 390 wide and 192 high is a little flatter than the cover, all others on a phone are taller.
  ["compact", "mobile", { width: 100, height: 98.46 }],
  ["medium", "mobile", { width: 87.05, height: 100 }],
  ["large", "mobile", { width: 76.17, height: 100 }],
  ["extra-large", "mobile", { width: 67.71, height: 100 }],
  ["banner", "mobile", { width: 60.94, height: 100 }],
  ["compact", "desktop", { width: 100, height: 31.11 }],
  ["medium", "desktop", { width: 100, height: 40 }],
  ["large", "desktop", { width: 100, height: 44.44 }],
  ["extra-large", "desktop", { width: 100, height: 53.33 }],
  ["banner", "desktop", { width: 100, height: 71.11 }],
] as const)("%s on %s", (size, device, shown) => {
  const area = visibleArea(cover, size, middle, device);
  expect(area.width).toBeCloseTo(shown.width, 2);
  expect(area.height).toBeCloseTo(shown.height, 2);
  expect(area.x * 2 + area.width).toBeCloseTo(100, 6);
  expect(area.y * 2 + area.height).toBeCloseTo(100, 6);
});

test("it says which edges are cut off", () => {
  const text = (size: "large" | "banner", device: "mobile" | "desktop") =>
    hiddenText(visibleArea(cover, size, middle, device), device);
  expect(text("large", "mobile")).toBe("On a phone, 76% of the width shows; the sides are cut off.");
  expect(text("banner", "desktop")).toBe(
    "On a desktop, 71% of the height shows; the top and the bottom are cut off.",
  );
  const whole = visibleArea({ width: 1440, height: 320 }, "large", middle, "desktop");
  expect(hiddenText(whole, "desktop")).toBe("On a desktop, the whole picture shows.");
});

test("the focal point stays in sight, and what is cut off goes from the other edges", () => {
  const right = visibleArea(cover, "banner", { x: 100, y: 50 }, "mobile");
  expect(right.x + right.width).toBeCloseTo(100, 6);
  expect(hiddenText(right, "mobile")).toBe("On a phone, 61% of the width shows; the left is cut off.");
  const top = visibleArea(cover, "large", { x: 100, y: 0 }, "desktop");
  expect(top).toMatchObject({ x: 0, y: 0, width: 100 });
  expect(hiddenText(top, "desktop")).toBe("On a desktop, 44% of the height shows; the bottom is cut off.");
});
