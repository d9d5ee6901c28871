import { Outlet } from "react-router";
import { StageFrame } from "./public-frame.tsx";
import { useAccount } from "./use-account.ts";

/** The public pages of artists. */
export default function PublicLayout() {
  return (
    <StageFrame account={useAccount()}>
      <Outlet />
    </StageFrame>
  );
}
