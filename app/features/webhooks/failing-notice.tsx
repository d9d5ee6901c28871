import { Link } from "react-router";
import { t } from "~/shared/t";
import { Alert } from "~/ui/alert";
import { Listed } from "~/ui/listed";
import { Rich } from "~/ui/rich";

/** Tells the account on its home that webhooks of its don't arrive, as a mail does where mail is set up. */
export function FailingNotice({ webhooks }: { webhooks: readonly { url: string }[] }) {
  const hosts = [...new Set(webhooks.map(({ url }) => new URL(url).host))];
  return (
    <Alert type="error">
      <p className="wrap-anywhere">
        <Rich
          text="Webhooks to {hosts} don't arrive. {details}"
          parts={{
            hosts: <Listed items={hosts.map((host) => <bdi key={host}>{host}</bdi>)} />,
            details: (
              <Link to="/account/webhooks" className="underline">
                {t("See what was sent, and the answers")}
              </Link>
            ),
          }}
        />
      </p>
    </Alert>
  );
}
