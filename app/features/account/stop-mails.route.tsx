import { Form } from "react-router";
import { servicesContext } from "~/services.server";
import type { NotificationMail } from "~/shared/notification-kinds";
import { msg, t } from "~/shared/t";
import { Alert } from "~/ui/alert";
import { Button } from "~/ui/button";
import { Rich } from "~/ui/rich";
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
  bookings: msg("about booking requests|No more mails about booking requests?"),
  comments: msg("about comments|No more mails about comments?"),
  messages: msg("about messages|No more mails about messages?"),
  subscribers: msg("about new subscribers|No more mails about new subscribers?"),
  daily: msg("once a day|No more mails once a day?"),
};

/** Where the link at the end of a mail about one's own page leads, without signing in. Looking changes nothing. */
export default function StopMails({ loaderData: { about }, actionData }: Route.ComponentProps) {
  return (
    <Sheet title={t("Mails")}>
      <meta name="robots" content="noindex" />
      {actionData || about === null ? (
        <Alert type="success">
          <p className="font-bold text-lg">{t("These mails have stopped")}</p>
          <p>
            <Rich
              text="Choose otherwise under {preferences}."
              parts={{
                preferences: (
                  <a href="/account/preferences" className="underline">
                    {t("Account, Preferences")}
                  </a>
                ),
              }}
            />
          </p>
        </Alert>
      ) : (
        <Form method="post" className="grid gap-5">
          <p>
            <Rich text="No more mails {about}?" parts={{ about: <strong>{t(names[about])}</strong> }} />
          </p>
          <Button type="submit" size="lg">
            {t("Stop these mails")}
          </Button>
        </Form>
      )}
    </Sheet>
  );
}
