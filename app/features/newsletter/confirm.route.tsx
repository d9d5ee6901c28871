import { data, Form } from "react-router";
import { servicesContext } from "~/services.server";
import { msg, t } from "~/shared/t";
import { Alert } from "~/ui/alert";
import { Button } from "~/ui/button";
import { Rich } from "~/ui/rich";
import { Sheet } from "~/ui/sheet";
import type { Route } from "./+types/confirm.route";
import { artistToConfirm, confirmSubscription } from "./commands.server";

const expired = msg("This link is no longer good. Subscribe again on the artist's page to get a new one.");

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
    <Sheet title={t("Newsletter")}>
      <meta name="robots" content="noindex" />
      {actionData?.confirmed && artistName !== null && (
        <Alert type="success">
          <p className="font-bold text-lg">{t("You're on the list")}</p>
          <p>
            <Rich
              text="New songs and dates from {artist} will find you. Each letter has a link to unsubscribe."
              parts={{ artist: <bdi>{artistName}</bdi> }}
            />
          </p>
        </Alert>
      )}
      {artistName === null && <Alert type="error">{t(expired)}</Alert>}
      {artistName !== null && !actionData?.confirmed && (
        <Form method="post" className="grid gap-5">
          <p>
            <Rich
              text="Do you want letters from {artist}?"
              parts={{ artist: <bdi className="font-semibold">{artistName}</bdi> }}
            />
          </p>
          <Button type="submit" size="lg">
            {t("Yes, confirm my subscription")}
          </Button>
          <p className="text-muted text-sm">
            {t(
              "If you didn't ask for them, close this page: without your confirmation no letter is sent to you.",
            )}
          </p>
        </Form>
      )}
    </Sheet>
  );
}
