import {
  AutoScroller,
  Cursor,
  DragDropManager,
  Feedback,
  PointerActivationConstraints,
  PointerSensor,
  PreventSelection,
} from "@dnd-kit/dom";
import { isSortable, Sortable } from "@dnd-kit/dom/sortable";

export interface PointerSorting {
  /** Updates the items and their order. Cheap when nothing has changed. */
  update(ids: readonly string[]): void;
  stop(): void;
}

/** Items further outside of the screen make no way, and cost nothing during a drag. */
const near = "300px";
/** A press that moves less than this is a click. In pixels. */
const clickTolerance = 3;

/**
 * Lets mouse, pen and finger drag the items of a list by their grips: `[data-sort-item]` holds an item's id,
 * `[data-sort-grip]` marks the grip within. The items make way while one is dragged.
 * @param onMoved the item was let go at another place, counted from 0; the list's own state must follow at once
 */
export function startPointerSorting(
  list: HTMLElement,
  onMoved: (id: string, to: number) => void,
): PointerSorting {
  const manager = new DragDropManager({
    plugins: [AutoScroller, Cursor, Feedback, PreventSelection],
    sensors: [
      PointerSensor.configure({
        activationConstraints: [new PointerActivationConstraints.Distance({ value: clickTolerance })],
      }),
    ],
  });
  const sortables = new Map<string, Sortable>();
  const inSight = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        const id = target instanceof HTMLElement ? (target.dataset.sortItem ?? "") : "";
        const sortable = sortables.get(id);
        if (sortable) sortable.disabled = { draggable: false, droppable: !isIntersecting };
      }
    },
    { rootMargin: near },
  );
  const forget = (sortable: Sortable) => {
    if (sortable.element) inSight.unobserve(sortable.element);
    sortable.destroy();
  };
  // The browser keeps in sight what it shows, and would scroll after whatever makes way, away from under the finger.
  manager.monitor.addEventListener("dragstart", () => {
    list.style.overflowAnchor = "none";
  });
  manager.monitor.addEventListener("dragend", ({ canceled, operation: { source } }) => {
    list.style.overflowAnchor = "";
    if (canceled || !isSortable(source)) return;
    const { initialIndex, index } = source;
    if (initialIndex !== index) onMoved(String(source.id), index);
  });

  return {
    update(ids) {
      const isIdle = manager.dragOperation.status.idle;
      const elements = new Map<string | undefined, HTMLElement>();
      for (const child of list.children) {
        if (child instanceof HTMLElement) elements.set(child.dataset.sortItem, child);
      }
      for (const [index, id] of ids.entries()) {
        const known = sortables.get(id);
        // While one is dragged the others know better where they are.
        if (known && !isIdle) continue;
        const element = elements.get(id);
        if (!element) continue;
        if (known?.element === element) {
          known.index = index;
        } else {
          if (known) forget(known);
          const handle = element.querySelector("[data-sort-grip]") ?? undefined;
          const disabled = { draggable: false, droppable: true };
          sortables.set(id, new Sortable({ id, index, element, handle, disabled }, manager));
          inSight.observe(element);
        }
      }
      if (!isIdle) return;
      const present = new Set(ids);
      for (const [id, sortable] of sortables) {
        if (present.has(id)) continue;
        forget(sortable);
        sortables.delete(id);
      }
    },
    stop() {
      inSight.disconnect();
      for (const sortable of sortables.values()) sortable.destroy();
      manager.destroy();
    },
  };
}
