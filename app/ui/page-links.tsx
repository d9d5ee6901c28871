import { t } from "~/shared/t";
import { LinkButton } from "./button.tsx";

/** The way through a list that comes in pages. Nothing where there is one page. */
export function PageLinks({
  page,
  pages,
  noun,
  labels = noun
    ? { before: `Newer ${noun}`, after: `Older ${noun}` }
    : { before: t("Previous page"), after: t("Next page") },
  to,
}: {
  /** From 1. */
  page: number;
  pages: number;
  /** The list's items, such as 'comments', where the newest come first. */
  noun?: string;
  labels?: { before: string; after: string };
  to(page: number): string;
}) {
  if (pages === 1) return null;
  return (
    <nav aria-label={t("Pages")} className="mt-4 flex flex-wrap items-center justify-center gap-3">
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
