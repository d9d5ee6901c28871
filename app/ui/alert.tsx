import type { ReactNode } from "react";
import { type AlertType, alertLooks } from "./alert-looks.ts";

/** A message in its place on the page. An error is read out at once, the others when there is a pause. */
export function Alert({ type, children }: { type: AlertType; children: ReactNode }) {
  const { Icon, className } = alertLooks[type];
  return (
    <div
      role={type === "error" ? "alert" : "status"}
      className={`flex gap-3 rounded-box border px-4 py-3 text-sm ${className}`}
    >
      <Icon aria-hidden="true" className="mt-px size-5 shrink-0" />
      <div className="min-w-0 font-medium">{children}</div>
    </div>
  );
}
