import { Outlet } from "react-router";
import { useSite } from "~/ui/site-name";
import type { Route } from "./+types/public";
import { PublicFrame } from "./public-frame.tsx";
import { speakToReader } from "./reader.server";
import { useAccount } from "./use-account.ts";

export const middleware: Route.MiddlewareFunction[] = [speakToReader];

/** The public pages of artists. */
export default function PublicLayout() {
  return (
    <PublicFrame account={useAccount()} site={useSite()}>
      <Outlet />
    </PublicFrame>
  );
}
