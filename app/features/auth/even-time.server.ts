import { setTimeout as sleep } from "node:timers/promises";

/** Longer than the work of any answer that must not tell who has an account. */
const leastMs = 250;

/** The result of the work, no sooner than any other such work would be done: its time doesn't tell who has an account. */
export async function inEvenTime<Result>(work: Promise<Result>): Promise<Result> {
  const [result] = await Promise.all([work, sleep(leastMs)]);
  return result;
}
