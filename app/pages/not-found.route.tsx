import { data } from "react-router";
import { t } from "~/shared/t";
import { LinkButton } from "~/ui/button";
import { Sheet } from "~/ui/sheet";

/** Any address that is none. */
export function loader() {
  return data(null, { status: 404 });
}

export default function NotFound() {
  return (
    <Sheet
      title={t("Page not found")}
      intro={t("Nothing hangs here. The page may have moved, or the address has a slip in it.")}
    >
      <LinkButton to="/">{t("Back to the start")}</LinkButton>
    </Sheet>
  );
}
