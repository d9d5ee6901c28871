import { Link, useLocation } from "react-router";
import { signInPath } from "~/shared/return-path";
import { t } from "~/shared/t";
import { Alert } from "~/ui/alert";
import { Card } from "~/ui/card";
import { Rich } from "~/ui/rich";

/** The viewer of the diagnostics, as far as the server can tell. */
export interface Who {
  account: {
    email: string;
    userId: string;
    role: string;
    artistName: string | null;
    isAdmin: boolean;
  } | null;
  /** The browser has a session, but it can't be looked up. */
  isUnknown: boolean;
}

/** The account of the session. [2 §2 Database Refresh & Diagnostics] */
export function SessionPanel({ account }: Pick<Who, "account">) {
  const lines = account
    ? [
        [t("Email"), account.email],
        [t("User ID"), account.userId],
        [t("Role"), account.role],
        [t("Artist name"), account.artistName ?? t("Not set")],
      ]
    : [];
  return (
    <Card title={t("Current session")}>
      {!account && <p className="text-muted">{t("Not signed in")}</p>}
      <Facts lines={lines} />
    </Card>
  );
}

/** Names and their values, side by side. */
export function Facts({ lines }: { lines: string[][] }) {
  return (
    <dl className="grid gap-x-6 gap-y-3 text-sm sm:grid-cols-2">
      {lines.map(([name, value]) => (
        <div key={name} className="min-w-0">
          <dt className="text-muted">{name}</dt>
          <dd className="wrap-anywhere font-medium">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Why there is less to see than there could be. */
export function SignInNote({ account, isUnknown }: Who) {
  const { pathname } = useLocation();
  if (account) return null;
  return (
    <Alert type="info">
      {isUnknown ? (
        <p>{t("The server can't tell right now who is signed in. This is what anybody may see.")}</p>
      ) : (
        <p>
          <Rich
            text="This is what anybody may see. {signIn} to test your own rows and files."
            parts={{
              signIn: (
                <Link reloadDocument to={signInPath(pathname)} className="underline">
                  {t("Sign in")}
                </Link>
              ),
            }}
          />
        </p>
      )}
    </Alert>
  );
}
