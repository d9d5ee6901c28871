import { type ReactNode, useId, useState } from "react";
import { type ButtonSize, buttonSizes } from "./button.tsx";

/**
 * A button whose work is switched off for now: an empty, dashed frame. It stays reachable by keyboard and touch, so
 * that its reason can be read: a tooltip that Escape closes.
 */
export function UnavailableButton({
  reason,
  size = "md",
  align = "center",
  children,
}: {
  reason: string;
  size?: ButtonSize;
  /** `end` keeps the tooltip of a button at the right edge on the screen. */
  align?: "center" | "end";
  children: ReactNode;
}) {
  const id = useId();
  const [dismissed, setDismissed] = useState(false);
  const place = align === "end" ? "end-0" : "left-1/2 -translate-x-1/2";
  return (
    <span className="group relative inline-flex">
      <button
        type="button"
        aria-disabled="true"
        aria-describedby={id}
        onKeyDown={(event) => event.key === "Escape" && setDismissed(true)}
        onPointerLeave={() => setDismissed(false)}
        onBlur={() => setDismissed(false)}
        className={`inline-flex grow cursor-not-allowed items-center justify-center rounded-box border-2 border-current/45 border-dashed font-semibold text-current/70 ${buttonSizes[size]}`}
      >
        {children}
      </button>
      <span
        id={id}
        role="tooltip"
        className={`pointer-events-none invisible absolute top-full z-10 mt-2 w-max max-w-[min(16rem,80vw)] rounded-box bg-foreground px-3 py-2 text-start font-medium text-canvas text-xs opacity-0 shadow-floating transition-opacity ${place} ${
          dismissed
            ? ""
            : "group-focus-within:visible group-focus-within:opacity-100 group-hover:visible group-hover:opacity-100"
        }`}
      >
        {reason}
      </span>
    </span>
  );
}
