import { lazy } from "react";
import { redirect } from "react-router";
import { loadUsers, usersAction } from "~/features/admin/users-route.server";
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

export async function clientAction(args: Route.ClientActionArgs) {
  const { sendAdminAction } = await import("~/features/admin/send-admin-action");
  return sendAdminAction(args);
}

// A musician's first screen does without it.
const UsersScreen = lazy(async () => {
  const { UsersScreen } = await import("~/features/admin/users-screen");
  return { default: UsersScreen };
});

export default function Dashboard({ loaderData: { home, admin } }: Route.ComponentProps) {
  return admin ? <UsersScreen data={admin} /> : <MusicianHome home={home} />;
}
