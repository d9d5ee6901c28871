import { Link } from "react-router";
import { t } from "~/shared/t";
import { Alert } from "./alert.tsx";
import { Rich } from "./rich.tsx";

/** Tells the account with the owner's address which steps are missing until it is an admin's. */
export function ConfirmNotice({
  confirming,
  isRolePage = false,
}: {
  confirming: "by-mail" | "by-code";
  isRolePage?: boolean;
}) {
  const place = isRolePage ? (
    t("this page")
  ) : (
    <Link to="/debug" className="text-link">
      {t("the role page")}
    </Link>
  );
  return (
    <Alert type="info">
      <p>
        <Rich
          text={
            confirming === "by-mail"
              ? "A link was mailed to you: open it in this browser to confirm your address, and this account becomes an admin's. If it didn't come, “Make Admin” on {place} mails another, once an hour at most."
              : "This account has the owner's address, which nobody has confirmed yet. Give the set-up code that the server prints when it starts on {place}, or have the operator run “make-admin”."
          }
          parts={{ place }}
        />
      </p>
    </Alert>
  );
}
