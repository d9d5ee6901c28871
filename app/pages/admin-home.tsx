import { ShieldCheck } from "lucide-react";
import { LinkButton } from "~/ui/button";
import { EmptyState } from "~/ui/empty-state";

/** The admin's desk. [1 §2 Admin dashboard] */
export function AdminHome() {
  return (
    <main className="mx-auto w-full max-w-5xl px-4 py-8 sm:px-6 sm:py-12">
      <title>Admin · Handbill</title>
      <h1 className="mb-8 font-bold text-2xl sm:text-3xl">Admin</h1>
      <EmptyState
        icon={ShieldCheck}
        title="You have the key"
        text="Only admins get here. User management, backgrounds and database status are still being built."
        action={
          <LinkButton to="/musician-dashboard" variant="secondary">
            Musician View
          </LinkButton>
        }
      />
    </main>
  );
}
