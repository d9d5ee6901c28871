import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { startCatchUp } from "./catch-up.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A server that answers when it is told to. */
function start() {
  const questions: PromiseWithResolvers<boolean>[] = [];
  const cutOff: boolean[] = [];
  const catchUp = startCatchUp(
    () => {
      const question = Promise.withResolvers<boolean>();
      questions.push(question);
      return question.promise;
    },
    (isCutOff) => cutOff.push(isCutOff),
  );
  return {
    ...catchUp,
    cutOff,
    asked: () => questions.length,
    async answer(hasMore = false) {
      questions.at(-1)?.resolve(hasMore);
      await vi.advanceTimersByTimeAsync(0);
    },
    async fail() {
      questions.at(-1)?.reject(new Error("No answer."));
      await vi.advanceTimersByTimeAsync(0);
    },
  };
}

test("one question is asked at a time, and one after it however many updates came meanwhile", async () => {
  const { ask, asked, answer, cutOff } = start();
  ask();
  ask();
  ask();
  expect(asked()).toBe(1);
  await answer();
  expect(asked()).toBe(2);
  await answer();
  expect([asked(), cutOff]).toEqual([2, [false]]);
});

test("as long as there is more, it is asked for", async () => {
  const { ask, asked, answer } = start();
  ask();
  await answer(true);
  await answer(true);
  await answer(false);
  expect(asked()).toBe(3);
});

test("what fails is tried again after growing pauses, until an answer comes", async () => {
  const { ask, asked, answer, fail, cutOff } = start();
  ask();
  for (const pause of [1_000, 2_000, 4_000, 8_000, 15_000, 15_000]) {
    await fail();
    const before = asked();
    await vi.advanceTimersByTimeAsync(pause - 1);
    expect(asked()).toBe(before);
    await vi.advanceTimersByTimeAsync(1);
    expect(asked()).toBe(before + 1);
  }
  expect(new Set(cutOff)).toEqual(new Set([true]));
  await answer();
  expect(cutOff.at(-1)).toBe(false);
  // The next failure is a first one again.
  ask();
  await fail();
  const before = asked();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(asked()).toBe(before + 1);
});

test("an update doesn't wait for the pause, and the pause doesn't ask again after it", async () => {
  const { ask, asked, answer, fail } = start();
  ask();
  await fail();
  ask();
  expect(asked()).toBe(2);
  await answer();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked()).toBe(2);
});

test("an update during a question that fails doesn't wait for the pause either", async () => {
  const { ask, asked, answer, fail } = start();
  ask();
  await fail();
  await vi.advanceTimersByTimeAsync(1_000);
  // The connection is back while the last question without one is yet to fail.
  ask();
  await fail();
  expect(asked()).toBe(3);
  await answer();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked()).toBe(3);
});

test("once it is stopped nothing is tried again, not even what was under way", async () => {
  const { ask, asked, fail, stop } = start();
  ask();
  await fail();
  stop();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked()).toBe(1);
  const another = start();
  another.ask();
  another.stop();
  await another.fail();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(another.asked()).toBe(1);
});
