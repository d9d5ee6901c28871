import type { ReactNode } from "react";
import { sectionsOf, type TextBlock } from "~/shared/site-text";
import { SiteTitle, useSiteName } from "~/ui/site-name";
import { Line, Paragraph } from "~/ui/written";

/** A text of the site, to be read: imprint, terms, privacy. */
export function LegalPage({ title, text, children }: { title: string; text: string; children?: ReactNode }) {
  const [first, ...rest] = sectionsOf(text, useSiteName());
  const [intro, clauses] = first?.heading === null ? [first, rest] : [null, first ? [first, ...rest] : []];
  return (
    <main className="wrap-anywhere mx-auto w-full max-w-3xl px-4 py-12 sm:px-8 sm:py-20">
      <SiteTitle>{title}</SiteTitle>
      <h1 className="wood-type text-5xl sm:text-6xl">{title}</h1>
      {intro && (
        <div className="mt-5 grid max-w-prose gap-3 text-lg text-pretty">{intro.blocks.map(Block)}</div>
      )}
      {clauses.length > 0 && (
        <div className="mt-10 grid gap-10">
          {clauses.map(({ heading, blocks }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: never reordered
            <section key={at} className="border-foreground border-t-4 pt-4">
              <h2 dir="auto" className="wood-type text-2xl">
                {heading}
              </h2>
              <div className="mt-3 grid max-w-prose gap-3 text-pretty">{blocks.map(Block)}</div>
            </section>
          ))}
        </div>
      )}
      {children}
    </main>
  );
}

function Block({ kind, lines }: TextBlock, at: number) {
  if (kind !== "list") return <Paragraph key={at} lines={lines} />;
  return (
    <ul key={at} className="grid list-disc gap-2 ps-5">
      {lines.map((line, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: never reordered
        <li key={at} dir="auto">
          <Line pieces={line} />
        </li>
      ))}
    </ul>
  );
}
