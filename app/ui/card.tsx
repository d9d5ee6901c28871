import type { ReactNode } from "react";

/** A sheet that groups what belongs together. With a title it becomes a named region of the page. */
export function Card({
  title,
  children,
  className = "",
}: {
  title?: string;
  children: ReactNode;
  className?: string;
}) {
  const look = `rounded-box border border-line bg-surface p-5 sm:p-6 ${className}`;
  if (!title) return <div className={look}>{children}</div>;
  return (
    <section aria-label={title} className={look}>
      <h2 className="mb-4 font-semibold text-lg">{title}</h2>
      {children}
    </section>
  );
}
