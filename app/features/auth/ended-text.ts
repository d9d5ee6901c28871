import type { Formats } from "~/shared/formats";

/** What became of ending an account's other sessions. */
export function endedText(ended: number, { number }: Formats): string {
  if (ended === 0) return "You were signed in nowhere else.";
  return ended === 1 ? "The other session was ended." : `${number(ended)} other sessions were ended.`;
}
