import { t } from "~/shared/t";
import { LinkButton } from "./button.tsx";

/** The way through a list that comes in pages. Nothing where there is one page. */
export function PageLinks({
  page,
  pages,
  labels = { before: t("Previous page"), after: t("Next page") },
  to,
}: {
  /** From 1. */
  page: number;
  pages: number;
  /** Such as 'Newer comments' and 'Older comments', where the newest come first. */
  labels?: { before: string; after: string } | undefined;
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
      <span className="text-muted text-sm tabular-nums">{t("Page {page} of {pages}", { page, pages })}</span>
      {page < pages && (
        <LinkButton variant="secondary" to={to(page + 1)}>
          {labels.after}
        </LinkButton>
      )}
    </nav>
  );
}
