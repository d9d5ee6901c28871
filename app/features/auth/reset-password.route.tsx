import { data, Link, redirect } from "react-router";
import { answerForm, readForm } from "~/forms.server";
import { DocumentForm, SubmitButton } from "~/public-ui/document-form";
import { controlsOf, Notice } from "~/public-ui/public-form";
import { servicesContext } from "~/services.server";
import type { RefusedForm } from "~/shared/forms";
import { homePath, withReturnPath } from "~/shared/return-path";
import { t } from "~/shared/t";
import { Alert } from "~/ui/alert";
import { Rich } from "~/ui/rich";
import { Sheet } from "~/ui/sheet";
import { viewerContext } from "~/viewer.server";
import type { Route } from "./+types/reset-password.route";
import { browserOf } from "./browser.server.ts";
import { expiredLink, isGoodTicket, resetPassword } from "./commands.server.ts";
import { cookieHeaders } from "./cookies.server.ts";
import { NewPasswordInputs } from "./new-password-inputs.tsx";
import { dropReturnPath, keptReturnPath } from "./return-cookie.server.ts";
import { newPasswordSchema, secondStepPath } from "./schema.ts";
import { viewerOf } from "./session.server.ts";
import { dropTicket, keepTicket, keptTicket } from "./ticket-cookie.server.ts";

/** Between 'Password Updated!' and the dashboard. [1 §9] */
const goOnMs = 2000;

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const accessToken = url.searchParams.get("access_token");
  const refreshToken = url.searchParams.get("refresh_token");
  if (accessToken !== null || refreshToken !== null) {
    // Out of the address bar, the history and whatever else keeps addresses; nothing is used up by looking.
    throw redirect("/reset-password", {
      status: 303,
      headers: {
        "Set-Cookie": keepTicket(services.config, { accessToken, refreshToken }),
        "Referrer-Policy": "no-referrer",
        "Cache-Control": "no-store",
      },
    });
  }
  const ticket = keptTicket(services.config, request.headers.get("Cookie"));
  const isGood = await isGoodTicket(services, ticket);
  return data(
    { problem: isGood ? undefined : expiredLink, isUndone: url.searchParams.has("undone") },
    { status: isGood ? 200 : 400 },
  );
}

export async function action({ request, context }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const cookies = request.headers.get("Cookie");
  return answerForm(await readForm(request), newPasswordSchema, async (value) => {
    const signedIn = await resetPassword(
      services,
      browserOf(request, context),
      keptTicket(services.config, cookies),
      value,
    );
    const goal = keptReturnPath(services.config, cookies) ?? homePath;
    const headers = cookieHeaders(signedIn.cookies);
    headers.append("Set-Cookie", dropTicket(services.config));
    headers.append("Set-Cookie", dropReturnPath(services.config));
    if (!signedIn.isComplete) {
      throw redirect(withReturnPath(`${secondStepPath}?updated=1`, goal), { status: 303, headers });
    }
    context.set(viewerContext, await viewerOf(services, signedIn.cookies.join("; ")));
    headers.set("Refresh", `${goOnMs / 1000}; url=${goal}`);
    return data({ updated: true as const, goal }, { status: 200, headers });
  });
}

export function headers({ actionHeaders }: Route.HeadersArgs) {
  const all = new Headers(actionHeaders);
  // Not no-referrer: under that one a browser posts the form with `Origin: null`, which is refused.
  all.set("Referrer-Policy", "same-origin");
  all.set("Cache-Control", "no-store");
  return all;
}

/** [1 §2] Reset-password page */
export default function ResetPassword({ loaderData, actionData }: Route.ComponentProps) {
  if (actionData && "updated" in actionData) return <Updated goal={actionData.goal} />;
  return (
    <Sheet title={t("New password")}>
      {loaderData.problem ? (
        <div className="grid gap-5">
          <Alert type="error">{t(loaderData.problem)}</Alert>
          <Link to="/signin?reset=1" className="text-link text-sm">
            {t("Request a new password reset")}
          </Link>
        </div>
      ) : (
        <div className="grid gap-5">
          {loaderData.isUndone && (
            <Alert type="success">
              {t(
                "Your account has its old address again, and every session has ended. Now choose a new password.",
              )}
            </Alert>
          )}
          <NewPasswordForm refused={actionData?.refused} />
        </div>
      )}
    </Sheet>
  );
}

function NewPasswordForm({ refused }: { refused: RefusedForm | undefined }) {
  const control = controlsOf("new-password", ["password", "confirmPassword"], refused);
  return (
    <DocumentForm refused={refused} needsAll>
      <NewPasswordInputs
        kinds={{ password: "newPassword", confirmPassword: "confirmNewPassword" }}
        control={control}
      />
      <SubmitButton pending={t("Updating Password...")}>{t("Update Password")}</SubmitButton>
    </DocumentForm>
  );
}

function Updated({ goal }: { goal: string }) {
  return (
    <Sheet title={t("New password")}>
      <Notice type="success" takesFocus>
        <p className="font-bold text-lg">{t("Password Updated!")}</p>
        <p>
          {goal === homePath ? (
            <Rich
              text="You are signed in. Your {dashboard} opens in a moment."
              parts={{
                dashboard: (
                  <Link to={goal} className="text-link">
                    {t("dashboard|in: Your … opens in a moment")}
                  </Link>
                ),
              }}
            />
          ) : (
            <Rich
              text="You are signed in. {goal} opens in a moment."
              parts={{
                goal: (
                  <Link to={goal} className="text-link">
                    {t("Where you were going|in: … opens in a moment")}
                  </Link>
                ),
              }}
            />
          )}
        </p>
      </Notice>
    </Sheet>
  );
}
