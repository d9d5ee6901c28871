import { actOnUsers, loadUsers } from "~/features/admin/users-route.server";
import { sendUsersAction, UsersScreen } from "~/features/admin/users-screen";
import type { Route } from "./+types/admin.route";

export { unlessFailed as shouldRevalidate } from "~/shared/action-answer";

export function loader({ request, context }: Route.LoaderArgs) {
  return loadUsers({ request, context });
}

export function action({ request, context }: Route.ActionArgs) {
  return actOnUsers({ request, context });
}

export function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  return sendUsersAction(request, serverAction);
}

/** [1 §2 Admin dashboard] */
export default function Admin({ loaderData }: Route.ComponentProps) {
  return <UsersScreen data={loaderData} />;
}
