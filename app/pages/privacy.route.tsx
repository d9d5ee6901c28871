import { servicesContext } from "~/services.server";
import { saidStandardText } from "~/shared/standard-texts";
import { t } from "~/shared/t";
import type { Route } from "./+types/privacy.route";
import { LegalPage } from "./legal-page.tsx";

export async function loader({ context }: Route.LoaderArgs) {
  const { privacy } = await context.get(servicesContext).site.texts();
  return { text: privacy ?? saidStandardText("privacy") };
}

/** Linked from sign-up. [1 §2] */
export default function Privacy({ loaderData: { text } }: Route.ComponentProps) {
  return <LegalPage title={t("Privacy")} text={text} />;
}
