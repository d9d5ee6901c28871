import { Link } from "react-router";
import { t } from "~/shared/t";
import { Alert } from "~/ui/alert";

/** Tells the account on its home that webhooks of its don't arrive, as a mail does where mail is set up. */
export function FailingNotice({ webhooks }: { webhooks: readonly { url: string }[] }) {
  const hosts = [...new Set(webhooks.map(({ url }) => new URL(url).host))];
  return (
    <Alert type="error">
      <p className="wrap-anywhere">
        Webhooks to{" "}
        {hosts.map((host, at) => (
          <span key={host}>
            {at > 0 && ", "}
            <bdi>{host}</bdi>
          </span>
        ))}{" "}
        don't arrive.{" "}
        <Link to="/account/webhooks" className="underline">
          {t("See what was sent, and the answers")}
        </Link>
      </p>
    </Alert>
  );
}
