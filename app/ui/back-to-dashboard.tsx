import { ArrowLeft } from "lucide-react";
import { Link } from "react-router";

/** The way out of every tool. [2 §1] */
export function BackToDashboard() {
  return (
    <Link
      to="/dashboard"
      className="inline-flex min-h-11 items-center gap-2 justify-self-start font-medium text-muted hover:text-ink"
    >
      <ArrowLeft aria-hidden="true" className="size-4" />
      Back to Dashboard
    </Link>
  );
}
