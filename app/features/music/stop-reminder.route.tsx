import { Form } from "react-router";
import { servicesContext } from "~/services.server";
import { Alert } from "~/ui/alert";
import { Button } from "~/ui/button";
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
    <Sheet title="Reminder">
      <meta name="robots" content="noindex" />
      {actionData || !reminder ? (
        <Alert type="success">
          <p className="font-bold text-lg">Your address is gone</p>
          <p>No mail is sent to you about this release.</p>
        </Alert>
      ) : (
        <Form method="post" className="grid gap-5">
          <p>
            No mail about <bdi className="font-semibold">{reminder.title}</bdi> by{" "}
            <bdi className="font-semibold">{reminder.artistName}</bdi>?
          </p>
          <Button type="submit" size="lg">
            Forget my address
          </Button>
        </Form>
      )}
    </Sheet>
  );
}
