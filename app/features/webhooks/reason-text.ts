import { t, translationOf } from "~/shared/t";

/** Why a post got no answer, in the reader's language: it is stored in English. */
export function reasonText(reason: string): string {
  const seconds = /^No answer within (\S+) seconds\.$/.exec(reason)?.[1];
  if (seconds) return t("No answer within {seconds} seconds.", { seconds });
  const code = /^The connection failed \((\S+)\)\.$/.exec(reason)?.[1];
  return code ? t("The connection failed ({code}).", { code }) : translationOf(reason);
}
