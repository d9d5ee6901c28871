import { Alert } from "~/ui/alert";
import { dayText } from "./schema.ts";

/** Tells, on the first screens after the sign-in, that it has kept the account. */
export function KeptNotice({ from }: { from: Date | undefined }) {
  if (!from) return null;
  return (
    <div className="mx-auto w-full max-w-5xl px-4 pt-4 sm:px-6">
      <Alert type="success">Your account was to be deleted on {dayText(from)}; it stays.</Alert>
    </div>
  );
}
