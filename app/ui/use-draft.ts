import { useEffect, useMemo, useRef, useState } from "react";
import { type Draft, DraftKeeper } from "~/client/draft.ts";
import type { FormValues } from "~/shared/forms";

/** A form's draft on the server. All of it does nothing where the form has none. */
export interface ServerDraft {
  /** What was typed earlier and not saved, perhaps on another device, until it is taken or dropped. */
  offered: Draft | null;
  /** To be called with the form's texts whenever they change. */
  keep(fields: FormValues): void;
  /** The draft was taken into the form. */
  take(): void;
  /** The offered draft isn't wanted. */
  drop(): void;
  /** The form was saved or discarded: its draft goes. One that is still offered stays. */
  settle(): void;
}

/** @param about names the form, such as 'event:new'; undefined for one without a draft, or while it is closed */
export function useServerDraft(about: string | undefined): ServerDraft {
  const [offered, setOffered] = useState<Draft | null>(null);
  const keeper = useRef<DraftKeeper>(null);
  useEffect(() => {
    if (about === undefined) return;
    const own = new DraftKeeper(about);
    keeper.current = own;
    let isOver = false;
    own.read().then((draft) => {
      if (!isOver) setOffered(draft);
    });
    return () => {
      isOver = true;
      own.close();
      keeper.current = null;
      setOffered(null);
    };
  }, [about]);
  return useMemo(
    () => ({
      offered,
      keep: (fields) => keeper.current?.keep(fields),
      take() {
        setOffered(null);
        keeper.current?.release();
      },
      drop() {
        setOffered(null);
        keeper.current?.drop();
      },
      settle() {
        if (!offered) keeper.current?.drop();
      },
    }),
    [offered],
  );
}
