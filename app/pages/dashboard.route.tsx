import { redirect } from "react-router";
import { sendAdminAction } from "~/features/admin/send-admin-action";
import { loadUsers, usersAction } from "~/features/admin/users-route.server";
import { UsersScreen } from "~/features/admin/users-screen";
import { securityPath } from "~/shared/security-path";
import { requireViewer } from "~/viewer.server";
import type { Route } from "./+types/dashboard.route";
import { loadMusicianHome } from "./musician-home.server";
import { MusicianHome } from "./musician-home.tsx";

export { unlessFailed as shouldRevalidate } from "~/shared/action-answer";

/** /dashboard: the list of users for an admin, the home screen for a musician. [1 §2] */
export async function loader({ request, context }: Route.LoaderArgs) {
  const viewer = requireViewer(context);
  // The users' list is an admin's page.
  if (viewer.lacksSecondFactor) throw redirect(securityPath);
  if (viewer.isAdmin) return { home: null, admin: await loadUsers({ request, context }) };
  return { home: await loadMusicianHome(context), admin: null };
}

/** An admin changes users here. */
export const action = usersAction;

export function clientAction(args: Route.ClientActionArgs) {
  return sendAdminAction(args);
}

export default function Dashboard({ loaderData: { home, admin } }: Route.ComponentProps) {
  return admin ? <UsersScreen data={admin} /> : <MusicianHome home={home} />;
}
