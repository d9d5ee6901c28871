import { sendAdminAction } from "~/features/admin/send-admin-action";
import { loadUsers, usersAction } from "~/features/admin/users-route.server";
import { UsersScreen } from "~/features/admin/users-screen";
import type { Route } from "./+types/admin.route";

export { unlessFailed as shouldRevalidate } from "~/shared/action-answer";

export const loader = loadUsers;
export const action = usersAction;

export function clientAction(args: Route.ClientActionArgs) {
  return sendAdminAction(args);
}

/** [1 §2 Admin dashboard] */
export default function Admin({ loaderData }: Route.ComponentProps) {
  return <UsersScreen data={loaderData} />;
}
