/** A list after one of its items went elsewhere. @param to its place in the new list, counted from 0 */
export function moved<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const item = items[from];
  if (item === undefined) return [...items];
  const others = items.toSpliced(from, 1);
  return others.toSpliced(to, 0, item);
}

/**
 * The whole list in its new order, from the new order of the part that the musician saw. Items that they didn't see
 * stay where they were: before all those they saw, or after. Undefined when the order names an unknown id, or one
 * twice.
 */
export function reordered(all: readonly string[], seen: readonly string[]): string[] | undefined {
  const named = new Set(seen);
  const known = new Set(all);
  if (named.size !== seen.length || !seen.every((id) => known.has(id))) return undefined;
  const first = all.findIndex((id) => named.has(id));
  const before = first < 0 ? all.length : first;
  return [...all.slice(0, before), ...seen, ...all.slice(before).filter((id) => !named.has(id))];
}
