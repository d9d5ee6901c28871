import { graceDays } from "#server/account-deletion.ts";
import { formatsFor } from "~/shared/formats";
import { t } from "~/shared/t";
import { LinkButton } from "~/ui/button";
import { Rich } from "~/ui/rich";
import { Sheet } from "~/ui/sheet";
import type { Route } from "./+types/goodbye.route";
import { goodbyeDay } from "./goodbye.ts";

export function loader({ url }: Route.LoaderArgs) {
  return { until: goodbyeDay(url.searchParams, graceDays), graceDays };
}

/** Where the deletion of one's own account leads. */
export default function Goodbye({ loaderData: { until, graceDays } }: Route.ComponentProps) {
  return (
    <Sheet title={t("Goodbye")}>
      <meta name="robots" content="noindex" />
      <p>
        {t("Nothing of your account is public any more, and you are signed out everywhere.")}{" "}
        {until ? (
          <Rich
            text="On {day}, it goes for good, with everything in it."
            parts={{
              day: (
                <time dateTime={until.day}>
                  {formatsFor({ format: until.format, timeZone: null }).day(until.day, "long")}
                </time>
              ),
            }}
          />
        ) : (
          t("{days} days after you deleted it, it goes for good, with everything in it.", { days: graceDays })
        )}
      </p>
      <p className="mt-4">{t("Sign in before then, and all of it is back.")}</p>
      <div className="mt-6 flex flex-wrap gap-3">
        <LinkButton to="/signin">{t("Sign in and keep it")}</LinkButton>
        <LinkButton to="/" variant="secondary">
          {t("To the start page")}
        </LinkButton>
      </div>
    </Sheet>
  );
}
