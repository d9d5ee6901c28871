import { buffer } from "node:stream/consumers";
import { AppError } from "#server/errors.ts";
import type { Services } from "#server/services.ts";
import { msg, t } from "~/shared/t";
import { soon } from "./reasons.server";
import { bucketAdvice, bucketMissing, type TestResult } from "./results";

export interface BucketCheck {
  buckets: string[];
  exists: boolean;
  /** The fault, in words that every visitor may read. */
  problem: string | null;
  advice: string[];
}

/** Looks whether the bucket `uploads` is there and takes files. */
export async function checkBucket({ storage, log }: Pick<Services, "storage" | "log">): Promise<BucketCheck> {
  try {
    await soon(storage.ping());
    return { buckets: ["uploads"], exists: true, problem: null, advice: [] };
  } catch (error) {
    log.warn({ err: error }, "the storage check failed");
    const isGone = isMissing(error);
    return {
      buckets: [],
      exists: false,
      problem: isGone ? t(bucketMissing) : t("The storage can't be reached, or takes no files."),
      advice: bucketAdvice.map((line) => t(line)),
    };
  }
}

/** The folder isn't there, or the store says that its bucket isn't. */
function isMissing(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  if (!(cause instanceof Error)) return false;
  return ("code" in cause && cause.code === "ENOENT") || /bucket does not exist/.test(cause.message);
}

export const storageTestName = msg("File storage");

export async function storageTest(services: Pick<Services, "storage" | "log">): Promise<TestResult> {
  const name = t(storageTestName);
  const { exists, problem, advice } = await checkBucket(services);
  if (exists) return { name, status: "pass", message: t("The uploads bucket is there and takes files.") };
  return { name, status: "fail", message: problem ?? t(bucketMissing), details: advice };
}

export type Trial = "text" | "image";

/** A picture of one red pixel. [2 §7 Storage] */
const redPixel = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==",
  "base64",
);

/**
 * Stores a small file, reads it back and removes it.
 * @throws AppError when any of it fails, or other bytes come back
 */
export async function tryUpload(
  { storage }: Pick<Services, "storage">,
  userId: string,
  trial: Trial,
  now = new Date(),
): Promise<void> {
  const [extension, contentType, bytes] =
    trial === "text"
      ? (["txt", "text/plain", Buffer.from(`storage-test ${now.toISOString()}\n`)] as const)
      : (["png", "image/png", redPixel] as const);
  const path = `test/${userId}/test-${now.getTime()}.${extension}`;
  try {
    await storage.put(path, bytes, { contentType });
    const back = await buffer(await storage.read(path));
    if (!back.equals(bytes)) {
      throw new AppError("unavailable", t("What came back is not what was stored."));
    }
  } finally {
    await storage.remove(path);
  }
}
