import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";

/** For an empty list: its purpose, and the first step. */
export function EmptyState({
  icon: Icon,
  title,
  text,
  action,
}: {
  icon: LucideIcon;
  title: string;
  text: ReactNode;
  action?: ReactNode;
}) {
  return (
    <div className="flex flex-col items-center rounded-box border border-edge border-dashed px-6 py-12 text-center">
      <span className="flex size-14 items-center justify-center rounded-full bg-accent text-on-accent">
        <Icon aria-hidden="true" className="size-7" />
      </span>
      <h2 className="mt-4 font-semibold text-lg">{title}</h2>
      <p className="mt-1 max-w-prose text-balance text-muted text-sm">{text}</p>
      {action && <div className="mt-6">{action}</div>}
    </div>
  );
}
