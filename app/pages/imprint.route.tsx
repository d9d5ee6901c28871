import { AppError } from "#server/errors.ts";
import { servicesContext } from "~/services.server";
import { imprintTitles } from "~/shared/site-name";
import { t } from "~/shared/t";
import { Rich } from "~/ui/rich";
import type { Route } from "./+types/imprint.route";
import { LegalPage } from "./legal-page.tsx";

/** @throws AppError `not-found` while nothing is set */
export async function loader({ context }: Route.LoaderArgs) {
  const { imprint, contact } = await context.get(servicesContext).site.texts();
  if (imprint === null && contact === null) {
    throw new AppError("not-found", t("The people who run this site have written nothing here yet."));
  }
  return { imprint, contact };
}

/** Who runs the site, and how to reach them. Linked from every page's foot. */
export default function Imprint({ loaderData: { imprint, contact } }: Route.ComponentProps) {
  const title = imprintTitles[imprint === null ? "contact" : "imprint"];
  const isEmail = contact !== null && /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(contact);
  const way = isEmail ? (
    <a href={`mailto:${contact}`} className="text-link">
      {contact}
    </a>
  ) : (
    contact
  );
  return (
    <LegalPage title={t(title)} text={imprint ?? ""}>
      {contact !== null && (
        <p dir="auto" className="mt-10 max-w-prose text-lg">
          {imprint === null ? way : <Rich text="Contact: {contact}" parts={{ contact: way }} />}
        </p>
      )}
    </LegalPage>
  );
}
