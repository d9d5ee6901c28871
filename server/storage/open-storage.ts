import type { S3Settings } from "../config.ts";
import { watched } from "../watching.ts";
import type { Storage } from "./storage.ts";

/** Files go to the S3-compatible store when one is set, else below `dataDir`. @throws StartError */
export async function openStorage(options: {
  dataDir: string;
  s3?: S3Settings | undefined;
}): Promise<Storage> {
  if (options.s3) {
    const { openS3 } = await import("./s3.ts");
    return watchedStorage(await openS3(options.s3));
  }
  const { openFiles } = await import("./files.ts");
  return watchedStorage(await openFiles(options.dataDir));
}

function watchedStorage(storage: Storage): Storage {
  const watch = <T>(name: keyof Storage, work: () => Promise<T>) => watched({ kind: "storage", name }, work);
  return {
    put: (path, source, info) => watch("put", () => storage.put(path, source, info)),
    head: (path) => watch("head", () => storage.head(path)),
    read: (path, range) => watch("read", () => storage.read(path, range)),
    borrow: (path, work) => watch("borrow", () => storage.borrow(path, work)),
    remove: (path) => watch("remove", () => storage.remove(path)),
    list: (prefix) => storage.list(prefix),
    ping: () => watch("ping", () => storage.ping()),
  };
}
