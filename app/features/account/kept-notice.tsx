import { t } from "~/shared/t";
import { Alert } from "~/ui/alert";
import { useFormats } from "~/ui/formats";

/** Tells, on the first screens after the sign-in, that it has kept the account. */
export function KeptNotice({ from }: { from: Date }) {
  const { date } = useFormats();
  return (
    <div className="mx-auto w-full max-w-5xl px-4 pt-4 sm:px-6">
      <Alert type="success">
        {t("Your account was to be deleted on {day}; it stays.", { day: date(from, "long") })}
      </Alert>
    </div>
  );
}
