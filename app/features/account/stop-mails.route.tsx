import { Form } from "react-router";
import { servicesContext } from "~/services.server";
import type { NotificationMail } from "~/shared/notification-kinds";
import { Alert } from "~/ui/alert";
import { Button } from "~/ui/button";
import { Sheet } from "~/ui/sheet";
import type { Route } from "./+types/stop-mails.route";
import { mailsToStop, stopMails } from "./preferences.server.ts";

export async function loader({ url, context }: Route.LoaderArgs) {
  return { about: await mailsToStop(context.get(servicesContext), url.searchParams.get("key") ?? "") };
}

/** The button, and the POST of a mail program (RFC 8058): it stops the mails, whatever its body holds. */
export async function action({ url, context }: Route.ActionArgs) {
  await stopMails(context.get(servicesContext), url.searchParams.get("key") ?? "");
  return { stopped: true };
}

export function headers() {
  return { "Referrer-Policy": "same-origin", "Cache-Control": "no-store" };
}

const names: Record<NotificationMail, string> = {
  bookings: "about booking requests",
  comments: "about comments",
  messages: "about messages",
  subscribers: "about new subscribers",
  daily: "once a day",
};

/** Where the link at the end of a mail about one's own page leads, without signing in. Looking changes nothing. */
export default function StopMails({ loaderData: { about }, actionData }: Route.ComponentProps) {
  return (
    <Sheet title="Mails">
      <meta name="robots" content="noindex" />
      {actionData || about === null ? (
        <Alert type="success">
          <p className="font-bold text-lg">These mails have stopped</p>
          <p>
            Choose otherwise under{" "}
            <a href="/account/preferences" className="underline">
              Account, Preferences
            </a>
            .
          </p>
        </Alert>
      ) : (
        <Form method="post" className="grid gap-5">
          <p>
            No more mails <strong>{names[about]}</strong>?
          </p>
          <Button type="submit" size="lg">
            Stop these mails
          </Button>
        </Form>
      )}
    </Sheet>
  );
}
