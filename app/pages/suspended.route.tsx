import { AppError } from "#server/errors.ts";
import { SignOut } from "~/layouts/bar";
import { t } from "~/shared/t";
import { LinkButton } from "~/ui/button";
import { useFormats } from "~/ui/formats";
import { Rich } from "~/ui/rich";
import { Sheet } from "~/ui/sheet";
import { requireViewer } from "~/viewer.server";
import type { Route } from "./+types/suspended.route";

export function loader({ context }: Route.LoaderArgs) {
  const { suspension } = requireViewer(context);
  if (!suspension) throw new AppError("not-found", t("This page does not exist."));
  return suspension;
}

/** What a suspended account sees first: the reason, its data to export, the way to delete it, and signing out. */
export default function Suspended({ loaderData: { since, reason } }: Route.ComponentProps) {
  const day = useFormats().date(since, "long");
  return (
    <Sheet title={t("Suspended|an account")}>
      <p>
        <Rich
          text="Your account has been suspended since {day}. An admin has given this reason:"
          parts={{ day: <time dateTime={since.toISOString()}>{day}</time> }}
        />
      </p>
      <blockquote
        dir="auto"
        className="mt-4 wrap-anywhere whitespace-pre-line border-accent border-s-4 py-1 ps-4 font-medium"
      >
        {reason}
      </blockquote>
      <p className="mt-4 text-muted">
        {t(
          "While this lasts, nothing of yours can be seen by others and nothing can be changed. Nothing of it is lost either.",
        )}
      </p>
      <div className="mt-6 grid gap-3">
        <LinkButton to="/account/data">{t("Download all your data")}</LinkButton>
        <LinkButton to="/account/data?delete" variant="secondary">
          {t("Delete this account")}
        </LinkButton>
        <SignOut className="w-full border border-edge" />
      </div>
    </Sheet>
  );
}
