import { CircleAlert } from "lucide-react";
import { type ComponentProps, type ReactNode, useId } from "react";

/** A checkbox with its text; the whole line is the target. */
export function Checkbox({
  children,
  error,
  ...rest
}: Omit<ComponentProps<"input">, "type" | "id" | "className"> & { children: ReactNode; error?: string }) {
  const id = useId();
  return (
    <div>
      <div className="flex items-start">
        <input
          {...rest}
          id={id}
          type="checkbox"
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          className="mt-3 size-5 shrink-0 cursor-pointer accent-primary"
        />
        <label htmlFor={id} className="min-h-11 grow cursor-pointer py-2.5 ps-3 text-sm">
          {children}
        </label>
      </div>
      {error && (
        <p id={`${id}-error`} className="flex gap-1.5 font-medium text-danger text-sm">
          <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
          {error}
        </p>
      )}
    </div>
  );
}
