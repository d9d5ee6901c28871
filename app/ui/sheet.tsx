import type { ReactNode } from "react";

/**
 * A page of the street that holds one form or one message: a sheet of paper on the wall, its title set in wood
 * type (and in the tab). Brings the page's `main`.
 */
export function Sheet({ title, intro, children }: { title: string; intro?: ReactNode; children: ReactNode }) {
  return (
    <main className="mx-auto w-full max-w-lg px-4 py-8 sm:py-16">
      <title>{`${title} · Handbill`}</title>
      <div className="rounded-box border-2 border-ink bg-surface px-5 py-8 sm:px-10 sm:py-10 dark:border-edge">
        <h1 className="wood-type text-4xl sm:text-5xl">{title}</h1>
        {intro && <p className="mt-3 text-muted">{intro}</p>}
        <div className="mt-8">{children}</div>
      </div>
    </main>
  );
}
