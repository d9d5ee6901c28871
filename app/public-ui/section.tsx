import type { ReactNode } from "react";

/** A part of a public page on the artist's own background, under its heading. Its id is the address of the part. */
export function Section({
  id,
  title,
  aside,
  children,
}: {
  id: string;
  title: string;
  /** Stands at the end of the heading's line. */
  aside?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section
      id={id}
      aria-labelledby={`${id}-title`}
      className="flex scroll-mt-4 flex-col gap-4 rounded-box bg-panel px-[min(1rem,5vw)] py-5 md:p-6"
    >
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2
          id={`${id}-title`}
          dir="auto"
          className="wrap-anywhere min-w-0 font-[750] text-xl/[1.2] tracking-[-0.01em]"
        >
          {title}
        </h2>
        {aside}
      </div>
      {children}
    </section>
  );
}
