import { data, Form } from "react-router";
import { confirmReminder, reminderToConfirm } from "~/features/music/reminders.server";
import { subscribeConfirmed } from "~/features/newsletter/commands.server";
import { servicesContext } from "~/services.server";
import { msg, t } from "~/shared/t";
import { Alert } from "~/ui/alert";
import { Button } from "~/ui/button";
import { Rich } from "~/ui/rich";
import { Sheet } from "~/ui/sheet";
import type { Route } from "./+types/confirm-reminder.route";

const expired = msg(
  "This link is no longer good. Ask once more on the release's page to get a new one, if it isn't out yet.",
);

export async function loader({ url, context }: Route.LoaderArgs) {
  const { db } = context.get(servicesContext);
  const reminder = await reminderToConfirm({ db }, url.searchParams.get("token") ?? "");
  return data({ reminder }, { status: reminder ? 200 : 400 });
}

export async function action({ url, context }: Route.ActionArgs) {
  const { db, config } = context.get(servicesContext);
  const token = url.searchParams.get("token") ?? "";
  const confirmed = await confirmReminder({ db }, token, (tx, who) => subscribeConfirmed(tx, config, who));
  return data({ confirmed }, { status: confirmed ? 200 : 400 });
}

export function headers() {
  // The address holds the token.
  return { "Referrer-Policy": "same-origin", "Cache-Control": "no-store" };
}

/** Where the link of a reminder's mail leads. Looking confirms nothing: programs that check mails look at links, too. */
export default function ConfirmReminder({ loaderData: { reminder }, actionData }: Route.ComponentProps) {
  const title = <bdi className="font-semibold">{reminder?.title}</bdi>;
  const artist = <bdi className="font-semibold">{reminder?.artistName}</bdi>;
  return (
    <Sheet title={t("Reminder|a mail when a release is out")}>
      <meta name="robots" content="noindex" />
      {!reminder && <Alert type="error">{t(expired)}</Alert>}
      {reminder && actionData?.confirmed && (
        <Alert type="success">
          <p className="font-bold text-lg">{t(reminder.page ? "It is out already" : "You will be told")}</p>
          <p>
            {reminder.page ? (
              <a href={reminder.page} className="text-link">
                <Rich text="Listen to {release}" parts={{ release: title }} />
              </a>
            ) : (
              <Rich text="One mail comes when {release} is out." parts={{ release: title }} />
            )}
          </p>
          {actionData.confirmed.withNewsletter && (
            <p>
              <Rich text="You are on the list for letters from {artist}, too." parts={{ artist }} />
            </p>
          )}
        </Alert>
      )}
      {reminder && !actionData?.confirmed && (
        <Form method="post" className="grid gap-5">
          <p>
            <Rich
              text="Do you want a mail when {release} by {artist} is out?"
              parts={{ release: title, artist }}
            />
            {reminder.withNewsletter && (
              <>
                {" "}
                <Rich text="And letters from {artist}, which was ticked?" parts={{ artist }} />
              </>
            )}
          </p>
          <Button type="submit" size="lg">
            {t(reminder.withNewsletter ? "Yes, confirm both" : "Yes, tell me when it is out")}
          </Button>
          <p className="text-muted text-sm">
            {t(
              "If you didn't ask for it, close this page: without your confirmation nothing else is sent to you.",
            )}
          </p>
        </Form>
      )}
    </Sheet>
  );
}
