import type { Formats } from "~/shared/formats";
import { t } from "~/shared/t";

/** What became of ending an account's other sessions. */
export function endedText(ended: number, { number }: Formats): string {
  if (ended === 0) return t("You were signed in nowhere else.");
  return t("{count, plural, one {The other session was ended.} other {{shown} other sessions were ended.}}", {
    count: ended,
    shown: number(ended),
  });
}
