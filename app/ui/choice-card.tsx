import type { ComponentProps } from "react";

/** A card to be chosen among others of its `name`: a radio button that looks like what it stands for. */
export function ChoiceCard({ className, children, ...rest }: Omit<ComponentProps<"input">, "type" | "id">) {
  return (
    <label
      className={`relative cursor-pointer rounded-box border border-edge after:pointer-events-none after:absolute after:inset-0 after:rounded-[inherit] has-checked:border-primary has-checked:bg-sunken has-checked:after:shadow-[inset_0_0_0_2px_var(--primary)] forced-colors:has-checked:border-4 forced-colors:has-checked:border-[SelectedItem] has-focus-visible:outline-3 has-focus-visible:outline-[var(--focus)] has-focus-visible:outline-offset-2 ${className}`}
    >
      <input {...rest} type="radio" className="sr-only" />
      {children}
    </label>
  );
}
