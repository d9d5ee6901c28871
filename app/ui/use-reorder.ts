import { reordered } from "~/shared/reordered";
import { useLatestChoice } from "./use-latest-choice.ts";

/**
 * The items in the order their owner gives them, at once, while it is sent to the server; back in the old one should
 * that refuse. The route's action takes a form of `intent` and `order`: the ids of all items, with spaces between.
 * @param texts the toasts' texts; without `done` a success shows nothing beyond the announcement
 * @param fields sent beside, where the form says which list it is
 */
export function useReorder<Item extends { id: string }>(
  items: readonly Item[],
  intent: string,
  texts: { done?: string; failed: string },
  fields: Readonly<Record<string, string>> = {},
): [ordered: readonly Item[], reorder: (order: string[]) => void] {
  const { chosen: order, choose } = useLatestChoice<string[]>(
    (next) => ({ ...fields, intent, order: next.join(" ") }),
    texts,
  );
  return [order ? inOrder(items, order) : items, choose];
}

/** Items that the order doesn't name, such as one that came meanwhile, stand where the server puts them. */
function inOrder<Item extends { id: string }>(items: readonly Item[], order: readonly string[]): Item[] {
  const byId = new Map(items.map((item) => [item.id, item]));
  const present = order.filter((id) => byId.has(id));
  return (reordered([...byId.keys()], present) ?? []).flatMap((id) => byId.get(id) ?? []);
}
