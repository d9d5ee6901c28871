import { AppError } from "../errors.ts";

/**
 * The folders of the bucket `uploads`, `archives` for the pieces of accounts' archives, `test` for the diagnostics' trial
 * uploads, and `unfinished` for the pieces of files that are on their way. [2 §3, Storage]
 */
export const folders = [
  "avatars",
  "photos",
  "music",
  "press-kits",
  "archives",
  "test",
  "unfinished",
] as const;

/** The types that may be stored, by extension. Nothing is served as any other type than its extension's. */
const contentTypes: Readonly<Record<string, string>> = {
  mp3: "audio/mpeg",
  wav: "audio/wav",
  m4a: "audio/mp4",
  flac: "audio/flac",
  ogg: "audio/ogg",
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  png: "image/png",
  gif: "image/gif",
  webp: "image/webp",
  avif: "image/avif",
  mp4: "video/mp4",
  pdf: "application/pdf",
  txt: "text/plain; charset=utf-8",
  part: "application/octet-stream",
};

// Lower case only: two names must not become one on a file system that ignores case.
const shape = new RegExp(
  `^(?:${folders.join("|")})/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/[a-z0-9][a-z0-9._-]{0,119}$`,
);
const prefixShape = new RegExp(
  `^(?:(?:${folders.join("|")})/(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/)?)?$`,
);

/** Whether `path` is `{folder}/{user id}/{name}` with a folder, a name and an extension that Handbill knows. */
export function isStoredPath(path: string): boolean {
  return shape.test(path) && contentTypeOf(path) !== undefined;
}

/** @throws AppError `invalid` for a path that could never be a stored file's. */
export function requireStoredPath(path: string): void {
  if (!isStoredPath(path)) throw new AppError("invalid", "This is not the path of a stored file.");
}

/** The name decides what a file is served as, so a name that says otherwise is a fault of ours. */
export function requireMatchingType(path: string, contentType: string): void {
  if (contentTypeOf(path)?.split(";")[0] !== contentType.split(";")[0]) {
    throw new Error(`${path} cannot be stored as ${contentType}`);
  }
}

/** @throws AppError `invalid` unless `prefix` is "", `{folder}/` or `{folder}/{user id}/`. */
export function requirePrefix(prefix: string): void {
  if (!prefixShape.test(prefix)) throw new AppError("invalid", "This is not a folder of stored files.");
}

/** The extension of `path`, without its dot; "" without one. */
export function extensionOf(path: string): string {
  return /\.([a-z0-9]+)$/.exec(path)?.[1] ?? "";
}

/** The type that a file of this name has and is served as; undefined for an extension that is never stored. */
export function contentTypeOf(path: string): string | undefined {
  const extension = extensionOf(path);
  return Object.hasOwn(contentTypes, extension) ? contentTypes[extension] : undefined;
}
