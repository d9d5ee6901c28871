import { Outlet } from "react-router";
import { LiveProvider } from "~/ui/live";
import { PlayerProvider } from "~/ui/player";
import { UploadsProvider } from "~/ui/uploads";
import { useAccount } from "./account.ts";
import { Content } from "./bar.tsx";
import { Look } from "./look.tsx";
import { TopNavigation } from "./top-navigation.tsx";

/** Everything behind the sign-in gate: the top navigation over a calm bench. What plays or is sent goes on meanwhile. */
export function Backstage() {
  const account = useAccount();
  return (
    <Look name="backstage">
      {account && <TopNavigation account={account} />}
      <Content>
        <LiveProvider account={account?.email ?? ""}>
          <UploadsProvider>
            <PlayerProvider>
              <Outlet />
            </PlayerProvider>
          </UploadsProvider>
        </LiveProvider>
      </Content>
    </Look>
  );
}
