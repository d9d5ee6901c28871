import { type Formats, formatsFor, standardFormat } from "./formats.ts";

/** The rows and files that are deleted with an account. */
export interface AccountContents {
  /** How much of each kind, in the order of the sentence. */
  counts: { one: string; many: string; count: number }[];
  /** The bytes of all its files. */
  bytes: number;
}

/** In words, such as '12 tracks, 1 photo and 40.2 MB of files'; kinds without rows aren't named. */
export function contentsText(contents: AccountContents, formats?: Formats): string {
  const parts = contentsParts(contents, formats);
  if (parts.length === 0) return "nothing but the account itself";
  return new Intl.ListFormat("en").format(parts);
}

/** The same, each kind by itself. Empty where there is nothing. */
export function contentsParts(
  { counts, bytes }: AccountContents,
  { number }: Formats = formatsFor(standardFormat),
): string[] {
  const parts = counts.flatMap(({ one, many, count }) =>
    count > 0 ? [`${number(count)} ${count === 1 ? one : many}`] : [],
  );
  return bytes > 0 ? [...parts, `${megabytes(bytes, number)} of files`] : parts;
}

function megabytes(bytes: number, number: Formats["number"]): string {
  const size = bytes / 1024 ** 2;
  return size < 0.1 ? `less than ${number(0.1, 1)} MB` : `${number(size, 1)} MB`;
}
