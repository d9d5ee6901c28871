import { CircleAlert, CircleCheck, Info, type LucideIcon } from "lucide-react";

export type AlertType = "error" | "success" | "info";

/** Colour and icon of a message, shared with the toasts. */
export const alertLooks: Record<AlertType, { Icon: LucideIcon; className: string }> = {
  error: { Icon: CircleAlert, className: "border-danger bg-danger-soft text-danger" },
  success: { Icon: CircleCheck, className: "border-success bg-success-soft text-success" },
  info: { Icon: Info, className: "border-info bg-info-soft text-info" },
};
