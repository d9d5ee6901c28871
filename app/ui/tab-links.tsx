import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from "react";
import { Link } from "react-router";
import { onward } from "~/client/onward";

interface Tab<Name extends string> {
  name: Name;
  label: string;
  to: string;
  /** The number of waiting items; nothing when there are none. */
  waiting?: number;
}

/**
 * Tabs that have an address each, over what the open one shows. By keyboard one tab is reached; the arrows, Home and End go
 * from one to the next, and Enter opens it.
 */
export function TabLinks<Name extends string>({
  label,
  tabs,
  open,
  children,
}: {
  label: string;
  tabs: Tab<Name>[];
  open: Name;
  /** The panel. */
  children: ReactNode;
}) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);

  // On a phone not all of them have room.
  useEffect(() => {
    const tab = list.current?.querySelector<HTMLElement>(`[id="${id}-${open}"]`);
    if (tab && list.current) list.current.scrollLeft = tab.offsetLeft - list.current.offsetLeft - 32;
  }, [id, open]);

  const move = (event: KeyboardEvent<HTMLDivElement>) => {
    const links = [...(list.current?.querySelectorAll<HTMLElement>("[role=tab]") ?? [])];
    const at = links.findIndex((link) => link.matches(":focus"));
    const targets: Record<string, number> = {
      ArrowRight: (at + onward() + links.length) % links.length,
      ArrowLeft: (at - onward() + links.length) % links.length,
      Home: 0,
      End: links.length - 1,
    };
    const target = targets[event.key];
    if (at < 0 || target === undefined) return;
    event.preventDefault();
    links[target]?.focus();
  };

  return (
    <>
      <div
        ref={list}
        role="tablist"
        aria-label={label}
        onKeyDown={move}
        className="flex gap-1 overflow-x-auto border-line border-b sm:flex-wrap"
      >
        {tabs.map(({ name, label, to, waiting = 0 }) => (
          <Link
            key={name}
            to={to}
            id={`${id}-${name}`}
            role="tab"
            aria-selected={name === open}
            aria-controls={name === open ? `${id}-panel` : undefined}
            tabIndex={name === open ? 0 : -1}
            preventScrollReset
            className="-mb-px inline-flex min-h-11 shrink-0 items-center gap-2 whitespace-nowrap border-transparent border-b-2 px-2.5 font-semibold text-muted text-sm -outline-offset-2 hover:text-foreground aria-selected:border-foreground aria-selected:text-foreground"
          >
            {label}
            {waiting > 0 && (
              <span className="rounded-full bg-accent px-2 py-0.5 text-on-accent text-xs tabular-nums">
                {waiting}
              </span>
            )}
          </Link>
        ))}
      </div>
      <div id={`${id}-panel`} role="tabpanel" aria-labelledby={`${id}-${open}`} className="pt-6">
        {children}
      </div>
    </>
  );
}
