import type { S3Settings } from "../config.ts";
import type { Storage } from "./storage.ts";

/** Files go to the S3-compatible store when one is set, else below `dataDir`. @throws StartError */
export async function openStorage(options: {
  dataDir: string;
  s3?: S3Settings | undefined;
}): Promise<Storage> {
  if (options.s3) {
    const { openS3 } = await import("./s3.ts");
    return openS3(options.s3);
  }
  const { openFiles } = await import("./files.ts");
  return openFiles(options.dataDir);
}
