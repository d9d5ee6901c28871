import { useEffect, useRef, useState } from "react";
import { useFetcher } from "react-router";
import { failureText, isNothingDone } from "~/shared/action-answer";
import { reordered } from "~/shared/reordered";
import { useToast } from "./toasts.tsx";
import { useAnswer } from "./use-answer.ts";

/**
 * The items in the order their owner gives them, at once, while it is sent to the server; back in the old one should
 * that refuse. One order at a time is on its way, and after it the latest that was made meanwhile: of two at once, the
 * server might take the earlier one last. The route's action takes a form of `intent` and `order`: the ids of all
 * items, with spaces between.
 * @param texts the toasts' texts; without `done` a success shows nothing beyond the announcement
 * @param fields sent beside, where the form says which list it is
 */
export function useReorder<Item extends { id: string }>(
  items: readonly Item[],
  intent: string,
  texts: { done?: string; failed: string },
  fields: Readonly<Record<string, string>> = {},
): [ordered: readonly Item[], reorder: (order: string[]) => void] {
  const fetcher = useFetcher<unknown>();
  const toast = useToast();
  const [order, setOrder] = useState<string[] | null>(null);
  const isUnderWay = useRef(false);
  const waiting = useRef<string[]>(null);

  const send = (next: string[]) => {
    isUnderWay.current = true;
    fetcher.submit({ ...fields, intent, order: next.join(" ") }, { method: "post" });
  };
  // A form that is sent while the list is still loading anew would break that off.
  useAnswer(fetcher.state === "idle" ? fetcher.data : undefined, (answer) => {
    isUnderWay.current = false;
    const next = waiting.current;
    waiting.current = null;
    if (isNothingDone(answer)) {
      // A failure may come so soon that the fetcher never seems to have been busy.
      if (!next) setOrder(null);
      toast.error(failureText(answer, texts.failed) ?? texts.failed);
    } else if (texts.done) toast.success(texts.done);
    if (next) send(next);
  });
  // By then the loader's items are in the new order, or in the old one that still holds.
  useEffect(() => {
    if (fetcher.state === "idle" && !isUnderWay.current) setOrder(null);
  }, [fetcher.state]);

  const reorder = (next: string[]) => {
    setOrder(next);
    if (isUnderWay.current) waiting.current = next;
    else send(next);
  };
  return [order ? inOrder(items, order) : items, reorder];
}

/** Items that the order doesn't name, such as one that came meanwhile, stand where the server puts them. */
function inOrder<Item extends { id: string }>(items: readonly Item[], order: readonly string[]): Item[] {
  const byId = new Map(items.map((item) => [item.id, item]));
  const present = order.filter((id) => byId.has(id));
  return (reordered([...byId.keys()], present) ?? []).flatMap((id) => byId.get(id) ?? []);
}
