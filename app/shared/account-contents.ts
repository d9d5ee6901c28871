import { type Formats, formatsFor, standardFormat } from "./formats.ts";
import { language, t } from "./t.ts";

/** The rows and files that are deleted with an account. */
export interface AccountContents {
  /** How much of each kind, with its text for `count`, which is `shown` as the account writes it; in the order of the sentence. */
  counts: { text: string; count: number }[];
  /** The bytes of all its files. */
  bytes: number;
}

/** In words, such as '12 tracks, 1 photo and 40.2 MB of files'; kinds without rows aren't named. */
export function contentsText(contents: AccountContents, formats?: Formats): string {
  const parts = contentsParts(contents, formats);
  if (parts.length === 0) return t("nothing but the account itself|what is deleted");
  return new Intl.ListFormat(language()).format(parts);
}

/** The same, each kind by itself. Empty where there is nothing. */
export function contentsParts(
  { counts, bytes }: AccountContents,
  { number }: Formats = formatsFor(standardFormat),
): string[] {
  const parts = counts.flatMap(({ text, count }) =>
    count > 0 ? [t(text, { count, shown: number(count) })] : [],
  );
  return bytes > 0 ? [...parts, t("{size} of files", { size: megabytes(bytes, number) })] : parts;
}

function megabytes(bytes: number, number: Formats["number"]): string {
  const size = bytes / 1024 ** 2;
  return size < 0.1
    ? t("less than {size} MB", { size: number(0.1, 1) })
    : t("{size} MB", { size: number(size, 1) });
}
