import { afterEach, expect, test, vi } from "vitest";
import { retrying } from "./connection.ts";

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A window whose only events are connections. */
function start() {
  vi.useFakeTimers();
  const window = new EventTarget();
  vi.stubGlobal("addEventListener", window.addEventListener.bind(window));
  vi.stubGlobal("removeEventListener", window.removeEventListener.bind(window));
  const again = vi.fn();
  return { again, retry: retrying(again), goOnline: () => window.dispatchEvent(new Event("online")) };
}

test("a failed load is tried after growing pauses, and at once when the browser is online again", () => {
  const { again, retry, goOnline } = start();
  goOnline();
  vi.advanceTimersByTime(600_000);
  expect(again).not.toHaveBeenCalled();
  for (const pause of [5_000, 10_000, 20_000, 40_000, 80_000, 120_000, 120_000, 120_000]) {
    again.mockClear();
    retry.later();
    retry.later();
    vi.advanceTimersByTime(pause - 1);
    expect(again).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(again).toHaveBeenCalledTimes(1);
  }
  again.mockClear();
  retry.later();
  vi.advanceTimersByTime(3_600_000);
  expect(again).not.toHaveBeenCalled();
  goOnline();
  expect(again).toHaveBeenCalledTimes(1);
  retry.later();
  vi.advanceTimersByTime(5_000);
  expect(again).toHaveBeenCalledTimes(2);
});

test("a load that has worked isn't tried again", () => {
  const { again, retry, goOnline } = start();
  retry.later();
  retry.settle();
  vi.advanceTimersByTime(600_000);
  goOnline();
  expect(again).not.toHaveBeenCalled();
});
