import {
  type ComponentProps,
  type ReactNode,
  type Ref,
  useCallback,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { Link, type LinkProps } from "react-router";
import { Spinner } from "./spinner.tsx";

export type ButtonVariant = "primary" | "secondary" | "quiet" | "danger";
export type ButtonSize = "md" | "lg";

interface Looks {
  variant?: ButtonVariant;
  size?: ButtonSize;
}

const variants: Record<ButtonVariant, string> = {
  primary: "bg-primary text-on-primary enabled-hover:bg-primary-hover",
  secondary: "border border-edge bg-surface text-foreground enabled-hover:bg-sunken",
  quiet: "text-foreground enabled-hover:bg-sunken",
  danger: "bg-danger-fill text-on-danger enabled-hover:bg-danger-fill-hover",
};

const sizes: Record<ButtonSize, string> = {
  // Only where a whole line is too short for it, as with letters twice as large, does its text break.
  md: "min-h-11 max-w-full shrink-0 px-3 py-1 text-sm sm:px-4",
  lg: "min-h-14 px-[min(1.75rem,8vw)] py-2 text-lg",
};

function classes({ variant = "primary", size = "md" }: Looks, className = ""): string {
  return `inline-flex items-center justify-center gap-2 rounded-box text-center font-semibold transition-colors disabled:opacity-55 forced-colors:border ${variants[variant]} ${sizes[size]} ${className}`;
}

export interface ButtonProps extends ComponentProps<"button">, Looks {
  /** The work it started is under way: disabled, with a spinner. */
  pending?: boolean;
  /** Replaces the text while pending, such as 'Saving...'. */
  pendingText?: string;
}

/**
 * A disabled button loses the focus, and the next key would begin at the top of the page or dialog: where it was focused
 * before its work and nothing else is afterwards, it is again.
 */
function useFocusKept(ref: Ref<HTMLButtonElement> | undefined, pending: boolean): Ref<HTMLButtonElement> {
  const button = useRef<HTMLButtonElement>(null);
  const hadFocus = useRef(false);
  useLayoutEffect(() => {
    if (pending) {
      hadFocus.current = document.activeElement === button.current;
      return;
    }
    if (hadFocus.current && document.activeElement === document.body) {
      button.current?.focus({ preventScroll: true });
    }
    hadFocus.current = false;
  }, [pending]);
  return useCallback(
    (element: HTMLButtonElement | null) => {
      button.current = element;
      if (typeof ref === "function") return ref(element);
      if (ref) ref.current = element;
    },
    [ref],
  );
}

/** A button of at least 44 px. Of type `button` unless `type` is given. */
export function Button({
  variant,
  size,
  pending = false,
  pendingText,
  type = "button",
  disabled,
  className,
  children,
  ref,
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      ref={useFocusKept(ref, pending)}
      type={type}
      disabled={disabled || pending}
      className={classes({ variant, size }, className)}
    >
      {pending && <Spinner size="sm" />}
      {(pending && pendingText) || children}
    </button>
  );
}

/** A link that looks like a button. */
export function LinkButton({ variant, size, className, ...rest }: LinkProps & Looks) {
  return <Link {...rest} className={classes({ variant, size }, className)} />;
}

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
  const place = align === "end" ? "right-0" : "left-1/2 -translate-x-1/2";
  return (
    <span className="group relative inline-flex">
      <button
        type="button"
        aria-disabled="true"
        aria-describedby={id}
        onKeyDown={(event) => event.key === "Escape" && setDismissed(true)}
        onPointerLeave={() => setDismissed(false)}
        onBlur={() => setDismissed(false)}
        className={`inline-flex grow cursor-not-allowed items-center justify-center rounded-box border-2 border-current/45 border-dashed font-semibold text-current/70 ${sizes[size]}`}
      >
        {children}
      </button>
      <span
        id={id}
        role="tooltip"
        className={`pointer-events-none invisible absolute top-full z-10 mt-2 w-max max-w-[min(16rem,80vw)] rounded-box bg-foreground px-3 py-2 text-left font-medium text-canvas text-xs opacity-0 shadow-floating transition-opacity ${place} ${
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
