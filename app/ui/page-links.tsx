import { LinkButton } from "./button.tsx";

/** The way through a list that comes in pages, the newest first. Nothing where there is one page. */
export function PageLinks({
  page,
  pages,
  noun,
  labels = { before: `Newer ${noun}`, after: `Older ${noun}` },
  to,
}: {
  /** From 1. */
  page: number;
  pages: number;
  /** The list's items, such as 'comments'. */
  noun?: string;
  /** Where the newest don't come first, or the items aren't named. */
  labels?: { before: string; after: string };
  to(page: number): string;
}) {
  if (pages === 1) return null;
  return (
    <nav aria-label="Pages" className="mt-4 flex flex-wrap items-center justify-center gap-3">
      {page > 1 && (
        <LinkButton variant="secondary" to={to(page - 1)}>
          {labels.before}
        </LinkButton>
      )}
      <span className="text-muted text-sm tabular-nums">
        Page {page} of {pages}
      </span>
      {page < pages && (
        <LinkButton variant="secondary" to={to(page + 1)}>
          {labels.after}
        </LinkButton>
      )}
    </nav>
  );
}
