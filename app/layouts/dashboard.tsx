import { openWarnings } from "~/features/account/warnings.server";
import { servicesContext } from "~/services.server";
import { late } from "~/ui/late";
import { requireViewer } from "~/viewer.server";
import type { Route } from "./+types/dashboard";
import { DashboardFrame } from "./dashboard-frame.tsx";
import { signedInOnly } from "./gates.server";

export const middleware: Route.MiddlewareFunction[] = [signedInOnly];

const Warnings = late(async () => (await import("~/features/account/warnings")).Warnings);

/** Each navigation in the browser passes the gate, and loads the musician's warnings. */
export async function loader({ context }: Route.LoaderArgs) {
  const { userId } = requireViewer(context);
  return { warnings: await openWarnings(context.get(servicesContext), userId) };
}

export default function DashboardLayout({ loaderData: { warnings } }: Route.ComponentProps) {
  return <DashboardFrame notice={warnings.length > 0 && <Warnings warnings={warnings} />} />;
}
