import { useRouteLoaderData } from "react-router";
import type { loader } from "../root.tsx";
import type { Account } from "./account.ts";

/** The signed-in account; null for a visitor, and on an error screen. */
export function useAccount(): Account | null {
  return useRouteLoaderData<typeof loader>("root")?.viewer ?? null;
}
