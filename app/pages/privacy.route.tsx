import { servicesContext } from "~/services.server";
import { standardTexts } from "~/shared/standard-texts";
import type { Route } from "./+types/privacy.route";
import { LegalPage } from "./legal-page.tsx";

export async function loader({ context }: Route.LoaderArgs) {
  const { privacy } = await context.get(servicesContext).site.texts();
  return { text: privacy ?? standardTexts.privacy };
}

/** Linked from sign-up. [1 §2] */
export default function Privacy({ loaderData: { text } }: Route.ComponentProps) {
  return <LegalPage title="Privacy" text={text} />;
}
