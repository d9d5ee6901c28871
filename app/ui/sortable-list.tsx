import { ArrowDown, ArrowLeft, ArrowRight, ArrowUp, GripVertical } from "lucide-react";
import {
  createContext,
  type KeyboardEvent,
  memo,
  type ReactNode,
  type RefObject,
  useContext,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from "react";
import { flushSync } from "react-dom";
import { onward } from "~/client/onward.ts";
import { moved } from "~/shared/reordered";
import { t } from "~/shared/t";
import type { PointerSorting } from "../client/pointer-sorting.ts";
import { Button } from "./button.tsx";

interface SortableListProps<Item> {
  /** The list's name for screen readers. */
  label: string;
  items: readonly Item[];
  /** An item's name in the announcements of its moves. */
  nameOf(item: Item): string;
  /** The ids of all items in the order that the user has just made. The next `items` should have it. */
  onReorder(order: string[]): void;
  /** Several items stand beside each other. */
  isGrid?: boolean;
  className?: string;
  itemClassName?: string;
  /** One item's content. Puts a `SortGrip` somewhere, and may put `SortMoves`. */
  children(item: Item): ReactNode;
}

/** An item that was picked up by keyboard, and the order it has made so far. */
interface Lifted {
  id: string;
  order: string[];
}

/** So many are there at first, about a screen full, so that a long list is there as soon as a short one. */
const shownFirst = { list: 10, grid: 20 };
/** So many more come whenever the end is near: a thousand at once would take a second. */
const shownMore = 100;
/** The distance from the screen, as a margin. */
const near = "1500px";
/** From so many on, the browser lays out only what is in sight; it cuts off what sticks out of an item far. */
const lazyFrom = 100;

/**
 * A list that its owner puts in order: by dragging a grip with mouse, pen or finger; by keyboard, where space picks up
 * and drops, the arrows, Home and End move, and Escape puts back; or by buttons that move one place. All of it is
 * announced. The caller keeps the order.
 */
export function SortableList<Item extends { id: string }>({
  label,
  items,
  nameOf,
  onReorder,
  isGrid = false,
  className,
  itemClassName = "",
  children,
}: SortableListProps<Item>) {
  const list = useRef<HTMLOListElement>(null);
  const [lifted, setLifted] = useState<Lifted | null>(null);
  const [announcement, setAnnouncement] = useState("");
  const [room, setRoom] = useState(isGrid ? shownFirst.grid : shownFirst.list);
  const instructionsId = useId();

  const byId = new Map(items.map((item) => [item.id, item]));
  const ids = items.map(({ id }) => id);
  // Items that came or went during a drag count for more than the order it had made.
  const current = lifted && isSame(lifted.order, byId) ? lifted : null;
  const order = current?.order ?? ids;
  const shown = order.slice(0, room);

  const name = (id: string) => {
    const item = byId.get(id);
    return item ? nameOf(item) : "";
  };
  const placed = (id: string, within: string[]) => ({
    name: name(id),
    place: within.indexOf(id) + 1,
    count: within.length,
  });

  const reorder = (id: string, next: string[]) => {
    setAnnouncement(t("{name} was moved. Position {place} of {count}.", placed(id, next)));
    onReorder(next);
  };
  const drop = () => {
    if (!current) return;
    setLifted(null);
    if (current.order.every((id, index) => id === ids[index])) {
      setAnnouncement(t("{name} was dropped where it was.", { name: name(current.id) }));
    } else {
      reorder(current.id, current.order);
    }
  };
  const handleKey = (event: KeyboardEvent) => {
    if (!current) return;
    if (event.key === "Escape") {
      event.preventDefault();
      event.stopPropagation();
      setLifted(null);
      setAnnouncement(
        t("{name} is back where it was. Position {place} of {count}.", placed(current.id, ids)),
      );
      return;
    }
    const from = current.order.indexOf(current.id);
    const to = placeAfter(event.key, from, order.length, isGrid ? columnsOf(list.current) : 1);
    if (to === undefined) return;
    event.preventDefault();
    const next = moved(current.order, from, to);
    setLifted({ id: current.id, order: next });
    setRoom((before) => Math.max(before, to + 1));
    setAnnouncement(t("Position {place} of {count}.", placed(current.id, next)));
  };
  const controls: SortControls = {
    toggle(id) {
      if (current?.id === id) return drop();
      setLifted({ id, order: ids });
      setAnnouncement(t("{name} is picked up. Position {place} of {count}.", placed(id, ids)));
    },
    drop,
    handleKey,
    step(id, by) {
      const from = ids.indexOf(id);
      const to = from + by;
      if (to >= 0 && to < ids.length) reorder(id, moved(ids, from, to));
    },
  };
  // The items get a stable reference once: a thousand needn't be drawn anew for one that moves.
  const latest = useRef(controls);
  useEffect(() => {
    latest.current = controls;
  });

  usePointerSorting(list, shown, (id, to) => {
    // The items stand in their new order already; nothing may draw them in the old one in between.
    flushSync(() => {
      setLifted(null);
      reorder(id, moved(ids, ids.indexOf(id), to));
    });
  });

  useEffect(() => {
    if (!current) return;
    list.current?.querySelector("[data-lifted]")?.scrollIntoView({ block: "nearest" });
  }, [current]);

  return (
    <>
      <p id={instructionsId} hidden>
        {t(
          "Press space to pick it up, the arrow keys, Home or End to move it, space again to drop it, and Escape to put it back. Or drag it.",
        )}
      </p>
      <p role="status" aria-live="assertive" className="sr-only">
        {announcement}
      </p>
      <ol ref={list} aria-label={label} className={className}>
        {shown.map((id, index) => {
          const item = byId.get(id);
          return (
            item && (
              <SortableItem
                key={id}
                item={item}
                name={nameOf(item)}
                isFirst={index === 0}
                isLast={index === order.length - 1}
                isGrid={isGrid}
                isLifted={current?.id === id}
                instructionsId={instructionsId}
                controls={latest}
                className={`${itemClassName} ${order.length < lazyFrom ? "" : isGrid ? "lazy-tile" : "lazy-row"}`}
              >
                {children}
              </SortableItem>
            )
          );
        })}
      </ol>
      {shown.length < order.length && (
        <More left={order.length - shown.length} onMore={() => setRoom((before) => before + shownMore)} />
      )}
    </>
  );
}

interface SortControls {
  toggle(id: string): void;
  drop(): void;
  handleKey(event: KeyboardEvent): void;
  step(id: string, by: number): void;
}

interface SortState {
  id: string;
  name: string;
  isFirst: boolean;
  isLast: boolean;
  isGrid: boolean;
  isLifted: boolean;
  instructionsId: string;
  controls: RefObject<SortControls>;
}

const SortContext = createContext<SortState | null>(null);

function useSortState(): SortState {
  const state = useContext(SortContext);
  if (!state) throw new Error("A grip stands within an item of a SortableList.");
  return state;
}

function PlainItem<Item extends { id: string }>({
  item,
  className,
  children,
  ...state
}: Omit<SortState, "id"> & { item: Item; className: string; children(item: Item): ReactNode }): ReactNode {
  return (
    <li
      data-sort-item={item.id}
      data-lifted={state.isLifted || undefined}
      className={`${className} data-dnd-dragging:border-0 data-dnd-dragging:shadow-floating data-lifted:outline-3 data-lifted:outline-focus`}
    >
      <SortContext value={{ id: item.id, ...state }}>{children(item)}</SortContext>
    </li>
  );
}

// `memo` forgets that the item's type is the caller's.
const SortableItem: typeof PlainItem = memo(PlainItem);

/** The handle by which an item is dragged, and picked up by keyboard. */
export function SortGrip({ className = "" }: { className?: string }) {
  const { id, name, isLifted, instructionsId, controls } = useSortState();
  return (
    <button
      type="button"
      data-sort-grip
      aria-label={t("Move {name}", { name })}
      aria-describedby={instructionsId}
      aria-pressed={isLifted}
      // Space and Enter click without a pointer, and so do screen readers; a pointer drags.
      onClick={(event) => event.detail === 0 && controls.current.toggle(id)}
      onKeyDown={(event) => controls.current.handleKey(event)}
      onBlur={() => isLifted && controls.current.drop()}
      className={`grid size-11 shrink-0 in-data-draggable:cursor-grab touch-none place-items-center rounded-box text-muted hover:text-foreground aria-pressed:bg-primary aria-pressed:text-on-primary ${className}`}
    >
      <GripVertical aria-hidden="true" className="size-5" />
    </button>
  );
}

/** Two buttons that move an item one place: for users who neither drag nor use a keyboard. */
export function SortMoves({ className = "" }: { className?: string }) {
  const { id, name, isFirst, isLast, isGrid, controls } = useSortState();
  const [Earlier, Later] = isGrid ? [ArrowLeft, ArrowRight] : [ArrowUp, ArrowDown];
  const arrow = "size-5 rtl:-scale-x-100";
  const look =
    "grid size-11 place-items-center rounded-box text-foreground enabled-hover:bg-sunken aria-disabled:text-muted aria-disabled:opacity-55";
  return (
    <div className={`flex shrink-0 ${className}`}>
      {/* Never disabled altogether: the one that is pressed until the end keeps the focus. */}
      <button
        type="button"
        aria-label={t(isGrid ? "Move {name} earlier" : "Move {name} up", { name })}
        aria-disabled={isFirst || undefined}
        onClick={() => controls.current.step(id, -1)}
        className={look}
      >
        <Earlier aria-hidden="true" className={arrow} />
      </button>
      <button
        type="button"
        aria-label={t(isGrid ? "Move {name} later" : "Move {name} down", { name })}
        aria-disabled={isLast || undefined}
        onClick={() => controls.current.step(id, 1)}
        className={look}
      >
        <Later aria-hidden="true" className={arrow} />
      </button>
    </div>
  );
}

/** Brings more items when the end of the list comes near; by its button where the browser doesn't say so. */
function More({ left, onMore }: { left: number; onMore(): void }) {
  const button = useRef<HTMLDivElement>(null);
  const bring = useEffectEvent(onMore);
  // Anew for each `left`: should the end still be near after more came, the observer says so again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  useEffect(() => {
    if (!button.current) return;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && bring(), {
      rootMargin: near,
    });
    observer.observe(button.current);
    return () => observer.disconnect();
  }, [left]);
  return (
    <div ref={button} className="mt-4 flex justify-center">
      <Button variant="secondary" onClick={onMore}>
        {t("Show more ({count} left)", { count: left })}
      </Button>
    </div>
  );
}

