import { useCallback, useEffect, useRef, useState } from "react";

interface Page<Item> {
  items: Item[];
  hasMore: boolean;
}

/**
 * A list that is loaded page by page, anew whenever `query` changes; undefined loads nothing yet. An answer to an
 * earlier query is dropped.
 */
export function usePages<Item extends { id: string }>(
  query: string | undefined,
  load: (query: string, after: string | undefined) => Promise<Page<Item>>,
) {
  const [page, setPage] = useState<Page<Item> | null>(null);
  const [state, setState] = useState<"loading" | "ready" | "failed">("loading");
  const question = useRef(0);
  const loader = useRef(load);
  loader.current = load;

  const loadPage = useCallback((query: string, known: Item[]) => {
    question.current += 1;
    const questionNumber = question.current;
    setState("loading");
    loader.current(query, known.at(-1)?.id).then(
      ({ items, hasMore }) => {
        if (questionNumber !== question.current) return;
        setPage({ items: [...known, ...items], hasMore });
        setState("ready");
      },
      () => questionNumber === question.current && setState("failed"),
    );
  }, []);

  useEffect(() => {
    if (query === undefined) setPage(null);
    else loadPage(query, []);
    return () => {
      question.current += 1;
    };
  }, [query, loadPage]);

  return {
    /** Null before the first answer; those of the question before, while it is asked anew. */
    items: page?.items ?? null,
    hasMore: page?.hasMore ?? false,
    state,
    more: () => query !== undefined && loadPage(query, page?.items ?? []),
  };
}
