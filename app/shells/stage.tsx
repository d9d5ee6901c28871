import { Outlet } from "react-router";
import { useAccount } from "./account.ts";
import { StageFrame } from "./stage-frame.tsx";

/** The public pages of artists. */
export default function Stage() {
  return (
    <StageFrame account={useAccount()}>
      <Outlet />
    </StageFrame>
  );
}
