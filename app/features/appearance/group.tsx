import { ChevronDown } from "lucide-react";
import type { ReactNode, Ref } from "react";

/** Choices that belong together, which fold away: then only their result shows. */
export function Group({
  title,
  state,
  isOpen = false,
  ref,
  children,
}: {
  title: string;
  /** The choice, in a word or two. */
  state: string;
  /** At first. */
  isOpen?: boolean;
  ref?: Ref<HTMLDetailsElement>;
  children: ReactNode;
}) {
  return (
    <details ref={ref} open={isOpen} className="group rounded-box border border-line bg-surface">
      <summary className="flex min-h-14 cursor-pointer list-none items-center gap-3 rounded-box px-4 sm:px-5 [&::-webkit-details-marker]:hidden">
        <h2 className="min-w-0 font-semibold">{title}</h2>
        <span className="min-w-0 line-clamp-2 grow basis-0 py-2 text-end text-muted text-sm">{state}</span>
        <ChevronDown
          aria-hidden="true"
          className="size-5 shrink-0 text-muted transition-transform group-open:rotate-180"
        />
      </summary>
      <div className="grid grid-cols-1 gap-4 px-4 pt-1 pb-5 sm:px-5">{children}</div>
    </details>
  );
}

/** Has `onChoices` change some of the choices. */
export type Change<Choices> = (changes: Partial<Choices>) => void;
