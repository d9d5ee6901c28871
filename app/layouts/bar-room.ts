import { t } from "~/shared/t";
import { adminPanel, type Tool } from "./tools.ts";

/**
 * What letters take of the bar, in pixels. On the server there is nothing to measure, so this is Inter's average by kind:
 * the bar's texts in Handbill's languages come out at 1.00 to 1.06 of what they take.
 */
const letterWidths: [RegExp, number][] = [
  [/[\u3000-\uffff]/, 14],
  [/\p{Script=Arabic}/u, 7.2],
  [/[ijlftrI.,'’ ]/, 4.6],
  [/[mwMW]/, 12.5],
  [/[A-Z]/, 9.7],
];
const otherLetter = 8.2;

function widthOf(text: string): number {
  return [...text].reduce(
    (width, letter) => width + (letterWidths.find(([those]) => those.test(letter))?.[1] ?? otherLetter),
    0,
  );
}

/** What the texts may take on the narrowest screen on which the bar unfolds, beside a scrollbar. */
const textRoom = { musician: 705, admin: 900 };

/**
 * Those of the bar's tools that have room in one line in the reader's language. The last ones give way first, the way to
 * the admin's screens never.
 * @param others what the bar says besides
 */
export function withRoom(tools: Tool[], others: string[], role: "musician" | "admin"): Tool[] {
  const over = (shown: Tool[]) =>
    [...shown.map(({ label }) => t(label)), ...others].reduce((sum, text) => sum + widthOf(text), 0) >
    textRoom[role];
  let shown = tools;
  for (const last of tools.toReversed()) {
    if (!over(shown)) break;
    if (last !== adminPanel) shown = shown.filter((tool) => tool !== last);
  }
  return shown;
}
