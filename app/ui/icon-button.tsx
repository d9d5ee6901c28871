import type { LucideIcon } from "lucide-react";

/** A button of 44 px that shows an icon alone. Its name comes up beside the pointer. */
export function IconButton({
  icon: Icon,
  label,
  isPressed,
  isStruckOut = false,
  isDangerous = false,
  disabled = false,
  className = "",
  onClick,
}: {
  icon: LucideIcon;
  label: string;
  /** Of one that is on or off. */
  isPressed?: boolean;
  /** Draws a stroke through an icon that has no counterpart for "off". */
  isStruckOut?: boolean;
  isDangerous?: boolean;
  disabled?: boolean;
  className?: string;
  onClick(): void;
}) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      aria-pressed={isPressed}
      disabled={disabled}
      onClick={onClick}
      className={`relative grid size-11 place-items-center rounded-box enabled-hover:bg-sunken disabled:opacity-55 ${
        isPressed === false ? "text-muted" : "text-foreground"
      } ${isDangerous ? "enabled-hover:text-danger" : ""} ${className}`}
    >
      <Icon aria-hidden="true" className="size-5" />
      {isStruckOut && <span className="absolute w-7 rotate-45 border-t-2" />}
    </button>
  );
}
