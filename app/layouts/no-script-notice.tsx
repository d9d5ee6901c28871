import { t } from "~/shared/t";
import { Alert } from "~/ui/alert";

/** Says what a screen needs scripts for, where there are none. */
export function NoScriptNotice() {
  return (
    <div className="mx-auto hidden w-full max-w-5xl px-4 pt-4 noscript:block sm:px-6">
      <Alert type="info">
        {t(
          "Your browser runs no scripts here. Forms that stand on a page are sent all the same; what opens in a dialog, uploads and putting lists in order need JavaScript.",
        )}
      </Alert>
    </div>
  );
}
