import type { ReactNode } from "react";

/** A text to be read: terms, privacy. */
export function LegalPage({ title, intro, children }: { title: string; intro: string; children: ReactNode }) {
  return (
    <main className="mx-auto w-full max-w-3xl px-4 py-12 sm:px-8 sm:py-20">
      <title>{`${title} · Handbill`}</title>
      <h1 className="wood-type text-5xl sm:text-6xl">{title}</h1>
      <p className="mt-5 max-w-prose text-lg text-pretty">{intro}</p>
      <div className="mt-10 grid gap-10">{children}</div>
    </main>
  );
}

export function Clause({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="border-foreground border-t-4 pt-4">
      <h2 className="wood-type text-2xl">{title}</h2>
      <div className="mt-3 grid max-w-prose gap-3 text-pretty [&_ul]:grid [&_ul]:list-disc [&_ul]:gap-2 [&_ul]:pl-5">
        {children}
      </div>
    </section>
  );
}
