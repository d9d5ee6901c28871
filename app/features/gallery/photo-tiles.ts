/** So many photos begin with a large one. */
const enoughForLead = 5;

/** Whether the first of so many is as wide and as high as two tiles. */
export const hasLead = (count: number): boolean => count >= enoughForLead;

/**
 * How many columns wide each of so many photos is, as tiles in their order, so that the last line is full. A photo that is wider
 * than one column is as high as one, except for the lead.
 * @param columns two or three
 */
export function tileSpans(count: number, columns: number, withLead: boolean): number[] {
  const spans = Array.from({ length: count }, (_, index) => (withLead && index === 0 ? 2 : 1));
  // The lead stands on two lines.
  const over = (count + (withLead ? 3 : 0)) % columns;
  if (count === 1) return [columns];
  if (over === 0) return spans;
  if (columns - over === 2) spans[count - 4] = 2;
  spans[count - 1] = 2;
  return spans;
}
