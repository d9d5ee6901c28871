import { MonitorSmartphone } from "lucide-react";
import { type ReactNode, useRef } from "react";
import { Form, Link, useNavigation } from "react-router";
import { answerForm, readForm } from "~/forms.server";
import { servicesContext } from "~/services.server";
import { answerOrFailed, failureText, isNothingDone } from "~/shared/action-answer";
import { t } from "~/shared/t";
import { zoneText } from "~/shared/zone-names";
import { Age } from "~/ui/age";
import { Alert } from "~/ui/alert";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { useFormats } from "~/ui/formats";
import { withFreshPassword } from "~/ui/password-gate";
import { Rich } from "~/ui/rich";
import { useAnswer } from "~/ui/use-answer";
import { requireFreshPassword, requireViewer } from "~/viewer.server";
import type { Route } from "./+types/devices.route";
import { devicesSchema } from "./account-schema.ts";
import { browserOf } from "./browser.server.ts";
import { endOthers, endSessionOf, type Session, sessionsOf } from "./devices.server.ts";
import { endedText } from "./ended-text.ts";

export { unlessFailed as shouldRevalidate } from "~/shared/action-answer";

export async function loader({ request, context }: Route.LoaderArgs) {
  const { userId, hasFreshPassword } = requireViewer(context);
  const sessions = await sessionsOf(context.get(servicesContext), userId, request.headers.get("Cookie"));
  return { ...sessions, isFresh: hasFreshPassword === true };
}

export async function action({ request, context }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const viewer = requireViewer(context);
  const { userId } = viewer;
  return answerForm(await readForm(request), devicesSchema, async (form) => {
    requireFreshPassword(viewer);
    if (form.intent === "end-session") {
      return {
        text: t("{browser} was signed out.", { browser: await endSessionOf(services, userId, form.id) }),
      };
    }
    return { ended: await endOthers(services, userId, browserOf(request, context)) };
  });
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return withFreshPassword(() => answerOrFailed(serverAction));
}

/** Where the account is signed in, and the ways to end it. */
export default function DevicesScreen({ loaderData, actionData }: Route.ComponentProps) {
  const { here, others, more, isFresh } = loaderData;
  const formats = useFormats();
  const failure = t("The session could not be ended. Please try again.");
  const result = useRef<HTMLDivElement>(null);
  // The button that was pressed may be gone.
  useAnswer(actionData, () => result.current?.focus());
  return (
    <div className="grid grid-cols-1 gap-6">
      {actionData && (
        <div ref={result} tabIndex={-1} className="outline-none">
          {isNothingDone(actionData) ? (
            <Alert type="error">
              {failureText(actionData, failure) ?? failure}
              {/* With script the password was asked for before. */}
              {!isFresh && !("failed" in actionData) && ` ${t("Sign out and in again for this.")}`}
            </Alert>
          ) : (
            <Alert type="success">
              {actionData.ended === undefined ? actionData.text : endedText(actionData.ended, formats)}
            </Alert>
          )}
        </div>
      )}
      <Card title={t("Where you are signed in")}>
        <ul className="grid gap-5">
          {here && (
            <Row
              session={here}
              mark={
                <span className="rounded-full bg-accent px-3 py-1 font-semibold text-on-accent text-xs">
                  {t("This browser")}
                </span>
              }
            />
          )}
          {others.map((session) => (
            <Row key={session.id} session={session} button={<EndButton session={session} />} />
          ))}
        </ul>
        {more > 0 && (
          <p className="mt-5 text-muted text-sm">
            {t(
              "{count, plural, one {One more session, not used for longer, can be ended by 'End all others'.} other {{shown} more sessions, not used for longer, can be ended by 'End all others'.}}",
              { count: more, shown: formats.number(more) },
            )}
          </p>
        )}
        <div className="mt-6 grid gap-4 border-line border-t pt-5">
          {others.length > 0 ? (
            <EndOthersButton />
          ) : (
            <p className="text-sm">{t("You are signed in nowhere else.")}</p>
          )}
          <p className="text-muted text-sm">
            <Rich
              text="Times are in the zone {zone}; a visit is noted once an hour at most. A browser that you don't know? End its session, and {choose}."
              values={{ zone: zoneText(formats.timeZone) }}
              parts={{
                choose: (
                  <Link to="/account" className="text-link">
                    {t("choose a new password")}
                  </Link>
                ),
              }}
            />
          </p>
        </div>
      </Card>
    </div>
  );
}

function Row({ session, mark, button }: { session: Session; mark?: ReactNode; button?: ReactNode }) {
  const { dateTime } = useFormats();
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <MonitorSmartphone aria-hidden="true" className="size-6 shrink-0 text-muted" />
      <div className="min-w-0 flex-1 basis-44">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="wrap-anywhere font-semibold">{session.name}</span>
          {mark}
        </p>
        <p className="text-muted text-sm">
          {t("Last seen {time}", { time: dateTime(session.lastSeenAt) })}
          {session.isSeenLately && (
            <>
              {" · "}
              <Age at={session.lastSeenAt.toISOString()} />
            </>
          )}
        </p>
        <p className="text-muted text-sm">{t("Signed in since {time}", { time: dateTime(session.since) })}</p>
      </div>
      {button}
    </li>
  );
}

function EndButton({ session }: { session: Session }) {
  const { dateTime } = useFormats();
  const isBusy = useNavigation().formData?.get("id") === session.id;
  return (
    <Form method="post" className="ms-auto">
      <input type="hidden" name="intent" value="end-session" />
      <input type="hidden" name="id" value={session.id} />
      <Button
        type="submit"
        variant="secondary"
        aria-label={t("End {browser}, signed in since {time}", {
          browser: session.name,
          time: dateTime(session.since),
        })}
        pending={isBusy}
        pendingText={t("Ending...")}
      >
        {t("End|a session")}
      </Button>
    </Form>
  );
}

function EndOthersButton() {
  const isBusy = useNavigation().formData?.get("intent") === "end-other-sessions";
  return (
    <Form method="post">
      <input type="hidden" name="intent" value="end-other-sessions" />
      <Button type="submit" variant="danger" pending={isBusy} pendingText={t("Ending...")}>
        {t("End all others")}
      </Button>
    </Form>
  );
}
