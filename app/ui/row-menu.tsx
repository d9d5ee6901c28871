import { Check, Ellipsis, type LucideIcon } from "lucide-react";
import { type ReactNode, type Ref, useEffect, useId, useRef, useState } from "react";
import { flushSync } from "react-dom";

/**
 * What else can be done with a row, behind a button of three dots. It is the browser's own popover: Escape and a press
 * elsewhere close it, and so does a choice, which leaves the focus on the button. Its choices need a script, and a long list
 * holds only an open one's: a row that has an address of its own leads there without script.
 */
export function RowMenu({
  label,
  ref,
  buttonClassName = "enabled-hover:bg-sunken",
  children,
}: {
  /** Names the row as well. */
  label: string;
  /** Its button. */
  ref?: Ref<HTMLButtonElement>;
  buttonClassName?: string;
  children: ReactNode;
}) {
  const id = useId();
  const menu = useRef<HTMLDivElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => {
    const element = menu.current;
    const closeAfterChoice = ({ target }: Event) => {
      if (target instanceof Element && target.closest("a, button:not([aria-disabled])"))
        element?.hidePopover();
    };
    element?.addEventListener("click", closeAfterChoice);
    return () => element?.removeEventListener("click", closeAfterChoice);
  }, []);
  return (
    <>
      <button
        ref={ref}
        type="button"
        popoverTarget={id}
        aria-label={label}
        title={label}
        className={`grid size-11 shrink-0 place-items-center rounded-box text-foreground noscript:hidden ${buttonClassName}`}
      >
        <Ellipsis aria-hidden="true" className="size-5" />
      </button>
      <div
        ref={menu}
        id={id}
        popover="auto"
        onBeforeToggle={({ newState }) => newState === "open" && flushSync(() => setIsOpen(true))}
        onToggle={({ newState }) => newState === "closed" && setIsOpen(false)}
        className="m-auto max-h-[80dvh] min-w-56 overflow-y-auto rounded-box border border-line bg-surface p-1.5 text-foreground shadow-floating supports-[position-area:end]:inset-auto supports-[position-area:end]:m-0 supports-[position-area:end]:[position-area:block-end_span-inline-start] supports-[position-area:end]:[position-try-fallbacks:flip-block,flip-inline,--beside-button]"
      >
        {isOpen && (
          <fieldset className="min-w-0">
            <legend className="sr-only">{label}</legend>
            {children}
          </fieldset>
        )}
      </div>
    </>
  );
}

/** The look of a choice in a `RowMenu`. */
export const menuItem =
  "flex min-h-11 w-full items-center gap-3 rounded-box px-3 text-start font-medium text-sm hover:bg-sunken";

/** One choice of a `RowMenu`. */
export function MenuButton({
  icon: Icon,
  text,
  label,
  isPressed,
  isDangerous = false,
  onClick,
}: {
  icon: LucideIcon;
  text: string;
  /** The text with the row's name. */
  label: string;
  /** Of one that is on or off. */
  isPressed?: boolean;
  isDangerous?: boolean;
  onClick(): void;
}) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-pressed={isPressed}
      onClick={onClick}
      className={`${menuItem} ${isDangerous ? "text-danger" : ""}`}
    >
      <Icon aria-hidden="true" className="size-5 shrink-0" />
      <span className="grow">{text}</span>
      {isPressed && <Check aria-hidden="true" className="size-4 shrink-0" />}
    </button>
  );
}
