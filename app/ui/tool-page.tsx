import { ArrowLeft } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { t } from "~/shared/t";
import { useHasPage } from "./has-page.ts";
import { type PreviewOf, WithPagePreview } from "./page-preview.tsx";
import { SiteTitle } from "./site-name.tsx";

/**
 * The frame of one tool in the dashboard: the way back, the page's title (in the tab as well) and a line on what
 * the tool's purpose. Brings the page's `main`. [2 §1]
 */
export function ToolPage({
  title,
  intro,
  isWide = false,
  isBareOnPhone = false,
  preview,
  children,
}: {
  title: string;
  intro?: string;
  /** For a tool with a second column beside it. */
  isWide?: boolean;
  /** Where a phone's width suffices only for the tool itself. */
  isBareOnPhone?: boolean;
  /** For a tool that changes the musician's page, which then stands beside it; null while the tool has nothing to show. */
  preview?: PreviewOf | null;
  children: ReactNode;
}) {
  const hasPage = useHasPage();
  const shown = hasPage ? (preview ?? undefined) : undefined;
  return (
    <main
      aria-label={title}
      // The same place with and without a preview: from one tool to the next nothing jumps.
      className={`mx-auto w-full max-w-5xl px-4 pt-4 sm:px-6 ${hasPage || isWide ? "lg:max-w-[88rem]" : ""} ${isWide ? "pb-4 lg:pb-24" : "pb-24"}`}
    >
      <SiteTitle>{title}</SiteTitle>
      <Link
        to="/dashboard"
        className={`${isBareOnPhone ? "hidden lg:inline-flex" : "inline-flex"} -ms-2 min-h-11 items-center gap-2 rounded-box px-2 font-medium text-muted text-sm hover:text-foreground`}
      >
        <ArrowLeft aria-hidden="true" className="rtl:-scale-x-100 size-4" />
        {t("Back to Dashboard")}
      </Link>
      <div className={isBareOnPhone ? "max-lg:sr-only" : ""}>
        <h1 className="mt-2 font-bold text-2xl tracking-tight">{title}</h1>
        {intro && <p className="mt-1 max-w-prose text-muted">{intro}</p>}
      </div>
      <WithPagePreview
        preview={shown}
        className={`${isWide ? "" : "max-w-5xl"} ${isBareOnPhone ? "lg:mt-8" : "mt-8"}`}
      >
        {children}
      </WithPagePreview>
    </main>
  );
}
