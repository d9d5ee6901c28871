import { Form } from "react-router";
import { servicesContext } from "~/services.server";
import { t } from "~/shared/t";
import { Alert } from "~/ui/alert";
import { Button } from "~/ui/button";
import { Rich } from "~/ui/rich";
import { Sheet } from "~/ui/sheet";
import type { Route } from "./+types/unsubscribe.route";
import { artistToLeave, unsubscribe } from "./commands.server";

export async function loader({ url, context }: Route.LoaderArgs) {
  const { db } = context.get(servicesContext);
  return { artistName: await artistToLeave({ db }, url.searchParams.get("key") ?? "") };
}

/** The button, and the POST of a mail program (RFC 8058): it unsubscribes, whatever its body holds. */
export async function action({ url, context }: Route.ActionArgs) {
  const { db } = context.get(servicesContext);
  await unsubscribe({ db }, url.searchParams.get("key") ?? "");
  return { gone: true };
}

export function headers() {
  return { "Referrer-Policy": "same-origin", "Cache-Control": "no-store" };
}

/** Where the link at the end of each issue leads. Looking changes nothing. */
export default function Unsubscribe({ loaderData: { artistName }, actionData }: Route.ComponentProps) {
  return (
    <Sheet title={t("Newsletter")}>
      <meta name="robots" content="noindex" />
      {actionData || artistName === null ? (
        <Alert type="success">
          <p className="font-bold text-lg">{t("You're off the list")}</p>
          <p>{t("No more letters will be sent to you.")}</p>
        </Alert>
      ) : (
        <Form method="post" className="grid gap-5">
          <p>
            <Rich
              text="No more letters from {artist}?"
              parts={{ artist: <bdi className="font-semibold">{artistName}</bdi> }}
            />
          </p>
          <Button type="submit" size="lg">
            {t("Unsubscribe|verb")}
          </Button>
        </Form>
      )}
    </Sheet>
  );
}