/** Dragging comes after the screen: the library is fetched once the list is there. */
function usePointerSorting(
  list: RefObject<HTMLOListElement | null>,
  shown: readonly string[],
  onMoved: (id: string, to: number) => void,
): void {
  const sorting = useRef<PointerSorting>(null);
  const takeOver = useEffectEvent(onMoved);
  const update = useEffectEvent(() => sorting.current?.update(shown));

  useEffect(() => {
    const element = list.current;
    if (!element) return;
    const controller = new AbortController();
    const { signal } = controller;
    import("../client/pointer-sorting.ts").then(({ startPointerSorting }) => {
      if (signal.aborted) return;
      const started = startPointerSorting(element, (id, to) => takeOver(id, to));
      sorting.current = started;
      // Before, the pointer doesn't say that it can take hold.
      element.dataset.draggable = "";
      signal.addEventListener("abort", () => {
        delete element.dataset.draggable;
        started.stop();
      });
      // Nothing is looked at before a pointer comes to a grip; a finger comes and presses at once.
      const prepare = ({ target }: Event) => {
        if (target instanceof Element && target.closest("[data-sort-grip]")) update();
      };
      element.addEventListener("pointerover", prepare, { signal, capture: true });
      element.addEventListener("pointerdown", prepare, { signal, capture: true });
    });
    return () => {
      sorting.current = null;
      controller.abort();
    };
  }, [list]);

  const count = shown.length;
  // biome-ignore lint/correctness/useExhaustiveDependencies: more may come while one is dragged towards them
  useEffect(() => update(), [count]);
}

function isSame(order: readonly string[], items: ReadonlyMap<string, unknown>): boolean {
  return order.length === items.size && order.every((id) => items.has(id));
}

/** Where a key moves an item that stands at `from`; undefined when it moves nothing. */
function placeAfter(key: string, from: number, count: number, columns: number): number | undefined {
  const last = count - 1;
  const places: Record<string, number> = {
    ArrowLeft: from - onward(),
    ArrowRight: from + onward(),
    ArrowUp: from - columns,
    ArrowDown: columns > 1 ? Math.min(from + columns, last) : from + 1,
    Home: 0,
    End: last,
  };
  const to = places[key];
  return to === undefined || to < 0 || to > last || to === from ? undefined : to;
}

/** The number of items in the first row. */
function columnsOf(list: HTMLElement | null): number {
  const items = [...(list?.children ?? [])].filter((item) => item instanceof HTMLElement);
  const top = items[0]?.offsetTop;
  return Math.max(1, items.filter((item) => item.offsetTop === top).length);
}
