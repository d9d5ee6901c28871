import { useRouteLoaderData } from "react-router";
import { msg } from "~/shared/t";
import type { loader } from "../root.tsx";

/** Why a call to action does nothing. [1 §1] */
export const registrationDisabled = msg("Registration temporarily disabled");

/** Whether visitors may sign up: only `open` makes the calls to action live. [decisions: Registration] */
export function useRegistration(): "open" | "unlisted" | "closed" {
  return useRouteLoaderData<typeof loader>("root")?.registration ?? "closed";
}
