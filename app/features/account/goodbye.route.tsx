import { graceDays } from "#server/account-deletion.ts";
import { LinkButton } from "~/ui/button";
import { Sheet } from "~/ui/sheet";
import type { Route } from "./+types/goodbye.route";
import { dayText } from "./schema.ts";

/** The day stands in the address, which anybody can write: only one that can be is shown. */
export function loader({ url }: Route.LoaderArgs) {
  const until = new Date(url.searchParams.get("until") ?? "");
  const days = (until.getTime() - Date.now()) / (24 * 3600 * 1000);
  return { until: days > -1 && days <= graceDays ? until : null, graceDays };
}

/** Where the deletion of one's own account leads. */
export default function Goodbye({ loaderData: { until, graceDays } }: Route.ComponentProps) {
  return (
    <Sheet title="Goodbye">
      <meta name="robots" content="noindex" />
      <p>
        Nothing of your account is public any more, and you are signed out everywhere.{" "}
        {until ? (
          <>
            On <time dateTime={until.toISOString().slice(0, 10)}>{dayText(until)}</time>
          </>
        ) : (
          `${graceDays} days after you deleted it`
        )}
        , it goes for good, with everything in it.
      </p>
      <p className="mt-4">Sign in before then, and all of it is back.</p>
      <div className="mt-6 flex flex-wrap gap-3">
        <LinkButton to="/signin">Sign in and keep it</LinkButton>
        <LinkButton to="/" variant="secondary">
          To the start page
        </LinkButton>
      </div>
    </Sheet>
  );
}
