import { useRouteLoaderData } from "react-router";
import type { loader } from "../root.tsx";

/** Why a call to action does nothing. [1 §1] */
export const registrationDisabled = "Registration temporarily disabled";

/** Whether visitors may sign up: only `open` makes the calls to action live. [decisions: Registration] */
export function useRegistration(): "open" | "unlisted" | "closed" {
  return useRouteLoaderData<typeof loader>("root")?.registration ?? "closed";
}
