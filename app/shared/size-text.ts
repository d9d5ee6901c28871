import type { Formats } from "./formats.ts";
import { t } from "./t.ts";

/** Bytes as people read them: `12.3 MB`, `1.2 GB`. */
export function sizeText(bytes: number, { number }: Pick<Formats, "number">): string {
  const gigabytes = bytes / 1024 ** 3;
  if (gigabytes >= 1) return t("{size} GB", { size: number(gigabytes, gigabytes < 100 ? 1 : 0) });
  const megabytes = bytes / 1024 ** 2;
  return t("{size} MB", { size: number(megabytes, megabytes < 100 ? 1 : 0) });
}
