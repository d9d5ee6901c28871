import type { ReactNode } from "react";

/** A part of a public page on the artist's own ground, under its heading. Its id is the address of the part. */
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
    <section id={id} aria-labelledby={`${id}-title`} className="public-section">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id={`${id}-title`} dir="auto" className="public-title">
          {title}
        </h2>
        {aside}
      </div>
      {children}
    </section>
  );
}
