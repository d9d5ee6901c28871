import { data, Form, useNavigation } from "react-router";
import { AppError } from "#server/errors.ts";
import { servicesContext } from "~/services.server";
import { t } from "~/shared/t";
import { Alert } from "~/ui/alert";
import { Button, LinkButton } from "~/ui/button";
import { Card } from "~/ui/card";
import { Rich } from "~/ui/rich";
import { requireViewer, viewerContext } from "~/viewer.server";
import type { Route } from "./+types/new-address.route";
import { addressToConfirm, confirmNewAddress, expiredConfirmLink } from "./address.server.ts";
import { browserOf } from "./browser.server.ts";
import { viewerOf } from "./session.server.ts";

export async function loader({ url, context }: Route.LoaderArgs) {
  const { userId } = requireViewer(context);
  const email = await addressToConfirm(context.get(servicesContext), userId, tokenIn(url));
  return email ? data({ email }) : data({ problem: t(expiredConfirmLink) }, { status: 400 });
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const services = context.get(servicesContext);
  const { userId } = requireViewer(context);
  try {
    const email = await confirmNewAddress(services, browserOf(request, context), userId, tokenIn(url));
    context.set(viewerContext, await viewerOf(services, request.headers.get("Cookie")));
    return data({ confirmed: email });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return data({ problem: error.publicText }, { status: error.status });
  }
}

function tokenIn(url: URL): string {
  return url.searchParams.get("token") ?? "";
}

export function headers() {
  // The address holds the token.
  return { "Referrer-Policy": "same-origin", "Cache-Control": "no-store" };
}

/** Where the mail to a new address leads. Looking confirms nothing: programs that check mails look at links, too. */
export default function NewAddress({ loaderData, actionData }: Route.ComponentProps) {
  const isBusy = useNavigation().formData !== undefined;
  const shown = actionData ?? loaderData;
  return (
    <Card title={t("Your new address")}>
      <meta name="robots" content="noindex" />
      <div className="grid justify-items-start gap-5">
        {"confirmed" in shown && (
          <Alert type="success">
            <Rich
              text="This account has the address {address} from now on. Sign in with it next time. The old address was told by mail, with a link that undoes it for a week."
              parts={{ address: <bdi className="wrap-anywhere">{shown.confirmed}</bdi> }}
            />
          </Alert>
        )}
        {"problem" in shown && <Alert type="error">{shown.problem}</Alert>}
        {"email" in shown ? (
          <Form method="post" className="grid justify-items-start gap-5">
            <p>
              <Rich
                text="Shall this account have the address {address} from now on?"
                parts={{ address: <bdi className="wrap-anywhere font-semibold">{shown.email}</bdi> }}
              />
            </p>
            <Button type="submit" pending={isBusy} pendingText={t("Confirming...")}>
              {t("Yes, change my address")}
            </Button>
          </Form>
        ) : (
          <LinkButton to="/account" variant="secondary">
            {t("To your account")}
          </LinkButton>
        )}
      </div>
    </Card>
  );
}
