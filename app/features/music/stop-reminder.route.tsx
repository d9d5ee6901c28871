import { Form } from "react-router";
import { servicesContext } from "~/services.server";
import { t } from "~/shared/t";
import { Alert } from "~/ui/alert";
import { Button } from "~/ui/button";
import { Rich } from "~/ui/rich";
import { Sheet } from "~/ui/sheet";
import type { Route } from "./+types/stop-reminder.route";
import { reminderToStop, stopReminder } from "./reminders.server";

export async function loader({ url, context }: Route.LoaderArgs) {
  const { db } = context.get(servicesContext);
  return { reminder: await reminderToStop({ db }, url.searchParams.get("key") ?? "") };
}

/** The button, and the POST of a mail program (RFC 8058): it removes the address, whatever its body holds. */
export async function action({ url, context }: Route.ActionArgs) {
  const { db } = context.get(servicesContext);
  await stopReminder({ db }, url.searchParams.get("key") ?? "");
  return { gone: true };
}

export function headers() {
  return { "Referrer-Policy": "same-origin", "Cache-Control": "no-store" };
}

/** Where the link at the end of a reminder's mails leads. Looking changes nothing. */
export default function StopReminder({ loaderData: { reminder }, actionData }: Route.ComponentProps) {
  return (
    <Sheet title={t("Reminder|a mail when a release is out")}>
      <meta name="robots" content="noindex" />
      {actionData || !reminder ? (
        <Alert type="success">
          <p className="font-bold text-lg">{t("Your address is gone")}</p>
          <p>{t("No mail is sent to you about this release.")}</p>
        </Alert>
      ) : (
        <Form method="post" className="grid gap-5">
          <p>
            <Rich
              text="No mail about {release} by {artist}?"
              parts={{
                release: <bdi className="font-semibold">{reminder.title}</bdi>,
                artist: <bdi className="font-semibold">{reminder.artistName}</bdi>,
              }}
            />
          </p>
          <Button type="submit" size="lg">
            {t("Forget my address")}
          </Button>
        </Form>
      )}
    </Sheet>
  );
}
