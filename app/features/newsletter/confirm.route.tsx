import { data, Form } from "react-router";
import { servicesContext } from "~/services.server";
import { Alert } from "~/ui/alert";
import { Button } from "~/ui/button";
import { Sheet } from "~/ui/sheet";
import type { Route } from "./+types/confirm.route";
import { artistToConfirm, confirmSubscription } from "./commands.server";

const expired = "This link is no longer good. Subscribe again on the artist's page to get a new one.";

export async function loader({ url, context }: Route.LoaderArgs) {
  const { db } = context.get(servicesContext);
  const artistName = await artistToConfirm({ db }, url.searchParams.get("token") ?? "");
  return data({ artistName }, { status: artistName === null ? 400 : 200 });
}

export async function action({ url, context }: Route.ActionArgs) {
  const confirmed = await confirmSubscription(
    context.get(servicesContext),
    url.searchParams.get("token") ?? "",
  );
  return data({ confirmed }, { status: confirmed ? 200 : 400 });
}

export function headers() {
  // The address holds the token.
  return { "Referrer-Policy": "same-origin", "Cache-Control": "no-store" };
}

/** Where the link of a confirmation leads. Looking confirms nothing: programs that check mails look at links, too. */
export default function ConfirmSubscription({
  loaderData: { artistName },
  actionData,
}: Route.ComponentProps) {
  return (
    <Sheet title="Newsletter">
      <meta name="robots" content="noindex" />
      {actionData?.confirmed && artistName !== null && (
        <Alert type="success">
          <p className="font-bold text-lg">You're on the list</p>
          <p>
            New songs and dates from <bdi>{artistName}</bdi> will find you. Each letter has a link to
            unsubscribe.
          </p>
        </Alert>
      )}
      {artistName === null && <Alert type="error">{expired}</Alert>}
      {artistName !== null && !actionData?.confirmed && (
        <Form method="post" className="grid gap-5">
          <p>
            Do you want letters from <bdi className="font-semibold">{artistName}</bdi>?
          </p>
          <Button type="submit" size="lg">
            Yes, confirm my subscription
          </Button>
          <p className="text-muted text-sm">
            If you didn't ask for them, close this page: without your confirmation no letter is sent to you.
          </p>
        </Form>
      )}
    </Sheet>
  );
}
