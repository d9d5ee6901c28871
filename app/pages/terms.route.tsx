import { servicesContext } from "~/services.server";
import { standardTexts } from "~/shared/standard-texts";
import { t } from "~/shared/t";
import type { Route } from "./+types/terms.route";
import { LegalPage } from "./legal-page.tsx";

export async function loader({ context }: Route.LoaderArgs) {
  const { terms } = await context.get(servicesContext).site.texts();
  return { text: terms ?? standardTexts.terms, isStandard: terms === null };
}

/** Linked from sign-up. [1 §2] */
export default function Terms({ loaderData: { text, isStandard } }: Route.ComponentProps) {
  return <LegalPage title={t("Terms")} text={text} isStandard={isStandard} />;
}
