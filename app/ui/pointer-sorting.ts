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
  /** Takes in which items there are now, and in what order. Cheap when nothing has changed. */
  update(ids: readonly string[]): void;
  stop(): void;
}

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
  manager.monitor.addEventListener("dragend", ({ canceled, operation: { source } }) => {
    if (canceled || !isSortable(source)) return;
    const { initialIndex, index } = source;
    if (initialIndex !== index) onMoved(String(source.id), index);
  });

  return {
    update(ids) {
      const isIdle = manager.dragOperation.status.idle;
      for (const [index, id] of ids.entries()) {
        const known = sortables.get(id);
        // While one is dragged the others know better where they are.
        if (known && !isIdle) continue;
        const element = list.querySelector(`:scope > [data-sort-item="${CSS.escape(id)}"]`);
        if (!element) continue;
        if (known?.element === element) {
          known.index = index;
        } else {
          known?.destroy();
          const handle = element.querySelector("[data-sort-grip]") ?? undefined;
          sortables.set(id, new Sortable({ id, index, element, handle }, manager));
        }
      }
      if (!isIdle) return;
      const present = new Set(ids);
      for (const [id, sortable] of sortables) {
        if (present.has(id)) continue;
        sortable.destroy();
        sortables.delete(id);
      }
    },
    stop() {
      for (const sortable of sortables.values()) sortable.destroy();
      manager.destroy();
    },
  };
}
