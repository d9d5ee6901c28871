import { servicesContext } from "~/services.server";
import { standardTexts } from "~/shared/standard-texts";
import { t } from "~/shared/t";
import type { Route } from "./+types/privacy.route";
import { LegalPage } from "./legal-page.tsx";

export async function loader({ context }: Route.LoaderArgs) {
  const { privacy } = await context.get(servicesContext).site.texts();
  return { text: privacy ?? standardTexts.privacy, isStandard: privacy === null };
}

/** Linked from sign-up. [1 §2] */
export default function Privacy({ loaderData: { text, isStandard } }: Route.ComponentProps) {
  return <LegalPage title={t("Privacy")} text={text} isStandard={isStandard} />;
}
