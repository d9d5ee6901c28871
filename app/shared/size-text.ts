import type { Formats } from "./formats.ts";

/** Bytes as people read them: `12.3 MB`, `1.2 GB`. */
export function sizeText(bytes: number, { number }: Pick<Formats, "number">): string {
  const gigabytes = bytes / 1024 ** 3;
  if (gigabytes >= 1) return `${number(gigabytes, gigabytes < 100 ? 1 : 0)} GB`;
  const megabytes = bytes / 1024 ** 2;
  return `${number(megabytes, megabytes < 100 ? 1 : 0)} MB`;
}
