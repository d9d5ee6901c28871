import type { Formats } from "~/shared/formats";
import { t } from "~/shared/t";

/** What became of ending an account's other sessions. */
export function endedText(ended: number, { number }: Formats): string {
  if (ended === 0) return t("You were signed in nowhere else.");
  return ended === 1 ? t("The other session was ended.") : `${number(ended)} other sessions were ended.`;
}
