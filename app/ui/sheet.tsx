import type { ReactNode } from "react";
import { SiteTitle } from "./site-name.tsx";

/**
 * A page of the site that holds one form or one message: a handbill on the wall, its title set in wood type on
 * the coloured head (and in the tab). Brings the page's `main`.
 */
export function Sheet({ title, intro, children }: { title: string; intro?: ReactNode; children: ReactNode }) {
  return (
    <main className="mx-auto w-full max-w-lg px-4 py-8 sm:py-14">
      <SiteTitle>{title}</SiteTitle>
      <div className="rounded-box border-2 border-on-sheet bg-surface">
        <div className="@container bg-accent px-5 pt-8 pb-5 text-on-accent sm:px-10">
          {/* Small enough for 'Something' to stay on one line. */}
          <h1 className="wood-type text-[length:min(6rem,20cqi)]">{title}</h1>
        </div>
        <div className="px-5 py-8 sm:px-10">
          {intro && <p className="-mt-1 mb-6 text-pretty text-muted">{intro}</p>}
          {children}
        </div>
      </div>
    </main>
  );
}
