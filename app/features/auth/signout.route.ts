import { redirectDocument } from "react-router";
import { servicesContext } from "~/services.server";
import type { Route } from "./+types/signout.route";
import { signOut } from "./commands.server.ts";

/** Only a form signs out; opening the address leads home. */
export function loader() {
  return redirectDocument("/");
}

export async function action({ request, context }: Route.ActionArgs) {
  const cookie = await signOut(context.get(servicesContext), request.headers.get("Cookie"));
  return redirectDocument("/", { status: 303, headers: { "Set-Cookie": cookie } });
}
