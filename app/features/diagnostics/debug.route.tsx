import { useFetcher, useRevalidator } from "react-router";
import { z } from "zod";
import { waysToConfirm } from "#server/owner.ts";
import { ownerAction } from "~/forms.server";
import { callerContext, servicesContext } from "~/services.server";
import { answerOrFailed, isNothingDone } from "~/shared/action-answer";
import { lostText } from "~/shared/connection";
import { signInPath } from "~/shared/return-path";
import { t } from "~/shared/t";
import { Alert } from "~/ui/alert";
import { Button, LinkButton } from "~/ui/button";
import { Card } from "~/ui/card";
import { ConfirmNotice } from "~/ui/confirm-notice";
import { Field } from "~/ui/field";
import { useFormats } from "~/ui/formats";
import { useToast } from "~/ui/toasts";
import { ToolPage } from "~/ui/tool-page";
import { useAnswer } from "~/ui/use-answer";
import { requireViewer, viewerContext, viewerUnknownContext } from "~/viewer.server";
import type { Route } from "./+types/debug.route";
import { type Notice, withNotice } from "./answers.server";
import { makeAdmin, type OwnUser, ownUser, takesSetupCode } from "./role.server";
import { Facts } from "./who.tsx";

export { unlessFailed as shouldRevalidate } from "~/shared/action-answer";

export async function loader({ context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const viewer = context.get(viewerContext);
  if (!viewer) {
    return { ...nobody, isUnknown: context.get(viewerUnknownContext) };
  }
  try {
    const user = (await ownUser(services, viewer)) ?? null;
    const takesCode = !viewer.isOwner && (await takesSetupCode(services));
    const mayPress = user?.role !== "admin";
    return {
      user,
      isUnknown: user === null,
      takesCode,
      mayPress,
      confirming: waysToConfirm(services, viewer),
    };
  } catch (error) {
    services.log.warn({ err: error }, "the user's data could not be read");
    return { ...nobody, isUnknown: true };
  }
}

const nobody = { user: null, takesCode: false, mayPress: false, confirming: null };

const roleSchema = z.object({ code: z.string().trim().default("") });

export const action = ownerAction(roleSchema, (services, _, { code }, context) =>
  withNotice<{ notice?: Notice }>(async () => {
    const { network } = context.get(callerContext);
    await makeAdmin(services, requireViewer(context), { code, network });
    return { notice: { type: "success", text: t("You are an admin now.") } };
  }),
);

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return answerOrFailed(serverAction);
}

/** [1 §2 Role debug page] */
export default function Debug({
  loaderData: { user, isUnknown, takesCode, mayPress, confirming },
  actionData,
}: Route.ComponentProps) {
  const posted = actionData && "notice" in actionData ? actionData.notice : undefined;
  return (
    <ToolPage title={t("User Role Debug")}>
      <div className="grid max-w-3xl grid-cols-1 gap-6">
        {posted && <Alert type={posted.type}>{posted.text}</Alert>}
        {confirming && <ConfirmNotice confirming={confirming} isRolePage />}
        {user ? (
          <Own user={user} takesCode={takesCode} mayPress={mayPress} />
        ) : (
          <Card>
            <p className="font-semibold">
              {isUnknown ? t("The server can't tell right now who is signed in.") : t("Not logged in")}
            </p>
            {!isUnknown && (
              <LinkButton reloadDocument to={signInPath("/debug")} className="mt-4">
                {t("Sign In")}
              </LinkButton>
            )}
          </Card>
        )}
      </div>
    </ToolPage>
  );
}

function Own({ user, takesCode, mayPress }: { user: OwnUser; takesCode: boolean; mayPress: boolean }) {
  const { date } = useFormats();
  const toast = useToast();
  const { revalidate, state } = useRevalidator();
  const fetcher = useFetcher<typeof clientAction>();
  useAnswer(fetcher.data, (answer) => {
    if (isNothingDone(answer)) toast.error(lostText());
    else if (answer.notice) toast[answer.notice.type](answer.notice.text);
  });
  const lines = [
    [t("Email"), user.email],
    ["ID", user.id],
    [t("Role"), user.role],
    [t("Created"), date(user.created_at, "long")],
  ];
  return (
    <>
      <Card title={t("Current user")}>
        <Facts lines={lines} />
        <div className="mt-6 flex flex-wrap items-end gap-3">
          <Button variant="secondary" onClick={() => revalidate()} pending={state === "loading"}>
            {t("Refresh User Data")}
          </Button>
          <fetcher.Form method="post" className="flex flex-wrap items-end gap-3">
            {takesCode && (
              <Field
                label={t("Set-up code")}
                name="code"
                autoComplete="off"
                hint={t("There is no admin yet. The server prints this code when it starts.")}
              />
            )}
            <Button type="submit" disabled={!mayPress} pending={fetcher.state !== "idle"}>
              {t("Make Admin")}
            </Button>
          </fetcher.Form>
        </div>
      </Card>
      <Card title={t("Raw data")}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling element must be reached by keyboard */}
        <pre dir="ltr" tabIndex={0} className="overflow-x-auto rounded-box bg-sunken p-4 text-sm">
          {JSON.stringify(user, null, 2)}
        </pre>
      </Card>
    </>
  );
}
