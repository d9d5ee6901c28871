import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";

/** Waits until the list of this grip can be dragged, which comes after the list itself: its pointer says so. */
export async function untilDraggable(grip: Locator): Promise<void> {
  await expect.poll(() => cursorOf(grip)).toBe("grab");
}

/** The pointer's shape over the element. */
export function cursorOf(thing: Locator): Promise<string> {
  return thing.evaluate((element) => getComputedStyle(element).cursor);
}

/**
 * Drags one thing onto the place of another with a finger, and holds it there. Both are brought to the middle
 * of the screen first: near its edges the page would scroll along, and carry the finger past the place.
 * @returns lets go
 */
export async function dragByFinger(page: Page, from: Locator, to: Locator): Promise<() => Promise<void>> {
  const stand = async () => {
    // A trial waits until nothing moves any more.
    for (const thing of [from, to]) await thing.click({ trial: true });
  };
  const middleOf = async (thing: Locator) => {
    const box = await thing.boundingBox();
    if (!box) throw new Error("What is to be dragged, or its place, isn't on the screen.");
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  };
  await untilDraggable(from);
  await stand();
  const between = ((await middleOf(from)).y + (await middleOf(to)).y) / 2;
  await page.evaluate((y) => window.scrollBy({ top: y - innerHeight / 2, behavior: "instant" }), between);
  await stand();
  const [start, end] = [await middleOf(from), await middleOf(to)];
  const client = await page.context().newCDPSession(page);
  const touch = (type: "touchStart" | "touchMove", share: number) =>
    client.send("Input.dispatchTouchEvent", {
      type,
      touchPoints: [{ x: start.x + (end.x - start.x) * share, y: start.y + (end.y - start.y) * share }],
    });
  await touch("touchStart", 0);
  for (let step = 1; step <= 10; step++) await touch("touchMove", step / 10);
  return async () => {
    await client.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
    await client.detach();
  };
}
