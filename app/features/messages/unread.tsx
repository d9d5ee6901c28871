import { createContext, type ReactNode, useContext, useMemo, useRef, useState } from "react";
import { useLiveUpdates } from "~/ui/live";
import { askFeed } from "./ask-server";

interface Unread {
  /** Messages that wait to be read; 100 for that many and more. */
  count: number;
  /** For screens that get the number with other data. */
  set(count: number): void;
}

const UnreadContext = createContext<Unread | null>(null);

/** Keeps count of unread messages for all that is within, in every tab. @param loaded as the page came with it */
export function UnreadProvider({ loaded, children }: { loaded: number; children: ReactNode }) {
  const [count, setCount] = useState(loaded);
  const [taken, setTaken] = useState(loaded);
  const isAsking = useRef(false);
  const isLate = useRef(false);
  if (loaded !== taken) {
    setTaken(loaded);
    setCount(loaded);
  }

  const loadCount = async () => {
    isLate.current = true;
    if (isAsking.current) return;
    isAsking.current = true;
    while (isLate.current) {
      isLate.current = false;
      // A count that can't be had now is asked for with the next update.
      const answer = await askFeed<{ unread: number }>({ what: "unread" }).catch(() => undefined);
      if (answer) setCount(answer.unread);
    }
    isAsking.current = false;
  };
  useLiveUpdates("messages", loadCount);
  const unread = useMemo(() => ({ count, set: setCount }), [count]);
  return <UnreadContext value={unread}>{children}</UnreadContext>;
}

/** Null outside of an `UnreadProvider`. */
export function useUnread(): Unread | null {
  return useContext(UnreadContext);
}
