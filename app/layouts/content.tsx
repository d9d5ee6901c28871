import type { ReactNode } from "react";

/** The content below the bar; the target of 'Skip to content'. */
export function Content({ children }: { children: ReactNode }) {
  return (
    <div id="content" tabIndex={-1} className="flex grow flex-col outline-none">
      {children}
    </div>
  );
}
