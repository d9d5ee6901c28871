import { writeSync } from "node:fs";
import { access, constants, mkdir } from "node:fs/promises";
import { StartError } from "../errors.ts";

const answersWithinMs = 10_000;

/** Makes the data folder where it isn't there. @throws StartError where it can't be used */
export async function prepareFolder(dataDir: string): Promise<void> {
  try {
    await mkdir(dataDir, { recursive: true });
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch {
    throw new StartError(
      `The data folder ${dataDir} cannot be written. Give this account access to it, or set DATA_DIR to another folder.`,
    );
  }
}

/**
 * A file system that hangs (a network drive without its network) blocks its callers, the end of the process included:
 * it waits for its threads. So then it is killed.
 */
export async function endIfHanging<T>(dataDir: string, work: () => Promise<T>): Promise<T> {
  const late = setTimeout(() => {
    try {
      writeSync(
        process.stderr.fd,
        `Handbill cannot start: The data folder ${dataDir} does not answer within ${answersWithinMs / 1000} seconds. ` +
          "Look whether its file system is there and answers, or set DATA_DIR to another folder.\n",
      );
    } finally {
      // Also where the output is no longer read.
      process.kill(process.pid, "SIGKILL");
    }
  }, answersWithinMs);
  try {
    return await work();
  } finally {
    clearTimeout(late);
  }
}
