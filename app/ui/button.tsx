import { type ComponentProps, type Ref, useCallback, useLayoutEffect, useRef } from "react";
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

/** The room of a button. */
export const buttonSizes: Record<ButtonSize, string> = {
  // Only where a whole line is too short for it, as with letters twice as large, does its text break.
  md: "min-h-11 max-w-full shrink-0 px-3 py-1 text-sm sm:px-4",
  lg: "min-h-14 px-[min(1.75rem,8vw)] py-2 text-lg",
};

function classes({ variant = "primary", size = "md" }: Looks, className = ""): string {
  return `inline-flex items-center justify-center gap-2 rounded-box text-balance text-center font-semibold transition-colors disabled:opacity-55 forced-colors:border ${variants[variant]} ${buttonSizes[size]} ${className}`;
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
