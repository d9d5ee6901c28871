import { data, Form, Link } from "react-router";
import { AppError } from "#server/errors.ts";
import { confirmAddress, expiredConfirmation, isGoodConfirmation } from "#server/owner.ts";
import { servicesContext } from "~/services.server";
import { t } from "~/shared/t";
import { Alert } from "~/ui/alert";
import { Button, LinkButton } from "~/ui/button";
import { Rich } from "~/ui/rich";
import { Sheet } from "~/ui/sheet";
import { requireViewer, viewerContext } from "~/viewer.server";
import type { Route } from "./+types/confirm-email.route";
import { viewerOf } from "./session.server.ts";

export async function loader({ url, context }: Route.LoaderArgs) {
  const viewer = context.get(viewerContext);
  if (!viewer) return data({ state: "signed-out" as const });
  const token = url.searchParams.get("token") ?? "";
  if (await isGoodConfirmation(context.get(servicesContext), viewer, token)) {
    return data({ state: "asking" as const, email: viewer.email });
  }
  // An owner who opens a used link again is confirmed already.
  if (viewer.isOwner) return data({ state: "confirmed" as const });
  return data({ state: "expired" as const, text: expiredConfirmation }, { status: 400 });
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const viewer = requireViewer(context);
  const services = context.get(servicesContext);
  try {
    await confirmAddress(services, viewer, url.searchParams.get("token") ?? "");
  } catch (error) {
    // The page says so when it is asked again.
    if (!(error instanceof AppError && error.kind === "invalid")) throw error;
    return data(null, { status: 400 });
  }
  context.set(viewerContext, await viewerOf(services, request.headers.get("Cookie")));
  return data(null);
}

export function headers() {
  // The address holds the token.
  return { "Referrer-Policy": "same-origin", "Cache-Control": "no-store" };
}

/** Where the link to the owner leads. Looking confirms nothing: programs that check mails look at links, too. */
export default function ConfirmEmail({ loaderData: shown }: Route.ComponentProps) {
  return (
    <Sheet title={t("Your address|an email address")}>
      <meta name="robots" content="noindex" />
      {shown.state === "signed-out" && (
        <div className="grid gap-5">
          <Alert type="info">
            {t(
              "Sign in first, in this browser, with the address that the link was mailed to. Then open the link again.",
            )}
          </Alert>
          <LinkButton to="/signin">{t("Sign In")}</LinkButton>
          <p className="text-muted text-sm">
            <Rich
              text="If you never made an account here, somebody has taken your address: {reset}, and the account is yours."
              parts={{
                reset: (
                  <Link to="/signin?reset=1" className="text-link">
                    {t(
                      "choose a new password|in: somebody has taken your address: …, and the account is yours",
                    )}
                  </Link>
                ),
              }}
            />
          </p>
        </div>
      )}
      {shown.state === "expired" && <Alert type="error">{t(shown.text)}</Alert>}
      {shown.state === "asking" && (
        <Form method="post" className="grid gap-5">
          <p>
            <Rich
              text="Is {email} your address, and did you make this account?"
              parts={{ email: <bdi className="wrap-anywhere font-semibold">{shown.email}</bdi> }}
            />
          </p>
          <Button type="submit" size="lg">
            {t("Yes, confirm my address")}
          </Button>
        </Form>
      )}
      {shown.state === "confirmed" && (
        <div className="grid gap-5">
          <Alert type="success">
            <p className="font-bold text-lg">{t("Address confirmed")}</p>
            <p>{t("This account is the owner's and an admin's now.")}</p>
          </Alert>
          <LinkButton to="/admin">{t("Open the admin dashboard")}</LinkButton>
        </div>
      )}
    </Sheet>
  );
}
