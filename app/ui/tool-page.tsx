import { ArrowLeft } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
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
  children,
}: {
  title: string;
  intro?: string;
  /** For a tool with a second column beside it. */
  isWide?: boolean;
  /** Where a phone's width suffices only for the tool itself. */
  isBareOnPhone?: boolean;
  children: ReactNode;
}) {
  return (
    <main
      aria-label={title}
      className={`mx-auto w-full px-4 pt-4 sm:px-6 ${isWide ? "max-w-[100rem] pb-4 lg:pb-24" : "max-w-5xl pb-24"}`}
    >
      <SiteTitle>{title}</SiteTitle>
      <Link
        to="/dashboard"
        className={`${isBareOnPhone ? "hidden lg:inline-flex" : "inline-flex"} -ml-2 min-h-11 items-center gap-2 rounded-box px-2 font-medium text-muted text-sm hover:text-foreground`}
      >
        <ArrowLeft aria-hidden="true" className="size-4" />
        Back to Dashboard
      </Link>
      <div className={isBareOnPhone ? "max-lg:sr-only" : ""}>
        <h1 className="mt-2 font-bold text-2xl tracking-tight">{title}</h1>
        {intro && <p className="mt-1 max-w-prose text-muted">{intro}</p>}
      </div>
      <div className={isBareOnPhone ? "lg:mt-8" : "mt-8"}>{children}</div>
    </main>
  );
}
