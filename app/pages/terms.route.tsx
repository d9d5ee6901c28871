import { servicesContext } from "~/services.server";
import { saidStandardText } from "~/shared/standard-texts";
import { t } from "~/shared/t";
import type { Route } from "./+types/terms.route";
import { LegalPage } from "./legal-page.tsx";

export async function loader({ context }: Route.LoaderArgs) {
  const { terms } = await context.get(servicesContext).site.texts();
  return { text: terms ?? saidStandardText("terms") };
}

/** Linked from sign-up. [1 §2] */
export default function Terms({ loaderData: { text } }: Route.ComponentProps) {
  return <LegalPage title={t("Terms")} text={text} />;
}
