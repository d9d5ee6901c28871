import { Outlet } from "react-router";
import { useSite } from "~/ui/site-name";
import { PublicFrame } from "./public-frame.tsx";
import { useAccount } from "./use-account.ts";

/** The public pages of artists. */
export default function PublicLayout() {
  return (
    <PublicFrame account={useAccount()} site={useSite()}>
      <Outlet />
    </PublicFrame>
  );
}
