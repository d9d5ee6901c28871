import { data, redirect } from "react-router";
import { AppError } from "#server/errors.ts";
import { DocumentForm, SubmitButton } from "~/public-ui/document-form";
import { servicesContext } from "~/services.server";
import { t } from "~/shared/t";
import { Alert } from "~/ui/alert";
import { LinkButton } from "~/ui/button";
import { Rich } from "~/ui/rich";
import { Sheet } from "~/ui/sheet";
import type { Route } from "./+types/undo-address.route";
import { addressToBringBack, expiredUndoLink, undoAddressChange } from "./address.server.ts";
import { cookieHeaders } from "./cookies.server.ts";
import { keepTicket } from "./ticket-cookie.server.ts";
import { dropUndoToken, keepUndoToken, keptUndoToken } from "./undo-cookie.server.ts";

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const token = url.searchParams.get("token");
  if (token !== null) {
    // Out of the address bar and the history; nothing is used up by looking.
    throw redirect("/undo-address", {
      status: 303,
      headers: {
        "Set-Cookie": keepUndoToken(services.config, token),
        "Referrer-Policy": "no-referrer",
        "Cache-Control": "no-store",
      },
    });
  }
  const kept = keptUndoToken(services.config, request.headers.get("Cookie"));
  const email = await addressToBringBack(services, kept);
  return email ? data({ email }) : data({ problem: t(expiredUndoLink) }, { status: 400 });
}

export async function action({ request, context }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const { config } = services;
  try {
    const token = keptUndoToken(config, request.headers.get("Cookie"));
    const ticket = await undoAddressChange(services, token);
    const headers = cookieHeaders([keepTicket(config, ticket), dropUndoToken(config)]);
    return redirect("/reset-password?undone", { status: 303, headers });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return data({ problem: error.publicText }, { status: error.status });
  }
}

export function headers() {
  // Not no-referrer: under that one a browser posts the form with `Origin: null`, which is refused.
  return { "Referrer-Policy": "same-origin", "Cache-Control": "no-store" };
}

/** Where the mail to an account's old address leads. The change may be a thief's, so it asks for no session. */
export default function UndoAddress({ loaderData, actionData }: Route.ComponentProps) {
  const shown = actionData ?? loaderData;
  return (
    <Sheet title={t("Your address|an email address")}>
      <meta name="robots" content="noindex" />
      {"email" in shown ? (
        <DocumentForm refused={undefined}>
          <p>
            <Rich
              text="Shall the account have the address {email} again?"
              parts={{ email: <bdi className="wrap-anywhere font-semibold">{shown.email}</bdi> }}
            />
          </p>
          <p className="text-muted text-sm">
            {t("Every session ends, and the present password no longer works: you choose a new one next.")}
          </p>
          <SubmitButton pending={t("Bringing it back...")}>{t("Yes, bring it back")}</SubmitButton>
        </DocumentForm>
      ) : (
        <div className="grid gap-5">
          <Alert type="error">{shown.problem}</Alert>
          <LinkButton to="/signin" variant="secondary">
            {t("Sign In")}
          </LinkButton>
        </div>
      )}
    </Sheet>
  );
}
