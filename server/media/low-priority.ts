import { readlinkSync } from "node:fs";
import { constants, setPriority } from "node:os";

/** Has a process stand back behind everything else: no request waits for it, and pages shall not wait because of it. */
export function lowerPriority(process: number | undefined): void {
  try {
    if (process !== undefined) setPriority(process, constants.priority.PRIORITY_LOW);
  } catch {
    // It has ended already, or the system doesn't let us.
  }
}

/** The same for the calling thread alone; elsewhere than on Linux it does nothing. */
export function lowerThreadPriority(): void {
  try {
    // '{process}/task/{thread}': to the system's scheduler a thread is something of its own.
    lowerPriority(Number(readlinkSync("/proc/thread-self").split("/").at(-1)));
  } catch {
    // There is no such file.
  }
}
